/** One turn of the Agent UI 0.25: started, watched until it is over, its questions answered, then read. */
import { AgentUiError, type AgentReply, type CallOptions } from '../../contract.ts';
import type { ToolCaller } from '../tool-caller.ts';
import { parseAnswer } from './answer.ts';
import { promptDesk } from './answer-prompts.ts';
import type { GenerationContext } from './generation.ts';
import { pause } from './pause.ts';
import { readTurn } from './turn-result.ts';
import { runStatusSchema, startedSchema, turnSchema, type TurnState, viewSchema } from './turn-schemas.ts';

/** Milliseconds a call may take beyond the wait that it asks for. */
const MARGIN_MS = 15_000;

/**
 * Right after a turn that failed, the next one is refused for an instant with the words for a session that is busy.
 * Tries and milliseconds between them; who really is busy stays so.
 */
const START_TRIES = 10;
const START_AGAIN_MS = 150;
const BUSY = /already (?:in progress|running)/i;

/** Looks at `last_run_status`: it is written a moment after the turn's last word. */
const STATUS_LOOKS = 5;

export interface TurnOptions extends CallOptions {
  /** For the turn as a whole, from the moment it is sent. */
  readonly timeoutMs: number;
  /** The turn may be under way from here on. */
  readonly onStart: () => void;
  /** It is over. */
  readonly onEnd: () => void;
}

export async function takeTurn(
  context: GenerationContext,
  { sessionId, message }: { readonly sessionId: string; readonly message: string },
  options: TurnOptions,
): Promise<AgentReply> {
  const { call, timeouts, pollMs, policy } = context;
  const abortable = options.signal ? { signal: options.signal } : {};
  const quick = { timeoutMs: timeouts.call, ...abortable };
  let deadline = performance.now() + options.timeoutMs;
  const onSent = () => {
    deadline = performance.now() + options.timeoutMs;
    options.onSent?.();
    options.onStart();
  };
  const turnId = await start(call, { session_id: sessionId, message }, { ...quick, onSent });

  const desk = promptDesk(call, sessionId, policy);
  for (;;) {
    const left = deadline - performance.now();
    if (left <= 0) throw tooLong(options.timeoutMs);
    const turn = await waitForTurn(call, sessionId, Math.min(timeouts.wait, left), abortable);
    if (turn.turn_id !== turnId) throw lost();
    if (turn.state === 'idle') break;
    const isNew = await desk.answer(turn, quick);
    if (!isNew) await pause(Math.min(pollMs, Math.max(1, left)), 'send_message', options.signal);
  }
  options.onEnd();

  const answer = await call('turn_view', { session_id: sessionId }, quick);
  const view = parseAnswer('turn_view', viewSchema, answer);
  if (view.turn_id !== turnId) throw lost();
  return readTurn(view, await runStatus(call, sessionId, pollMs, quick), desk.asked());
}

async function start(
  call: ToolCaller,
  args: { readonly session_id: string; readonly message: string },
  { onSent, ...options }: CallOptions & { readonly timeoutMs: number },
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const first = tries === 1 && onSent ? { onSent } : {};
      const answer = await call('start_message', args, { ...options, ...first });
      return parseAnswer('start_message', startedSchema, answer).turn_id;
    } catch (error) {
      const isBusy = error instanceof AgentUiError && error.kind === 'refused' && BUSY.test(error.message);
      if (!isBusy || tries >= START_TRIES) throw error;
      await pause(START_AGAIN_MS, 'start_message', options.signal);
    }
  }
}

/** The turn's state once it wants something of us or is over, or after `waitMs` milliseconds. */
async function waitForTurn(
  call: ToolCaller,
  sessionId: string,
  waitMs: number,
  options: CallOptions,
): Promise<TurnState> {
  const timeoutMs = waitMs + MARGIN_MS;
  const args = { session_id: sessionId, until: 'attention', timeout_ms: Math.max(1, Math.round(waitMs)) };
  try {
    return parseAnswer(
      'wait_for_turn',
      turnSchema,
      await call('wait_for_turn', args, { ...options, timeoutMs }),
    );
  } catch (error) {
    // A wait that ran out is answered like a failure; the state says what is true.
    if (!(error instanceof AgentUiError) || error.kind !== 'refused') throw error;
    return await turnStatus(call, sessionId, { ...options, timeoutMs });
  }
}

export async function turnStatus(
  call: ToolCaller,
  sessionId: string,
  options: CallOptions & { readonly timeoutMs: number },
): Promise<TurnState> {
  return parseAnswer(
    'turn_status',
    turnSchema,
    await call('turn_status', { session_id: sessionId }, options),
  );
}

/** Read again while it is unknown: right after a crash it was. null when it stays so. */
async function runStatus(
  call: ToolCaller,
  sessionId: string,
  pollMs: number,
  options: CallOptions & { readonly timeoutMs: number },
): Promise<string | null> {
  for (let looks = 1; ; looks += 1) {
    const answer = await call('get_session', { session_id: sessionId }, options);
    const { last_run_status } = parseAnswer('get_session', runStatusSchema, answer);
    if (last_run_status !== null || looks >= STATUS_LOOKS) return last_run_status;
    await pause(Math.min(pollMs, START_AGAIN_MS), 'send_message', options.signal);
  }
}

function tooLong(timeoutMs: number): AgentUiError {
  const seconds = timeoutMs / 1000;
  return new AgentUiError(
    'timeout',
    'send_message',
    `The agent gave no answer within ${seconds} s and was told to stop.`,
  );
}

function lost(): AgentUiError {
  return new AgentUiError(
    'unreachable',
    'send_message',
    "The agent's MCP server no longer knows our turn: it was restarted, or somebody else uses the session.",
  );
}
