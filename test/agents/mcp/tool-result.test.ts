import { expect, test } from 'vitest';
import type { AgentUiErrorKind } from '../../../src/agents/contract.ts';
import { readToolResult } from '../../../src/agents/mcp/tool-result.ts';

const text = (value: unknown) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});

test.each([
  ['the text of the one item', text({ id: 'a' })],
  ['the structured result', { content: [], structuredContent: { result: { id: 'a' } } }],
  [
    'the text when there is no structured result in the structured content',
    { ...text({ id: 'a' }), structuredContent: {} },
  ],
  ['beside fields of a later protocol', { ...text({ id: 'a' }), _meta: {}, resultType: 'complete' }],
  ['beside an empty error', text({ id: 'a', error: null })],
])('reads %s', (_, result) => {
  expect(readToolResult('get_session', result)).toMatchObject({ id: 'a' });
});

test.each<[string, unknown, AgentUiErrorKind, RegExp]>([
  [
    'an answered failure',
    text({ status: 'error', detail: 'Session not found' }),
    'refused',
    /^t failed: Session not found$/,
  ],
  ['an older one', text({ error: 'HTTP 404: {"detail":"Session not found"}' }), 'refused', /404/],
  ['one without a reason', text({ status: 'error' }), 'refused', /no reason given/],
  [
    'one with an object as its reason',
    text({ status: 'error', detail: [{ loc: ['x'] }] }),
    'refused',
    /"loc"/,
  ],
  [
    'a backend that is down',
    text({ status: 'error', detail: 'Cannot connect to GAIA backend. Is it running?' }),
    'unreachable',
    /Cannot/,
  ],
  [
    'a backend that is down, in the words of its HTTP library',
    text({
      error: "HTTPConnectionPool(host='h', port=1): Max retries exceeded with url: /api (Caused by …)",
    }),
    'unreachable',
    /Max retries/,
  ],
  [
    'a backend that is silent',
    text({ error: "HTTPConnectionPool(host='h', port=1): Read timed out." }),
    'timeout',
    /Read timed out/,
  ],
  [
    'a busy agent',
    text({ error: '429 Client Error: Too Many Requests for url: http://h/api/chat/send' }),
    'refused',
    /429/,
  ],
  ['a crash', { ...text('Error executing tool t: boom'), isError: true }, 'crashed', /boom/],
  ['a crash without words', { content: [], isError: true }, 'crashed', /no reason given/],
  ['a crash that carries JSON', { ...text({ id: 'a' }), isError: true }, 'crashed', /"id"/],
  ['prose', text('I am not JSON'), 'malformed', /JSON object: I am not JSON/],
  ['a list', text([1]), 'malformed', /JSON object/],
  ['nothing', { content: [] }, 'malformed', /0 texts/],
  ['two texts', { content: [...text({}).content, ...text({}).content] }, 'malformed', /2 texts/],
  ['no result at all', { content: 'x' }, 'malformed', /no tool result/],
  ['null', null, 'malformed', /no tool result/],
])('%s', (_, result, kind, message) => {
  expect(() => readToolResult('t', result)).toThrow(
    expect.objectContaining({
      name: 'AgentUiError',
      kind,
      // What never reached the backend may be sent again.
      tool: JSON.stringify(result)?.includes('Cannot connect') ? 'connect' : 't',
      message: expect.stringMatching(message),
    }),
  );
});

test('quotes no more than it must', () => {
  expect(() => readToolResult('t', text('x'.repeat(100_000)))).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^.{1,700}$/) }),
  );
});
