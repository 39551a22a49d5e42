import { once } from 'node:events';
import { expect, test } from 'vitest';
import { AgentUiError } from '../../../src/agents/contract.ts';
import { errorFromWire, errorToWire } from '../../../src/run/shared/protocol.ts';
import { openLine, serve, type Handler } from '../../../src/run/shared/rpc.ts';

let names = 0;
const host = (handlers: Record<string, Handler>) => {
  names += 1;
  const name = `rpc-test-${names}`;
  const server = serve(name, handlers, errorToWire);
  return { server, connect: () => openLine(name, errorFromWire) };
};

test('a call is answered, also several at once and from several lines', async () => {
  const { server, connect } = host({ double: async (input) => Number(input) * 2 });
  const [one, other] = [connect(), connect()];
  const answers = await Promise.all([one.call('double', 1), one.call('double', 2), other.call('double', 3)]);
  expect(answers).toEqual([2, 4, 6]);
  one.close();
  other.close();
  server.close();
});

test('an error keeps its kind on the way', async () => {
  const { server, connect } = host({
    fail: () =>
      Promise.reject(new AgentUiError('failed_turn', 'send_message', 'Sorry, I ran into a problem')),
    odd: () => Promise.reject(new TypeError('x')),
  });
  const line = connect();
  await expect(line.call('fail', null)).rejects.toMatchObject({
    name: 'AgentUiError',
    kind: 'failed_turn',
    tool: 'send_message',
    message: 'Sorry, I ran into a problem',
  });
  await expect(line.call('odd', null)).rejects.toMatchObject({ name: 'TypeError', message: 'x' });
  await expect(line.call('unheard of', null)).rejects.toThrow('no handler for unheard of');
  line.close();
  server.close();
});

test('the caller hears when its call waits in the queue and leaves it, and can give it up', async () => {
  const { server, connect } = host({
    async wait(_, { signal, sent, queued }) {
      queued();
      sent();
      await once(signal, 'abort');
      throw new AgentUiError('aborted', 'send_message', 'given up');
    },
  });
  const line = connect();
  const controller = new AbortController();
  const heard: string[] = [];
  const call = line.call('wait', null, {
    signal: controller.signal,
    onQueued: () => heard.push('queued'),
    onSent: () => {
      heard.push('sent');
      controller.abort();
    },
  });
  await expect(call).rejects.toMatchObject({ kind: 'aborted' });
  expect(heard).toEqual(['queued', 'sent']);
  await expect(line.call('wait', null, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
    'before',
  );
  line.close();
  server.close();
});
