/** What takes minutes, on demand: LONG=1 test/real/run long */
import { expect, test } from 'vitest';
import { connect, hasAgents, model } from './rig.ts';

const isAsked = hasAgents && Boolean(process.env['LONG']);

/** Longer than the 300 s after which Node's own fetch ends a silent stream. */
const TURN_S = 320;

test.runIf(isAsked)('the answer of a turn of 320 s arrives over HTTP', { timeout: 450_000 }, async () => {
  await model({ reset: true, miss: 0 });
  const ui = await connect('http');
  const { id: sessionId } = await ui.createSession({ title: 'Eval: a long turn' });
  const started = performance.now();
  const reply = await ui.sendMessage({ sessionId, message: `[[delay ${TURN_S}]] [[say After all.]]` });
  expect(reply.agent_response).toBe('After all.');
  expect((performance.now() - started) / 1000).toBeGreaterThan(TURN_S - 1);
  await ui.close();
});

test.runIf(isAsked)(
  'a permission prompt that nobody answers is denied after 60 s, and recorded',
  { timeout: 120_000 },
  async () => {
    await model({ reset: true, miss: 0 });
    const ui = await connect('http');
    const { id: sessionId } = await ui.createSession({ title: 'Eval: nobody answers' });
    const message = '[[call run_shell_command {"command": "ls"}]] [[say After all.]]';
    const reply = await ui.sendMessage({ sessionId, message });
    expect(reply).toMatchObject({
      agent_response: 'After all.',
      prompts: [
        { kind: 'permission', text: 'run_shell_command: command: ls', decision: 'expired', answer: null },
      ],
    });
    await ui.close();
  },
);
