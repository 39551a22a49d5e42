/** The conversation: one message after the other, each worded by the scenario or the simulator. */
import { AgentUiError, type AgentUi } from '../agents/contract.ts';
import type { Exchange } from '../conversation.ts';
import type { ScenarioPlan } from '../plan/scenario-plan.ts';
import type { Turn } from '../scenario/schema.ts';
import type { SimulatorContext } from '../simulator/simulator.ts';
import type { RunContext } from './context.ts';
import type { Deadline } from './deadline.ts';
import type { Release } from './slots.ts';

/** The next user message: the scenario's own words, or the simulator's. */
export async function messageFor(
  plan: ScenarioPlan,
  turn: Turn,
  conversation: readonly Exchange[],
  context: Pick<RunContext, 'simulator'>,
  simulatorContext: SimulatorContext,
): Promise<string> {
  if (turn.user_message !== undefined) return turn.user_message;
  const { simulator } = context;
  return simulator.nextMessage(
    { persona: turn.persona ?? plan.scenario.persona, objective: turn.objective ?? '', conversation },
    simulatorContext,
  );
}

/** Sends one message and measures how long the agent took, waiting in our queue not counted. */
export async function exchange(
  agent: AgentUi,
  sessionId: string,
  turn: number,
  message: string,
  timeoutMs: number,
  onSent: () => void,
): Promise<Exchange> {
  let sentAt = performance.now();
  const sent = () => {
    sentAt = performance.now();
    onSent();
  };
  const reply = await agent.sendMessage({ sessionId, message }, { timeoutMs, onSent: sent });
  const elapsed = (performance.now() - sentAt) / 1000;
  return { turn, user_message: message, ...reply, elapsed_s: Math.round(elapsed * 1000) / 1000 };
}

/** Holds an agent slot as the isolation asks: for the whole conversation, or for one message. */
export interface Tenancy {
  forMessage<T>(send: () => Promise<T>): Promise<T>;
  /** The conversation is over. */
  end(): void;
}

export function takeSlots(context: Pick<RunContext, 'slots' | 'settings'>, deadline: Deadline): Tenancy {
  let held: Release | null = null;
  const acquire = () =>
    deadline
      .pausedWhile(() => context.slots.acquire(deadline.signal))
      .catch((error: unknown) => {
        throw deadline.signal.aborted ? new AgentUiError('aborted', 'send_message', 'given up') : error;
      });
  const end = () => {
    held?.();
    held = null;
  };
  return {
    async forMessage(send) {
      held ??= await acquire();
      try {
        return await send();
      } finally {
        if (context.settings.isolation === 'turn') end();
      }
    },
    end,
  };
}
