/** Nothing secret, nothing of a home folder, nothing that breaks a file. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mask, MASK, oneLine, plain, slug } from '../../src/capture/clean.ts';

const masked = (text: string): string => mask(text, { counts: new Map() }, '/srv/people/ada');

const KEY = 'sk-ant-api03-abcdefghijklmnop0123456789';

test.each([
  ['an Anthropic key', `use ${KEY} please`, `use ${MASK} please`],
  ['a GitHub token', `ghp_${'a1'.repeat(18)}`, MASK],
  ['an AWS key', 'AKIAIOSFODNN7EXAMPLE', MASK],
  ['a bearer token', 'Authorization: Bearer abc.def-123456', `Authorization: Bearer ${MASK}`],
  ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.sig', MASK],
  ['a password', 'password: swordfish', `password: ${MASK}`],
  ['a password in a sentence', 'my password is hunter2!', `my password is ${MASK}`],
  ['a password in JSON', '{"password":"sw0rdfish","user":"ada"}', `{"password":"${MASK}","user":"ada"}`],
  ['a setting', 'API_KEY=1234567890abc', `API_KEY=${MASK}`],
  ['a secret with a name', 'the client secret: q8w7e6r5t4', `the client secret: ${MASK}`],
  ['an address with a password', 'postgres://ada:l0velace@db/x', `postgres://ada:${MASK}@db/x`],
  ['something random', `x ${'aB3'.repeat(14)} y`, `x ${MASK} y`],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', MASK],
  ['this user’s home', 'read /srv/people/ada/notes.md', 'read ~/notes.md'],
  ['a Linux home', 'in /home/bob/docs and "/home/bob"', 'in ~/docs and "~"'],
  ['a Mac home', 'open /Users/bob/x', 'open ~/x'],
  ['a Windows home', String.raw`open C:\Users\bob\x.txt`, String.raw`open ~\x.txt`],
  ['root’s home', 'ls /root/x', 'ls ~/x'],
])('%s is masked', (_what, text, expected) => {
  expect(masked(text)).toBe(expected);
});

test.each([
  'How many PTO days do I get in my first year?',
  'What is the password policy?',
  'Is the token expired?',
  'the secret is out',
  'https://example.com/home/page?x=1',
  'Compare revenue: $14.2 million against $11.5 million',
  'see documents/acme_q3_report.md and 2026-03-04T10:00:00Z',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'the very_long_function_name_that_someone_really_wrote_here',
  '/srv/people/adam/x',
])('%s is left as it is', (text) => {
  expect(masked(text)).toBe(text);
});

test('masking again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom(KEY, 'password: x1y2z3', '/home/bob/', ' ', 'Bearer abcdefgh1'),
        ),
      ),
      (parts) => {
        const once = masked(parts.join(' '));
        expect(masked(once)).toBe(once);
        expect(once).not.toContain(KEY);
      },
    ),
  );
});

test('what is counted is what was masked', () => {
  const counts = new Map<string, number>();
  mask(`${KEY} and password=abc1 and password=abc2`, { counts }, '/x');
  expect(Object.fromEntries(counts)).toEqual({ key: 1, password: 2 });
});

test('plain text has no control characters and no halves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // oxlint-disable-next-line no-control-regex
      expect(plain(text + '\u0000\ud800\r\n')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/);
      expect(oneLine(text, 20).length).toBeLessThanOrEqual(20);
      expect(slug(text)).toMatch(/^(?:[a-z0-9](?:[a-z0-9_]*[a-z0-9])?)?$/);
    }),
  );
});
