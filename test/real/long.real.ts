/** A turn longer than the 300 s after which Node's own fetch ends a silent stream. Takes six minutes: LONG=1 test/real/run long */
import { expect, test } from 'vitest';
import { connect, model } from './rig.ts';

const TURN_S = 320;

test.runIf(process.env['LONG'])(
  'the answer of a turn of 320 s arrives over HTTP',
  { timeout: 450_000 },
  async () => {
    await model({ reset: true, miss: 0 });
    const ui = await connect('http');
    const { id: sessionId } = await ui.createSession({ title: 'Eval: a long turn' });
    const started = performance.now();
    const reply = await ui.sendMessage({ sessionId, message: `[[delay ${TURN_S}]] [[say After all.]]` });
    expect(reply.agent_response).toBe('After all.');
    expect((performance.now() - started) / 1000).toBeGreaterThan(TURN_S - 1);
    await ui.close();
  },
);
