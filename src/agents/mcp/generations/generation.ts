/** A generation: a set of tools by which some versions of the Agent UI are driven. */
import type { BackendHttp } from '../backend-http.ts';
import type { AgentUi, PromptPolicy } from '../../contract.ts';
import type { AgentUiTimeouts, ToolCaller } from '../tool-caller.ts';

export interface GenerationContext {
  readonly call: ToolCaller;
  readonly http: BackendHttp;
  readonly timeouts: AgentUiTimeouts;
  /** Milliseconds between two looks at something that is not done yet. */
  readonly pollMs: number;
  /** Turns the agent may work on at a time, 1 or more. */
  readonly turns: number;
  readonly policy: PromptPolicy;
  /** What new sessions shall run on; undefined leaves it to the agent. */
  readonly device: string | undefined;
}

/** What a generation answers; the rest is asked of the server by the name of its tool. */
export type DrivenAgentUi = Omit<AgentUi, 'look' | 'failTools'>;

export interface Generation {
  readonly name: string;
  /** The tools it cannot do without. */
  readonly needs: readonly string[];
  /** Does its server answer other calls while a turn is under way? */
  readonly answersMeanwhile: boolean;
  create(context: GenerationContext): DrivenAgentUi;
}
