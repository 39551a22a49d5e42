/**
 * What was said between the simulated user and the agent: facts only, no opinion.
 * Simulator, judge, rubric, run and results all read these types; none of them changes one.
 */

/** One tool call the agent chose to make. The backend's own loading of documents is not in here. */
export interface ToolCall {
  readonly tool: string;
  /** The arguments as the agent's log words them (text, often cut), or null when it shows none. */
  readonly arguments: string | null;
  readonly success: boolean;
  /** What the agent's log says came back (often cut). */
  readonly summary: string;
}

/** What the agent asked its user in the middle of a turn, and what the evaluation's policy answered. */
export interface Prompt {
  /** A tool it may only use when allowed to, or a question about the task. */
  readonly kind: 'permission' | 'question';
  /** What was asked: tool and arguments, or the question, cut. */
  readonly text: string;
  /** `expired`: nobody answered in time, which the agent takes for a no. */
  readonly decision: 'allowed' | 'denied' | 'answered' | 'declined' | 'expired';
  /** Our words, for `answered` and where a refusal was worded; else null. */
  readonly answer: string | null;
}

/** The agent's own measurements of a turn; null where it gave none. They never affect pass or fail. */
export interface ResponseStats {
  readonly tokens_per_second: number | null;
  /** Seconds. */
  readonly time_to_first_token: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
}

/** What the evaluation itself did before a turn, as its scenario asks. */
export interface TurnStart {
  readonly new_session?: true | undefined;
  /** The document, by its path in the corpus, that another version took the place of. */
  readonly replaced_document?: string | undefined;
  /** Tools that were made to fail in this turn. */
  readonly failing_tools?: readonly string[] | undefined;
}

/** What a check of the user's own said of a turn. */
export interface OwnFinding {
  /** Its file, as the scenario names it. */
  readonly call: string;
  readonly outcome: 'pass' | 'fail' | 'undecided';
  readonly reason: string;
}

/** One turn as it happened. */
export interface Exchange {
  /** From 1. */
  readonly turn: number;
  readonly user_message: string;
  readonly agent_response: string;
  readonly tool_calls: readonly ToolCall[];
  /** Absent when the agent asked nothing, or can't tell us. */
  readonly prompts?: readonly Prompt[];
  /** What the evaluation itself looked up at the agent after the turn, as its scenario asks; absent for nothing. */
  readonly verified?: readonly ToolCall[];
  /** Of the checks of the user's own that the scenario calls; absent for none. */
  readonly own_checks?: readonly OwnFinding[];
  /** Absent where nothing was done before it. */
  readonly before?: TurnStart;
  readonly stats: ResponseStats | null;
  /** Seconds the agent took for this message, waiting in our own queue not counted. */
  readonly elapsed_s: number;
}

/** The turns so far, oldest first. */
export type Conversation = readonly Exchange[];
