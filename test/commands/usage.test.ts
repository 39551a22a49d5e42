import { expect, test } from 'vitest';
import { commandFolder } from '../support/command.ts';

test.each([
  ['an unknown option', ['run', '--nope'], /unknown option '--nope'/],
  ['a bad value', ['run', '--budget', 'two'], /--budget: must be a number of US dollars/],
  ['a bad gate', ['run', '--fail-on', 'pass-rate=90'], /pass-rate needs a share from 0 to 1/],
  ['an unknown command', ['rnu'], /unknown command 'rnu'/],
  ['no runs', ['compare'], /There is no finished whole run/],
  ['nothing to show', ['baseline', 'show'], /There is no baseline at/],
])('%s is a usage error: one line, no stack', async (_, words, message) => {
  const here = await commandFolder();
  const { code, out, err } = await here.run(...words);
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(out + err).not.toMatch(/^\s+at /m);
});
