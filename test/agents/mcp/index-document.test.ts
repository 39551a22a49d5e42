import { expect, test } from 'vitest';
import type { AgentUi } from '../../../src/agents/contract.ts';
import { indexDocument } from '../../../src/agents/mcp/generations/index-document.ts';
import { createQueue } from '../../../src/agents/mcp/queue.ts';
import type { ToolCaller } from '../../../src/agents/mcp/tool-caller.ts';
import { startDeadline } from '../../../src/run/deadline.ts';
import { timedAgent } from '../../../src/run/timed-agent.ts';
import { agentUiError } from '../../support/agent-ui-error.ts';

const DOCUMENT = {
  id: 'd',
  filename: 'a.txt',
  chunk_count: 0,
  indexing_status: 'indexing',
  linked_to_session: 's',
};

/** An agent that gives these answers to index_document and then to list_documents, the last for good. */
function agent(...answers: unknown[]): { call: ToolCaller; asked: { tool: string; timeoutMs: number }[] } {
  const asked: { tool: string; timeoutMs: number }[] = [];
  const call: ToolCaller = async (tool, _, { timeoutMs }) => {
    asked.push({ tool, timeoutMs });
    return asked.length === 1
      ? answers[0]
      : { documents: [answers[Math.min(asked.length, answers.length) - 1]] };
  };
  return { call, asked };
}

const input = { path: '/docs/a.txt', sessionId: 's' };

test('waits until the document is indexed, and knows the session of the first answer', async () => {
  const { linked_to_session: _, ...listed } = DOCUMENT;
  const { call, asked } = agent(DOCUMENT, { ...listed, indexing_status: 'pending' }, listed, {
    ...listed,
    indexing_status: 'complete',
    chunk_count: 12,
  });
  expect(await indexDocument(call, input, { timeoutMs: 5000, pollMs: 1 })).toEqual({
    ...DOCUMENT,
    indexing_status: 'complete',
    chunk_count: 12,
    last_error: null,
  });
  expect(asked.map(({ tool }) => tool)).toEqual(['index_document', ...Array(3).fill('list_documents')]);
  expect(asked.every(({ timeoutMs }) => timeoutMs > 0 && timeoutMs <= 5000)).toBe(true);
});

test.each(['complete', 'failed', 'unsupported', 'missing'])(
  'a document that is %s is no longer waited for',
  async (status) => {
    const { call, asked } = agent({ ...DOCUMENT, indexing_status: status, last_error: 'why' });
    expect(await indexDocument(call, input, { timeoutMs: 50, pollMs: 1 })).toMatchObject({
      last_error: 'why',
    });
    expect(asked).toHaveLength(1);
  },
);

test('one that is never done is a timeout', async () => {
  await expect(indexDocument(agent(DOCUMENT).call, input, { timeoutMs: 50, pollMs: 1 })).rejects.toEqual(
    agentUiError('timeout', /^\/docs\/a\.txt is still "indexing" after 0\.05 s/),
  );
});

test('an abort ends the waiting between two looks', async () => {
  const giveUp = new AbortController();
  const waiting = indexDocument(agent(DOCUMENT).call, input, {
    timeoutMs: 60_000,
    pollMs: 60_000,
    signal: giveUp.signal,
  });
  setImmediate(() => giveUp.abort());
  await expect(waiting).rejects.toEqual(agentUiError('aborted'));
});

test.each([
  ['a negative number of chunks', { ...DOCUMENT, chunk_count: -1 }, 'malformed', /chunk_count/],
  ['no number of chunks', { ...DOCUMENT, chunk_count: undefined }, 'malformed', /chunk_count/],
  [
    'no link to the session',
    { ...DOCUMENT, linked_to_session: undefined },
    'refused',
    /not linked to session s/,
  ],
] as const)('%s is no success', async (_, answer, kind, message) => {
  await expect(indexDocument(agent(answer).call, input, { timeoutMs: 50, pollMs: 1 })).rejects.toEqual(
    agentUiError(kind, message),
  );
});

test.each(['docs/a.txt', 'a.txt', './a.txt', ''])(
  'a relative path (%j) is refused before the agent is asked',
  async (path) => {
    const { call, asked } = agent(DOCUMENT);
    await expect(indexDocument(call, { path, sessionId: 's' }, { timeoutMs: 50, pollMs: 1 })).rejects.toEqual(
      agentUiError('refused', /absolute path/),
    );
    expect(asked).toEqual([]);
  },
);

test('a path of Windows is absolute too', async () => {
  const { call } = agent({ ...DOCUMENT, indexing_status: 'complete' });
  await expect(
    indexDocument(call, { path: 'C:\\docs\\a.txt', sessionId: 's' }, { timeoutMs: 50, pollMs: 1 }),
  ).resolves.toBeDefined();
});

test('what a look waits behind the message of another scenario counts neither for it nor for its scenario', async () => {
  const queue = createQueue(1);
  let letGo = (): void => undefined;
  const { call: answer } = agent(DOCUMENT, { ...DOCUMENT, indexing_status: 'complete', chunk_count: 3 });
  const call: ToolCaller = async (tool, args, options) => {
    const sent = () => {
      options.onSent?.();
      return answer(tool, args, options);
    };
    const value = await queue.run(sent, options.signal, options.onQueued);
    if (tool === 'index_document') void queue.run(() => new Promise<void>((resolve) => (letGo = resolve)));
    return value;
  };
  const deadline = startDeadline(150, new AbortController().signal, () => 'too late');
  const ui = {
    indexDocument: (document, options) =>
      indexDocument(call, document, { timeoutMs: 150, pollMs: 1, ...options }),
  } satisfies Partial<AgentUi>;
  const indexed = timedAgent(ui as unknown as AgentUi, deadline).indexDocument(input);
  setTimeout(() => letGo(), 400);
  expect(await indexed).toMatchObject({ indexing_status: 'complete', chunk_count: 3 });
  expect(deadline.remaining()).toBeGreaterThan(0);
  deadline.stop();
});
