import { expect, test } from 'vitest';
import { reasonOf } from '../../../src/agents/mcp/wire/call-error.ts';

const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);
/** What Node says of a name with two addresses: nothing, but each one's error. */
const both = new AggregateError([refused('::1:8765'), refused('127.0.0.1:8765')], '');
const words = 'connect ECONNREFUSED ::1:8765; connect ECONNREFUSED 127.0.0.1:8765';

test.each([
  [refused('127.0.0.1:8765'), 'connect ECONNREFUSED 127.0.0.1:8765'],
  [
    new TypeError('fetch failed', { cause: refused('127.0.0.1:8765') }),
    'connect ECONNREFUSED 127.0.0.1:8765',
  ],
  [both, words],
  [new TypeError('fetch failed', { cause: both }), words],
  ['nothing', 'nothing'],
])('%o', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
