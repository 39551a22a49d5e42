/** What the corpus check finds. */

/** One thing that is wrong with the corpus or with how scenarios use it. */
export interface CorpusFinding {
  readonly kind:
    | 'missing_file'
    | 'unreadable_file'
    | 'wrong_hash'
    | 'unknown_generator'
    | 'fact_not_found'
    | 'fact_without_place'
    | 'null_fact_answered'
    | 'null_fact_without_words'
    | 'neighbour_not_found'
    | 'neighbour_is_answer'
    | 'unknown_id'
    | 'unused_document'
    | 'used_after_all'
    | 'turn_without_checks'
    | 'scenario_file'
    | 'truth_file';
  /** Where to look: `documents/acme_q3_report.md`, or `scenario budget_query, turn 2`. */
  readonly at: string;
  /** What is wrong and what to do, without `at`. */
  readonly message: string;
  /** Worth knowing, and no fault: it does not make the check fail. */
  readonly warning?: boolean;
}

/** One line for people. */
export function formatFinding({ at, message, warning }: CorpusFinding): string {
  return `${warning === true ? 'warning: ' : ''}${at}: ${message}`;
}
