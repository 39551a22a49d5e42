import { expect, test } from 'vitest';
import { z } from 'zod';
import { readReply } from '../../src/models/reading.ts';

const SCHEMA = z.object({ a: z.number(), b: z.object({ c: z.string() }) });
const GOOD = '{"a":1,"b":{"c":"x"}}';

test('a complete reply is read', () => {
  expect(readReply({ text: GOOD, stopReason: 'end_turn' }, SCHEMA)).toStrictEqual({
    ok: true,
    value: { a: 1, b: { c: 'x' } },
  });
});

test.for<[stopReason: string | null, said: string]>([
  ['stop_sequence', 'stop_reason stop_sequence'],
  ['pause_turn', 'stop_reason pause_turn'],
  ['tool_use', 'stop_reason tool_use'],
  ['length', 'stop_reason length'],
  ['', 'stop_reason '],
  [null, 'no stop_reason'],
])('fault 16: a reply that ended by %j is none, whatever it holds', ([stopReason, said]) => {
  expect(readReply({ text: GOOD, stopReason }, SCHEMA)).toStrictEqual({
    ok: false,
    kind: 'unparseable',
    problem: `the reply did not come to its end (${said})`,
    worthRepeating: true,
  });
});

test.for<[text: string, stopReason: string, kind: string, problem: string, worthRepeating: boolean]>([
  // A reply that was cut or refused counts for nothing, even when what there is of it can be read.
  [GOOD, 'refusal', 'refusal', 'the model refused to answer', false],
  [GOOD, 'max_tokens', 'max_tokens', 'the reply was cut off before its end', true],
  [GOOD, 'model_context_window_exceeded', 'max_tokens', 'the request is too long for the model', false],
  ['', 'end_turn', 'unparseable', 'the reply was empty', true],
  ['no', 'end_turn', 'unparseable', 'the reply held no single JSON object', true],
  [
    '{"b":{}}',
    'end_turn',
    'unparseable',
    'a: Invalid input: expected number, received undefined; b.c: Invalid input: expected string, received undefined',
    true,
  ],
])('%s with %s', ([text, stopReason, kind, problem, worthRepeating]) => {
  expect(readReply({ text, stopReason }, SCHEMA)).toStrictEqual({ ok: false, kind, problem, worthRepeating });
});
