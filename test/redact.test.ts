import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readKey } from '../src/api-key.ts';
import { knownSecretMask, maskSecrets, publicAddress } from '../src/redact.ts';
import { ENVIRONMENT, resolveSettings, SettingsError } from '../src/settings.ts';

const SECRET = 'Pl4nted0Secret9Value';

describe('fault 29: settings and messages', () => {
  test.each([
    [`http://host:8765/mcp?key=${SECRET}`, 'http://host:8765/mcp?key=***'],
    [`http://host:8765/mcp?auth=a&sig=${SECRET}#x`, 'http://host:8765/mcp?auth=***&sig=***#x'],
    [`http://host:8765/${SECRET}/mcp`, 'http://host:8765/***/mcp'],
    [
      `curl -H 'Authorization: Basic dXNlcjpwYXNz' http://host/`,
      `curl -H 'Authorization: Basic ***' http://host/`,
    ],
    [`run --header "X-Whatever: a b c"`, `run --header "X-Whatever: ***"`],
    [`Cookie: ${SECRET}`, 'Cookie: ***'],
    [`x-goog-api-key: ${SECRET}`, 'x-goog-api-key: ***'],
    ['the price AKIAABCDEFGHIJKLMNOP cannot be read', 'the price *** cannot be read'],
    ['a token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', 'a token ***'],
    ['model Qwen3-Coder-30B-A3B-Instruct-GGUF', 'model Qwen3-Coder-30B-A3B-Instruct-GGUF'],
    ['run_20260301_120000, 1,204 output tokens', 'run_20260301_120000, 1,204 output tokens'],
    ['session 29c211c7-31b5-4084-bb3f-1825c0210942', 'session 29c211c7-31b5-4084-bb3f-1825c0210942'],
  ])('fault 29: %s', (text, masked) => {
    expect(maskSecrets(text, {})).toBe(masked);
  });

  test('fault 29: what is masked once stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const masked = maskSecrets(text, {});
        expect(maskSecrets(masked, {})).toBe(masked);
      }),
    );
  });

  test('fault 29: an address is shown without its secrets, and two stay two', () => {
    expect(publicAddress('http://localhost:4200')).toBe('http://localhost:4200');
    expect(publicAddress(`http://localhost:4200/api?token=${SECRET}`)).toBe(
      'http://localhost:4200/api?token=***',
    );
    const [one, two] = [publicAddress(`http://h/${SECRET}1`), publicAddress(`http://h/${SECRET}2`)];
    expect(one).toMatch(/^http:\/\/h\/\*\*\*#[0-9a-f]{8}$/);
    expect(one).not.toBe(two);
  });

  test('fault 29: the target that is stored is not the one that is connected to', () => {
    const settings = resolveSettings({}, { AGENT_EVAL_BACKEND: `http://localhost:4200?token=${SECRET}` });
    expect(settings.target).toBe('http://localhost:4200?token=***');
    expect(settings.address).toBe(`http://localhost:4200?token=${SECRET}`);
  });

  test.each(Object.values(ENVIRONMENT))('fault 29: a key in %s by mistake is not repeated', (name) => {
    for (const value of [
      'sk-ant-api03-abcdefghijkl',
      `${SECRET}${SECRET}`,
      `http://u:${SECRET}@h/?k=${SECRET}`,
    ]) {
      let shown = '';
      try {
        const { target, ...rest } = resolveSettings({}, { [name]: value });
        shown = maskSecrets(JSON.stringify({ target, model: rest.model }), { [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(SettingsError);
        shown = String(error);
      }
      expect(shown).not.toContain(SECRET);
      expect(shown).not.toContain('abcdefghijkl');
    }
  });
});

describe('fault 46: a secret that we know', () => {
  test.each([
    [{ ANTHROPIC_API_KEY: 'plain-words-key' }, 'your key plain-words-key is wrong', 'your key *** is wrong'],
    [{ ANTHROPIC_API_KEY: 'abc' }, 'key abc, not abcdef', 'key ***, not abcdef'],
    [{ ANTHROPIC_API_KEY: 'first-half\nsecond-half\n' }, 'second-half is left', '*** is left'],
    [{ DATABASE_URL: 'postgres://me:hunter22@db/x' }, 'login with hunter22 failed', 'login with *** failed'],
    [{ HTTPS_PROXY: 'http://me:pa55word@proxy:3128' }, 'pa55word', '***'],
    [{ AGENT_EVAL_MCP: `http://h/mcp?key=${SECRET}` }, `got ${SECRET}`, 'got ***'],
    [{ AGENT_EVAL_MCP: `run -H 'X-A: ${SECRET}'` }, `got ${SECRET}`, 'got ***'],
    [{ MY_PASSPHRASE: 'a b"c d e' }, '{"said":"a b\\"c d e"}', '{"said":"***"}'],
    [{ SOME_TOKEN: 'true' }, 'this is true', 'this is true'],
    [{ NPM_CONFIG_AUTH_TYPE: 'legacy' }, 'a legacy system', 'a legacy system'],
    [{ PATH: '/usr/bin/thing', SSH_AUTH_SOCK: '/tmp/agent.sock' }, '/usr/bin/thing', '/usr/bin/thing'],
  ])('fault 46: of %j', (env, text, masked) => {
    expect(knownSecretMask(env)(text)).toBe(masked);
  });

  test('fault 46: whatever the text and the secret', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 6, maxLength: 60 }),
        fc.string(),
        (before, secret, after) => {
          fc.pre(secret.trim().length >= 6 && !secret.includes('*'));
          const masked = knownSecretMask({ A_SECRET: secret })(`${before}${secret.trim()}${after}`);
          expect(masked).not.toContain(secret.trim());
        },
      ),
    );
  });
});

describe('fault 28: a key that can be none', () => {
  test('fault 28: white space around it goes', () => {
    expect(readKey({ ANTHROPIC_API_KEY: ' sk-ant-0123456789\r\n' }, 'ANTHROPIC_API_KEY')).toBe(
      'sk-ant-0123456789',
    );
    expect(readKey({ ANTHROPIC_API_KEY: ' \n' }, 'ANTHROPIC_API_KEY')).toBeNull();
  });

  test.each([
    'sk-ant-0123\n456789secret',
    'sk-ant 0123456789',
    'ключ-0123456789',
    'abc',
    'sk-\u0000ant-0123',
  ])('fault 28: %j is refused without being shown', (key) => {
    const refuse = () => readKey({ ANTHROPIC_API_KEY: key }, 'ANTHROPIC_API_KEY');
    expect(refuse).toThrow(SettingsError);
    expect(refuse).toThrow(/ANTHROPIC_API_KEY (?:holds|has only)/);
    for (const part of [key, ...key.split(/\s/)]) expect(refuse).not.toThrow(part);
  });
});

test('a long text takes no long time', () => {
  const started = performance.now();
  const hostile = [
    'a_'.repeat(100_000),
    '://'.repeat(50_000),
    'http://a?'.repeat(20_000),
    '-H '.repeat(50_000),
  ];
  for (const text of hostile) maskSecrets(text, { A_KEY: 'a'.repeat(20) });
  expect(performance.now() - started).toBeLessThan(3000);
});
