/** The tools of the Agent UI 0.25: a turn is started, watched and read; what the agent asks meanwhile is answered. */
import { AgentUiError } from '../../contract.ts';
import { createQueue } from '../queue.ts';
import type { DrivenAgentUi, Generation, GenerationContext } from './generation.ts';
import { pause } from './pause.ts';
import { SESSION_TOOLS, sessionsOf } from './sessions.ts';
import { takeTurn, turnStatus } from './turn.ts';

export const startMessageGeneration: Generation = {
  name: 'start-message',
  needs: [
    ...SESSION_TOOLS,
    'start_message',
    'wait_for_turn',
    'turn_view',
    'turn_status',
    'stop_turn',
    'answer_prompt',
    'answer_question',
  ],
  answersMeanwhile: true,
  create(context: GenerationContext): DrivenAgentUi {
    const { call, timeouts, pollMs } = context;
    // The backend has a line of its own for turns; in ours no deadline runs.
    const turns = createQueue(context.turns);
    /** Sessions with a turn that we gave up and have not seen the end of. */
    const abandoned = new Set<string>();
    const quick = { timeoutMs: timeouts.call };

    const stop = (sessionId: string): void => {
      abandoned.add(sessionId);
      call('stop_turn', { session_id: sessionId }, quick).catch(() => undefined); // it is over already, or we are
    };
    return {
      ...sessionsOf(context),
      async sendMessage(input, options) {
        const limit = { timeoutMs: timeouts.message, ...options };
        let isUnderWay = false;
        const take = () =>
          takeTurn(context, input, {
            ...limit,
            onStart: () => (isUnderWay = true),
            onEnd: () => (isUnderWay = false),
          });
        try {
          return await turns.run(take, options?.signal);
        } catch (error) {
          if (isUnderWay && !isRefusal(error)) stop(input.sessionId);
          // Given up while it waited for its place in our line, it ends with the signal's own reason.
          if (error instanceof AgentUiError || !options?.signal?.aborted) throw error;
          throw new AgentUiError('aborted', 'send_message', 'send_message was given up.', { cause: error });
        }
      },
      async whenIdle(options) {
        const limit = { timeoutMs: timeouts.message, ...options };
        const deadline = performance.now() + limit.timeoutMs;
        for (const sessionId of abandoned) {
          while (!(await isIdle(context, sessionId, { ...limit, timeoutMs: timeouts.call }))) {
            if (performance.now() > deadline) {
              throw new AgentUiError(
                'timeout',
                'turn_status',
                'The agent is still busy with a turn we gave up.',
              );
            }
            await pause(pollMs, 'turn_status', limit.signal);
          }
          abandoned.delete(sessionId);
        }
      },
    };
  },
};

/** The message was not taken: there is nothing to stop. */
function isRefusal(error: unknown): boolean {
  return error instanceof AgentUiError && error.tool === 'start_message' && error.kind === 'refused';
}

async function isIdle(
  { call }: GenerationContext,
  sessionId: string,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  try {
    return (await turnStatus(call, sessionId, options)).state === 'idle';
  } catch (error) {
    if (error instanceof AgentUiError && error.kind === 'refused') return true; // its session was deleted
    throw error;
  }
}
