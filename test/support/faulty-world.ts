/** An agent and a judge in virtual time, that are away or overloaded at set times; messages that always fail. */
import { AgentUiError, type AgentUi, type StoredMessage } from '../../src/agents/contract.ts';
import { JudgeError, type Judge } from '../../src/judge/judge.ts';
import { createAnthropicClient } from '../../src/models/anthropic/client.ts';
import { isOutage, LlmError } from '../../src/models/errors.ts';
import { priceOf } from '../../src/models/prices.ts';
import { z } from 'zod';
import { FAKE_KEY } from './run.ts';
import { turnJudgement } from './verdicts.ts';
import { isDown, type Outage, type VirtualClock } from './virtual-clock.ts';

const MODEL = 'claude-sonnet-4-6';

/** A message of it takes a second. When it comes back it has forgotten its sessions. "fail" is a turn that fails. */
export function agentWith(clock: VirtualClock, outages: readonly Outage[]): AgentUi {
  let sessions = new Map<string, StoredMessage[]>();
  let seen = 0;
  let last = 0;
  const gone = (tool: string) => new AgentUiError('unreachable', tool, 'connect ECONNREFUSED');
  const reach = () => {
    if (outages.some(({ from, to }) => from > seen - 1 && from < clock.now() && to <= clock.now())) {
      sessions = new Map();
    }
    if (isDown(outages, clock.now())) {
      sessions = new Map();
      throw gone('connect');
    }
    seen = clock.now();
  };
  const messagesOf = (id: string, tool: string) => {
    const messages = sessions.get(id);
    if (messages === undefined) throw new AgentUiError('refused', tool, 'Session not found');
    return messages;
  };
  const session = (id: string) => ({
    id,
    agent_type: null,
    model: null,
    effective_model: null,
    device: null,
  });
  return {
    async status() {
      reach();
      return { version: null, model_server_running: true, model: null, init_state: null };
    },
    async createSession() {
      reach();
      last += 1;
      sessions.set(`s${last}`, []);
      return session(`s${last}`);
    },
    async getSession(id) {
      reach();
      messagesOf(id, 'get_session');
      return session(id);
    },
    async deleteSession(id) {
      reach();
      sessions.delete(id);
    },
    failTools: () => Promise.reject(new AgentUiError('refused', 'fail_tools', 'no such tool')),
    indexDocument: () => Promise.reject(new AgentUiError('refused', 'index_document', 'no documents')),
    async sendMessage({ sessionId, message }, options) {
      options?.onSent?.();
      reach();
      const messages = messagesOf(sessionId, 'send_message');
      await clock.sleep(1_000);
      if (outages.some(({ from }) => from >= seen && from < clock.now())) {
        sessions = new Map();
        throw gone('send_message');
      }
      if (message === 'fail')
        throw new AgentUiError('failed_turn', 'send_message', 'Sorry, I ran into a problem');
      messages.push({ role: 'user', content: message }, { role: 'assistant', content: 'hello' });
      return { agent_response: 'hello', tool_calls: [], stats: null };
    },
    async getMessages(id) {
      reach();
      return messagesOf(id, 'get_messages');
    },
    async whenIdle() {
      reach();
    },
    prepareMemory: async () => {},
    look: async () => ({}),
  };
}

export interface JudgeOptions {
  readonly clock: VirtualClock;
  readonly outages: readonly Outage[];
  readonly timeoutMs: number;
}

/** The real client over a network of our own; what it was billed is in `billed`, as the endpoint counts. */
export function judgeWith({ clock, outages, timeoutMs }: JudgeOptions): {
  judge: Judge;
  billed: () => number;
} {
  const price = priceOf(MODEL);
  let calls = 0;
  const usage = { input_tokens: 1_000, output_tokens: 200 };
  const client = createAnthropicClient({
    apiKey: FAKE_KEY,
    model: MODEL,
    price,
    clock,
    async fetch() {
      clock.pass(300);
      if (isDown(outages, clock.now())) {
        const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
        return Response.json(error, { status: 529 });
      }
      calls += 1;
      const content = [{ type: 'text', text: '{"ok":true}' }];
      return Response.json({ type: 'message', content, stop_reason: 'end_turn', usage });
    },
  });
  const judge: Judge = {
    name: 'llm',
    fingerprint: 'test',
    async judgeTurn(_, { signal, ledger, onWait }) {
      try {
        const schema = z.object({ ok: z.boolean() });
        const asked = { system: 's', prompt: 'p', schema, maxTokens: 300, timeoutMs };
        await client.structured({ ...asked, signal, ledger, onWait });
      } catch (error) {
        if (!(error instanceof LlmError)) throw error;
        throw new JudgeError(error.message, isOutage(error));
      }
      return turnJudgement(9);
    },
    judgeScenario: async () => NOTHING_TO_SAY,
  };
  const each = usage.input_tokens * price.input + usage.output_tokens * price.output;
  return { judge, billed: () => (calls * each) / 1_000_000 };
}

const NOTHING_TO_SAY = {
  root_cause: null,
  root_cause_target: null,
  recommended_fix: null,
  critical_violation: null,
  blocked_by_architecture: null,
  outcome: null,
  claimed_status: null,
  claimed_overall: null,
};
