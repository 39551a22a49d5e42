/** Keeps what a turn does, in the wording of the Agent UI: agent_steps, event_log, and the stored steps. */
import { messageOf } from '../message-of.ts';

export interface ToolOutcome {
  readonly success: boolean;
  /** What the step's result line says. */
  readonly summary: string;
}
export interface Step extends ToolOutcome {
  readonly tool: string;
}
interface StoredStep {
  readonly id: number;
  readonly type: 'tool';
  readonly label: string;
  readonly tool: string;
  readonly detail: string;
  readonly active: false;
  readonly result: string;
  readonly success: boolean;
  readonly latencyMs: number;
}

const ARGUMENTS_CHARS = 200;
const RESULT_CHARS = 150;
const SUMMARY_CHARS = 300;

/** Tools that fail, whatever they are called with. */
export interface ToolFaults {
  readonly tools: readonly string[];
  readonly error: string;
}

export class Recorder {
  readonly #faults: ToolFaults | null;
  readonly steps: Step[] = [];
  readonly stored: StoredStep[] = [];
  readonly log: string[] = ['[status] Connecting to LLM...'];

  constructor(faults: ToolFaults | null = null) {
    this.#faults = faults;
  }

  status(line: string): void {
    this.log.push(`[status] ${line}`);
  }

  /** Runs one tool and writes it down; an error that it throws becomes a failed step, not a failed turn. */
  async call<T extends ToolOutcome>(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    run: () => T | Promise<T>,
  ): Promise<T | ToolOutcome> {
    const detail = Object.entries(args)
      .map(([key, value]) => `${key}: ${String(value)}`)
      .join(', ');
    this.log.push(`[tool] ${tool}`);
    if (detail !== '') this.log.push(`  args: ${detail.slice(0, ARGUMENTS_CHARS)}`);
    const start = performance.now();
    let outcome: T | ToolOutcome;
    try {
      const fault = this.#faults?.tools.includes(tool) === true ? this.#faults.error : null;
      outcome = fault === null ? await run() : { success: false, summary: `error: ${fault}` };
    } catch (error) {
      outcome = {
        success: false,
        summary: `error: ${messageOf(error)}`,
      };
    }
    this.finish(tool, detail, outcome, performance.now() - start);
    return outcome;
  }

  /** Writes a step that has already run. */
  finish(tool: string, detail: string, outcome: ToolOutcome, latencyMs: number): void {
    this.log.push(`  result [${outcome.success ? 'OK' : 'FAIL'}]: ${outcome.summary.slice(0, RESULT_CHARS)}`);
    this.steps.push({ tool, success: outcome.success, summary: outcome.summary.slice(0, SUMMARY_CHARS) });
    this.stored.push({
      id: this.stored.length + 1,
      type: 'tool',
      label: `Using ${tool}`,
      tool,
      detail,
      active: false,
      result: outcome.summary,
      success: outcome.success,
      latencyMs: Math.round(latencyMs * 10) / 10,
    });
  }
}
