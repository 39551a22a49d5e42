/** A generation: a set of tools by which some versions of the Agent UI are driven. */
import type { AgentUi } from '../contract.ts';
import type { AgentUiTimeouts, ToolCaller } from '../tool-caller.ts';

export interface GenerationContext {
  readonly call: ToolCaller;
  readonly timeouts: AgentUiTimeouts;
  /** Milliseconds between two looks at a document that is still being indexed. */
  readonly pollMs: number;
}

export interface Generation {
  readonly name: string;
  /** The tools it cannot do without. */
  readonly needs: readonly string[];
  create(context: GenerationContext): AgentUi;
}
