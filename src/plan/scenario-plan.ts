/** What will run: a scenario with everything that is known before it runs. */
import type { ResolvedTruth } from '../scenario/ground-truth.ts';
import type { Scenario } from '../scenario/schema.ts';

/** A document a scenario wants indexed. */
export interface PlannedDocument {
  readonly corpus_doc: string | null;
  /** As the scenario or the manifest writes it, relative to the corpus. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /**
   * What it means when the file is not on disk: a mistake in the scenario, since no manifest lists it, or nothing,
   * since its manifest calls it optional. Left out: the run lacks a document that it should have.
   */
  readonly ifMissing?: 'mistake' | 'optional';
  /** Of an optional one: where to get it. */
  readonly getFrom?: string;
}

/** A document that is put in another's place in the middle. */
export interface PlannedReplacement {
  /** Before this turn. */
  readonly turn: number;
  /** Name of the planned document that it replaces. */
  readonly name: string;
  readonly document: PlannedDocument;
}

/** A file whose default export is a check. */
export interface PlannedCheck {
  /** As the scenario names it. */
  readonly call: string;
  /** Absolute. */
  readonly path: string;
}

/** A scenario with its references resolved: everything that is known before it runs. */
export interface ScenarioPlan {
  readonly scenario: Scenario;
  /** One per turn. */
  readonly truths: readonly ResolvedTruth[];
  /** To be indexed into the session. */
  readonly documents: readonly PlannedDocument[];
  /** What its turns ask about and the agent shall find by itself: within its reach, but not indexed. */
  readonly findable: readonly PlannedDocument[];
  readonly replacements: readonly PlannedReplacement[];
  /** The files of the user's own checks, each once. */
  readonly ownChecks: readonly PlannedCheck[];
  /** The YAML's path relative to the project's root, forward slashes. */
  readonly file: string;
}

/** Everything that has to be on disk before the scenario begins, each file once. */
export function filesOf(plan: ScenarioPlan): readonly PlannedDocument[] {
  const all = [...plan.documents, ...plan.findable, ...plan.replacements.map(({ document }) => document)];
  return [...new Map(all.map((document) => [document.path, document])).values()];
}
