/** Whatever stands in a file that is read back: the command says what, where and what next, and never falls over. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandFolder } from '../support/command.ts';
import { aResult } from '../support/results.ts';
import { card, gaiaCard } from '../support/scorecards.ts';

const withoutRun = {
  id: 'broken',
  status: 'ERRORED',
  severity: 'standard',
  judge: { name: 'none', fingerprint: '', model: null },
  identity: undefined,
  session: null,
};

test.each([
  ["AMD GAIA's", gaiaCard([{ id: 'a' }, { id: 'b', status: 'FAIL' }])],
  ['a run with a broken YAML', card([{ id: 'a' }, withoutRun])],
  [
    'a run with rows of another shape',
    card([{ id: 'a' }, { id: 'b', session: { id: 7 }, identity: 'x', judge: [] }]),
  ],
])('fault 36: a scorecard of %s can be a baseline, and is one', async (_, scorecard) => {
  const here = await commandFolder({ 'results/run_1/scorecard.json': scorecard });
  const saved = await here.run('baseline', 'save', 'run_1', '--allow', 'infra,partial');
  expect(saved, saved.err).toMatchObject({ code: 0 });
  const compared = await here.run('compare', 'run_1', 'run_1');
  expect(compared.code, compared.err).toBeLessThan(2);
});

test('fault 36: a run with a damaged trace: its scorecard is made again, and can be a baseline', async () => {
  const here = await commandFolder({
    'results/run_1/traces/a.json': aResult({ scenario_id: 'a' }),
    'results/run_1/traces/b.json': '{"scenario_id": "b", "status": "PA',
  });
  expect(await here.run('scorecard', 'run_1')).toMatchObject({ code: 0 });
  const refused = await here.run('baseline', 'save', 'run_1', '--allow', 'partial');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('without a verdict: b') });
  expect(await here.run('baseline', 'save', 'run_1', '--allow', 'partial,infra')).toMatchObject({ code: 0 });
});

/** A JSON text with one place of it changed to something else, or cut off. */
function damaged(value: unknown): fc.Arbitrary<string> {
  const places: (readonly (string | number)[])[] = [];
  const walk = (each: unknown, at: readonly (string | number)[]) => {
    places.push(at);
    if (Array.isArray(each)) each.forEach((inner, index) => walk(inner, [...at, index]));
    else if (typeof each === 'object' && each !== null)
      for (const [key, inner] of Object.entries(each)) walk(inner, [...at, key]);
  };
  walk(value, []);
  const put = (at: readonly (string | number)[], other: unknown): string => {
    const copy: unknown[] = [structuredClone(value)];
    let owner: unknown = copy;
    let key: string | number = 0;
    for (const step of at) {
      owner = Reflect.get(owner as object, key);
      key = step;
    }
    if (other === undefined) Reflect.deleteProperty(owner as object, key);
    else Reflect.set(owner as object, key, other);
    return JSON.stringify(copy[0]) ?? '';
  };
  const others = fc.constantFrom(undefined, null, 0, -1, 1e308, '', 'text', true, [], [null], {}, { a: 1 });
  const text = JSON.stringify(value);
  return fc.oneof(
    fc.tuple(fc.constantFrom(...places), others).map(([at, other]) => put(at, other)),
    fc.nat(text.length - 1).map((length) => text.slice(0, length)),
    fc.constantFrom('NaN', '[]', 'null', '7', '\u0000', text.replace('8', 'NaN')),
  );
}

const commands = [
  ['baseline', 'save', 'run_1', '--allow', 'partial,infra'],
  ['baseline', 'show', 'run_1'],
  ['compare', 'run_1', 'run_2'],
  ['compare', 'run_1', '--json'],
  ['scorecard', 'run_1'],
  ['rescore', 'run_1'],
];

test('fault 36: a damaged file never ends a command without words', async () => {
  const whole = card([{ id: 'a' }, { id: 'b', status: 'FAIL' }, withoutRun]);
  const trace = aResult({ scenario_id: 'a' });
  const here = await commandFolder({ 'results/run_2/scorecard.json': whole });
  await fc.assert(
    fc.asyncProperty(damaged(whole), damaged(trace), damaged(whole), async (scorecard, one, baseline) => {
      await here.write({
        'results/run_1/scorecard.json': scorecard,
        'results/run_1/traces/a.json': one,
        'results/run_1/traces/b.json': aResult({ scenario_id: 'b' }),
        'results/baseline.json': baseline,
      });
      for (const words of commands) {
        // oxlint-disable-next-line no-await-in-loop -- they read and write the same files
        const { code, err } = await here.run(...words);
        expect([0, 1, 2]).toContain(code);
        if (code === 2) expect(err).toMatch(/^agent-eval {2}\S.{20,}/s);
        expect(err).not.toMatch(/ZodError|at Object\.|\n\s+at /);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('fault 36: a scorecard whose time cannot be read is refused with the field that is wrong', async () => {
  const scorecard = { ...card([{ id: 'a' }]), timestamp: 'yesterday' };
  const here = await commandFolder({
    'results/run_1/scorecard.json': scorecard,
    'results/run_1/traces/a.json': aResult({ scenario_id: 'a' }),
  });
  const { code, err } = await here.run('scorecard', 'run_1');
  expect({ code, err }).toMatchObject({
    code: 2,
    err: expect.stringMatching(/timestamp.*expected a date and time/),
  });
});
