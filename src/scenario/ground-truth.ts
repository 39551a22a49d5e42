/** What a turn's answer is judged against, once the references of the YAML are resolved in the manifest. */

/** One fact of the corpus. */
export interface Fact {
  readonly doc_id: string;
  readonly fact_id: string;
  /** null: the document does not say it, and the agent must say so. */
  readonly answer: string | null;
  /** Relative deviation that still counts as right. */
  readonly tolerance?: number;
}

/**
 * A turn's resolved ground truth.
 * `expected_answer`: a string to be met; null = "must say that it is not known"; undefined = no answer is fixed.
 */
export interface ResolvedTruth {
  readonly doc_id: string | null;
  readonly facts: readonly Fact[];
  readonly expected_answer: string | null | undefined;
  readonly expected_behavior: string | null;
  /** Wordings that count as the answer as well (AMD GAIA's `expected_phrases`). */
  readonly expected_phrases: readonly string[];
  readonly note: string | null;
}
