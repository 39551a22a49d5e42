import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskSecrets, withoutSecrets } from '../../src/agent-ui/secrets.ts';

test.each([
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'OPENAI_APIKEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_PAT',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'HF_TOKEN',
  'PGPASSWORD',
  'npm_config_token',
])('a server is not told %s', (name) => {
  expect(withoutSecrets({ [name]: 'x', PATH: '/bin' })).toEqual({ PATH: '/bin' });
});

test.each([
  'PATH',
  'HOME',
  'VIRTUAL_ENV',
  'PYTHONPATH',
  'LEMONADE_BASE_URL',
  'GAIA_HOME',
  'GAIA_MEMORY_ADMIN',
  'TOKENIZERS_PARALLELISM',
  'PYTHON_KEYRING_BACKEND',
  'SSH_AUTH_SOCK',
])('a server is told %s', (name) => {
  expect(withoutSecrets({ [name]: 'x', EMPTY: undefined })).toEqual({ [name]: 'x' });
});

test.each([
  ['key sk-ant-api03-abcdefgh was refused', 'key *** was refused'],
  ['ANTHROPIC_API_KEY=abc123', 'ANTHROPIC_API_KEY=***'],
  ['{"api_key": "abc123", "model": "m"}', '{"api_key": "***", "model": "m"}'],
  ['Authorization: Bearer abcdefghijk.lmn', 'Authorization: Bearer ***'],
  ['run --api-key abc --stdio', 'run --api-key *** --stdio'],
  ['http://user:pass@host:4200/mcp', 'http://***@host:4200/mcp'],
  [`http://${'a.'.repeat(500)}@host:4200/mcp`, 'http://***@host:4200/mcp'],
  ['input_tokens: 12, output tokens 3', 'input_tokens: 12, output tokens 3'],
  ['http://host:4200/a@b', 'http://host:4200/a@b'],
])('%s', (text, masked) => {
  expect(maskSecrets(text, {})).toBe(masked);
});

test('the value of a secret in our environment never passes, wherever it stands', () => {
  const secret = fc
    .string({ minLength: 8, maxLength: 40 })
    .filter((text) => !text.includes('*') && text.trim() === text);
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
      expect(maskSecrets(before + value + after, { MY_TOKEN: value })).not.toContain(value);
    }),
  );
});

test('a long line takes no long time', () => {
  const started = performance.now();
  maskSecrets(`${'a_'.repeat(100_000)} ${'://'.repeat(50_000)}`, { A_KEY: 'a'.repeat(20) });
  expect(performance.now() - started).toBeLessThan(2000);
});
