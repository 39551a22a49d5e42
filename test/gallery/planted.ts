/** What a planted agent is: the right answers with one fault in them. */
import type { ParsedDocument } from '../../src/documents/types.ts';
import type { ScenarioPlan } from '../../src/plan/scenario-plan.ts';
import type { ResolvedTruth } from '../../src/scenario/ground-truth.ts';
import type { Turn } from '../../src/scenario/schema.ts';

/** A tool call that a reply claims to have made. */
export interface PlantedCall {
  readonly tool: string;
  readonly success: boolean;
  readonly arguments: string | null;
  readonly summary: string;
}

export interface Reply {
  readonly answer: string;
  readonly tools: readonly PlantedCall[];
}

export interface OpenDocument {
  /** Without folders. */
  readonly filename: string;
  readonly parsed: ParsedDocument;
}

/** What a planted agent knows of a turn: everything. */
export interface Scene {
  readonly plan: ScenarioPlan;
  readonly turn: Turn;
  readonly truth: ResolvedTruth;
  /** What the user says. */
  readonly message: string;
  /** Right answers in several wordings. */
  readonly oracle: readonly Reply[];
  /** The scenario's documents, those that the agent has to find last. */
  readonly documents: readonly OpenDocument[];
  /** True sentences, as many as fill a page: of the first document, else of another of the corpus. */
  readonly page: readonly string[];
  /** Values beside the answer, for each fact of the turn; empty where there are none. */
  readonly neighbours: ReadonlyMap<string, readonly string[]>;
}

export interface PlantedAgent {
  readonly name: string;
  /** In a few words: what is wrong with it; null: nothing. */
  readonly fault: string | null;
  /** Its answer where its fault touches the turn, else null: then it answers as the oracle does. */
  readonly answer: (scene: Scene) => Reply | null;
}
