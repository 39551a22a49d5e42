/** What an experiment will run: plain data, as it travels from the main process to the worker. */
import type { z } from 'zod';
import type { CaseTruth } from '../corpus/case-truth.ts';
import type { Mode, Part, Task } from '../grade/task.ts';
import type { EmbeddedModel } from '../models/embedded/extractive.ts';
import type { Position } from '../yaml/problem.ts';
import type { barSchema, gatesSchema } from './file-schema.ts';

/** Who answers. */
export type Source =
  | { readonly kind: 'embedded'; readonly model: EmbeddedModel }
  | { readonly kind: 'external'; readonly name: string; readonly answers: ExternalAnswers }
  /** `name` as the settings of models read it: `claude-…` or `<endpoint>/<model>`. `url`: instead of the endpoint's own. */
  | { readonly kind: 'network'; readonly name: string; readonly url: string | null };

/** Answers brought by hand: by case, then one for each sample, as parts. */
export type ExternalAnswers = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

export interface Variant {
  /** `model/prompt`. */
  readonly name: string;
  /** As the file calls it. */
  readonly model: string;
  readonly source: Source;
  readonly prompt: { readonly id: string; readonly system: string; readonly sha256: string };
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly timeoutSeconds: number;
  readonly combined: boolean;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Of the model in the file. */
  readonly position: Position;
}

export interface PlannedCase {
  /** Path of the document without its ending, and for a question `#` and its id. */
  readonly id: string;
  readonly document: {
    /** Relative to the corpus, forward slashes. */
    readonly path: string;
    readonly sha256: string;
    readonly tokens_estimated: number;
  };
  readonly question: string | null;
  /** null: nobody wrote one. */
  readonly truth: CaseTruth | null;
  /** null without a truth. */
  readonly truthSource: {
    readonly path: string | null;
    readonly sha256: string;
    readonly reviewed: string | null;
    readonly written_by: string;
  } | null;
}

export type Bar = z.output<typeof barSchema>;
export type ExperimentGates = z.output<typeof gatesSchema>;

export interface ExperimentPlan {
  readonly id: string;
  readonly name: string;
  readonly task: Task;
  readonly mode: Mode;
  /** The parts of an answer, in order. */
  readonly parts: readonly Part[];
  readonly repeats: number;
  readonly variants: readonly Variant[];
  readonly cases: readonly PlannedCase[];
  /** `rules` or a model. null: as the settings say. */
  readonly judge: string | null;
  readonly baseline: string | null;
  readonly bar: Bar | null;
  readonly gates: ExperimentGates;
  /** USD; null: none. */
  readonly budget: number | null;
  /** Relative to the project's root, for people. */
  readonly file: string;
  /** What a reader of the results should know, such as keys that are ignored. */
  readonly warnings: readonly string[];
}
