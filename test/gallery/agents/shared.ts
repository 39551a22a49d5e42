/** What several planted agents do alike. */
import type { OpenDocument, Reply, Scene } from '../planted.ts';

/** The document that the turn is about. */
export const documentOf = (scene: Scene): OpenDocument | undefined => scene.documents[0];

export const nameOfDocument = (scene: Scene): string => documentOf(scene)?.filename ?? 'the document';

/** With the calls that the oracle makes: the fault is in the answer alone. */
export const queried = (scene: Scene, answer: string): Reply => ({
  answer,
  tools: scene.oracle[0]?.tools ?? [],
});
