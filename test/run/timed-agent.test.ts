import { expect, test } from 'vitest';
import type { AgentUi } from '../../src/agents/contract.ts';
import { startDeadline } from '../../src/run/deadline.ts';
import { timedAgent } from '../../src/run/timed-agent.ts';
import { connectedFake } from '../support/run.ts';

test('who asks when a message was sent is told, and the clock stands until then', async () => {
  const fake = await connectedFake();
  const deadline = startDeadline(60_000, new AbortController().signal, () => 'too late');
  try {
    const { id } = await fake.agent.createSession({ title: 'Eval: timed' });
    let letGo = () => {};
    const queued = new Promise<void>((resolve) => (letGo = resolve));
    const waiting: AgentUi = {
      ...fake.agent,
      async sendMessage(input, options) {
        await queued;
        return fake.agent.sendMessage(input, options);
      },
    };
    const left: number[] = [];
    const before = deadline.remaining();
    const answer = timedAgent(waiting, deadline).sendMessage(
      { sessionId: id, message: '[[say hello]]' },
      { onSent: () => left.push(deadline.remaining()) },
    );
    await new Promise((resolve) => setTimeout(resolve, 60));
    letGo();
    await answer;
    expect(left).toHaveLength(1);
    expect(before - (left[0] ?? 0)).toBeLessThan(50);
  } finally {
    deadline.stop();
    await fake.close();
  }
});
