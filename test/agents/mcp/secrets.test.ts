import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { MARK_NAME } from '../../../src/process-mark.ts';
import { connectAgentUi } from '../../../src/agents/mcp/connect.ts';
import { maskSecrets, withoutSecrets } from '../../../src/agents/mcp/secrets.ts';

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
  'LC_ALL',
  'TMPDIR',
  'SystemRoot',
])('a server is told %s', (name) => {
  expect(withoutSecrets({ [name]: 'x', EMPTY: undefined })).toEqual({ [name]: 'x' });
});

test.each([
  'DATABASE_URL',
  'SSH_AUTH_SOCK',
  'SSH_PRIVATE_KEY',
  'NPM_CONFIG__AUTH',
  'GPG_PASSPHRASE',
  'HTTPS_PROXY',
  'all_proxy',
  'AWS_PROFILE',
  'GAIA_API_KEY',
  'ANYTHING_ELSE',
])('fault 30: a server is not told %s, unless somebody passes it on', (name) => {
  const env = { [name]: 'x', PATH: '/bin' };
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin' });
  expect(withoutSecrets(env, ['OTHER', name])).toEqual(env);
});

test('fault 30: a server that is started sees what it is told and nothing else', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://me:hunter2@db/x');
  vi.stubEnv('PASSED_ON_PURPOSE', 'yes');
  vi.stubEnv('GAIA_HOME', '/gaia');
  const code = 'console.error("TOLD " + Object.keys(process.env).sort().join(" ")); process.exit(1)';
  const mcp = {
    kind: 'stdio',
    command: process.execPath,
    args: ['-e', code],
    passed: ['PASSED_ON_PURPOSE'],
  } as const;
  const error = await connectAgentUi({ mcp: { ...mcp, args: [...mcp.args] }, backend: 'http://x' }).catch(
    (caught: unknown) => caught,
  );
  vi.unstubAllEnvs();
  const told = /^TOLD (.*)$/m.exec(String(error))?.[1]?.split(' ') ?? [];
  expect(told).toEqual(expect.arrayContaining(['PATH', 'PASSED_ON_PURPOSE', 'GAIA_HOME']));
  // By the mark what it starts is found again.
  expect(told.filter((name) => /DATABASE|VITEST|^npm_|SSH|PROXY/.test(name))).toEqual([MARK_NAME]);
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
