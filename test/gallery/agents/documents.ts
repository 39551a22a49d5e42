/** Agents that answer with a piece of the document, whether it is the right one or not. */
import { chunksOf } from '../../../src/documents/search/chunks.ts';
import { indexOf } from '../../../src/documents/search/passage-index.ts';
import { searchPassages } from '../../../src/documents/search/search-passages.ts';
import { termsOf } from '../../../src/documents/search/words.ts';
import { readable } from '../../../src/text/normalise.ts';
import { figuresIn } from '../figures.ts';
import type { OpenDocument, PlantedAgent, Scene } from '../planted.ts';
import { documentOf, queried } from './shared.ts';

/** The passage that fits the message best, by the search of the embedded agent. */
function mostSimilar(message: string, documents: readonly OpenDocument[]): string | null {
  const searched = documents.map(({ parsed }) => ({ index: indexOf(parsed) }));
  const { passages } = searchPassages(searched, { own: [...termsOf(message).keys()], context: [] });
  return passages[0]?.text ?? null;
}

/** A text holds an answer when it holds all figures of it, and most of its words. */
function holds(text: string, answer: string): boolean {
  const words = [...termsOf(answer).keys()];
  const held = termsOf(text);
  const figures = figuresIn(text);
  return (
    figuresIn(answer).every((figure) => figures.includes(figure)) &&
    words.filter((word) => held.has(word)).length >= words.length / 2
  );
}

/** Does the turn ask for what the documents say, and is this text no right answer to it? */
function isWrong(text: string, { truth }: Scene): boolean {
  const { expected_answer } = truth;
  if (expected_answer === undefined || truth.facts.length === 0) return false;
  // Whatever denies it is right, in any words.
  if (/^no\b/i.test(expected_answer ?? '')) return false;
  return expected_answer === null || !truth.facts.every(({ answer }) => holds(text, answer ?? ''));
}

export const parrot: PlantedAgent = {
  name: 'parrot',
  fault: 'quotes the most similar passage whole',
  answer(scene) {
    const passage = mostSimilar(scene.message, scene.documents);
    return passage !== null && isWrong(passage, scene)
      ? queried(scene, `The document says: ${readable(passage)}`)
      : null;
  },
};

export const firstChunk: PlantedAgent = {
  name: 'first chunk',
  fault: 'answers from the first chunk of the first document only',
  answer(scene) {
    const document = documentOf(scene);
    const chunk = document === undefined ? undefined : chunksOf(document.parsed)[0];
    if (document === undefined || chunk === undefined || scene.truth.expected_answer === null) return null;
    const text = chunk.passages.map((passage) => passage.text).join(' ');
    if (!isWrong(text, scene)) return null;
    const only = { ...document, parsed: { title: null, passages: chunk.passages, tables: [] } };
    const passage = mostSimilar(scene.message, [only]) ?? chunk.passages[0]?.text ?? '';
    return queried(scene, `According to ${document.filename}: ${readable(passage)}`);
  },
};

export const rambler: PlantedAgent = {
  name: 'rambler',
  fault: 'hides the right answer in a page of true text',
  answer({ turn, oracle, page }) {
    const right = oracle[1];
    if (turn.checks?.max_sentences === undefined || right === undefined) return null;
    const half = Math.floor(page.length / 2);
    return { ...right, answer: [...page.slice(0, half), right.answer, ...page.slice(half)].join(' ') };
  },
};
