import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  endpointsSchema,
  findEndpoint,
  nearestEndpoint,
  parseModelName,
} from '../../src/models/endpoints.ts';
import { fewestTokens } from '../../src/models/cut-prompt.ts';
import { isSameModel } from '../../src/models/model-name.ts';
import { splitThinking } from '../../src/models/thinking.ts';

test.each([
  ['claude-sonnet-4-6', { vendor: 'anthropic', model: 'claude-sonnet-4-6' }],
  ['anthropic/claude-sonnet', { vendor: 'anthropic', model: 'anthropic/claude-sonnet' }],
  ['toString/x', { vendor: 'anthropic', model: 'toString/x' }],
  [
    'ollama/qwen3:8b',
    { vendor: 'openai', model: 'qwen3:8b', endpoint: { url: 'http://localhost:11434/v1' } },
  ],
  ['vllm/meta-llama/Llama-3', { vendor: 'openai', model: 'meta-llama/Llama-3', endpoint: { isLocal: true } }],
  [
    'openai/gpt-5-mini',
    { vendor: 'openai', model: 'gpt-5-mini', endpoint: { keyFrom: 'OPENAI_API_KEY', isLocal: false } },
  ],
  [
    'box/tiny',
    { vendor: 'openai', model: 'tiny', endpoint: { url: 'http://10.0.0.7/v1', price: '1,2', slots: 4 } },
  ],
])('%s', (name, expected) => {
  const own = endpointsSchema.parse({ box: { url: 'http://10.0.0.7/v1/', price: '1,2', slots: 4 } });
  expect(parseModelName(name, own)).toMatchObject(expected);
});

test('a known name at another address has no key of its vendor: it would be sent there', () => {
  const own = { openai: { url: 'http://box.example/v1' } };
  expect(findEndpoint('openai', own)).toMatchObject({ url: 'http://box.example/v1', keyFrom: null });
});

test('a slip of a name is seen', () => {
  expect(nearestEndpoint('olama')).toBe('ollama');
  expect(nearestEndpoint('anthropic')).toBeNull();
});

test.each([
  [{ box: { url: 'ftp://x' } }, /http\(s\) URL/],
  [{ box: { url: 'http://me:secret@x/v1' } }, /no user and no password/],
  [{ box: { url: 'http://x', keyFrom: 'sk-proj-abc' } }, /name of an environment variable/],
  [{ box: { url: 'http://x', slots: 0 } }, /slots/],
  [{ box: { url: 'http://x', keyfrom: 'A' } }, /keyfrom/],
  [{ 'a/b': { url: 'http://x' } }, /word/],
])('%j is refused', (value, words) => {
  expect(JSON.stringify(endpointsSchema.safeParse(value).error?.issues)).toMatch(words);
});

test.each([
  ['gpt-5-mini', 'gpt-5-mini-2025-08-07', true],
  ['claude-sonnet-4-6-20260101', 'claude-sonnet-4-6', true],
  ['claude-3-5-haiku', 'claude-3-5-haiku-latest', true],
  ['Qwen3-4B', 'models/qwen3-4b.gguf', true],
  ['llama3', 'llama3:latest', true],
  ['claude-sonnet-5', 'claude-sonnet-5-5', false],
  ['gpt-5', 'gpt-5-mini', false],
  ['tiny', 'other', false],
])('%s and %s: %s', (asked, answered, same) => {
  expect(isSameModel(asked, answered)).toBe(same);
});

test('text without tags is all answer, whatever it is; nothing of a text is lost between the tags', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/<\/?(?:think|thinking|reasoning)>/i.test(text));
      expect(splitThinking(text)).toEqual({ text, thinking: '' });
      expect(splitThinking(`<think>${text}</think>\n${text}`)).toEqual({
        text: text.trimStart(),
        thinking: text.trim(),
      });
    }),
  );
});

test('letters that are longer in lower case do not move the end of thinking', () => {
  expect(splitThinking('<THINK>\u0130\u0130\u0130</THINK>\nFour.')).toEqual({
    text: 'Four.',
    thinking: '\u0130\u0130\u0130',
  });
});

test('a prompt of few words says nothing of its tokens; a long one has at least half as many as words', () => {
  expect(fewestTokens('word '.repeat(199))).toBe(0);
  expect(fewestTokens('word '.repeat(1000))).toBe(500);
  expect(fewestTokens(' '.repeat(100_000))).toBe(0);
});
