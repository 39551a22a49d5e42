import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draftPath, readJson, writeFileAtomic, writeJsonAtomic } from '../../../src/disk/json-file.ts';
import { fileError, ResultsError } from '../../../src/disk/results-error.ts';
import { FORMAT, scenarioResultSchema, type ScenarioResult } from '../../../src/results/store/schema.ts';
import {
  readTrace,
  readTraces,
  traceFileName,
  tracePath,
  writeTrace,
} from '../../../src/results/store/trace-store.ts';
import { DIMENSIONS } from '../../../src/rubric/dimensions.ts';
import { reasonText } from '../../../src/rubric/reason.ts';
import { mapDimensions } from '../../../src/rubric/score.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { aResult } from '../../support/results.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-eval-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => null,
    (error: unknown) => error,
  );

test('a trace is read as it was written, and nothing else is left', async () => {
  const result = aResult();
  const path = await writeTrace(folder, result);
  expect(path).toBe(join(folder, 'traces', 'simple_factual_rag.json'));
  expect(await readTrace(path)).toEqual(result);
  expect(await readdir(join(folder, 'traces'))).toEqual(['simple_factual_rag.json']);
});

test.each([
  ['NUL', 'a\u0000b'],
  ['a lone high surrogate', 'a\uD83Db'],
  ['a lone low surrogate', '\uDE00'],
  ['line separators', 'a\u2028b\u2029c'],
  ['an emoji', '👩‍🔬'],
  ['an escape sequence', '\u001B[31mred'],
])('%s survives the disk', async (_name, agent_response) => {
  const result = aResult();
  const turns = result.turns.map((turn) => ({ ...turn, agent_response }));
  const stored = await readTrace(await writeTrace(folder, { ...result, turns }));
  expect(stored.turns[0]?.agent_response).toBe(agent_response);
});

test('any text survives the disk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (reasoning) => {
      const result = aResult({ name: reasoning });
      expect(await readTrace(await writeTrace(folder, result))).toEqual(result);
    }),
    { numRuns: 30 },
  );
});

test('a second write replaces the first', async () => {
  await writeTrace(folder, aResult({ attempt: 1 }));
  const path = await writeTrace(folder, aResult({ attempt: 2 }));
  expect((await readTrace(path)).attempt).toBe(2);
});

test('a reader never sees a part, however many write the same path', async () => {
  const path = join(folder, 'shared.json');
  const text = (n: number): string => JSON.stringify(Array.from({ length: 20_000 }, () => n));
  await writeFileAtomic(path, text(0));
  const seen: string[] = [];
  const writers = Promise.all(
    Array.from({ length: 20 }, async (_, n) => await writeFileAtomic(path, text(n))),
  );
  for (let read = 0; read < 40; read += 1) seen.push(await readFile(path, 'utf8'));
  await writers;
  const whole = new Set(Array.from({ length: 20 }, (_, n) => text(n)));
  expect(seen.every((content) => whole.has(content))).toBe(true);
  expect(await readdir(folder)).toEqual(['shared.json']);
});

test('drafts have names that hold process, thread and a counter, so no two are alike', () => {
  const names = Array.from({ length: 100 }, () => draftPath('/results/a.json'));
  expect(new Set(names).size).toBe(100);
  expect(names[0]).toMatch(new RegExp(String.raw`^/results/\.a\.json\.${process.pid}\.\d+\.\d+\.draft$`));
});

test('a folder in the way of a trace is told, and the draft is removed', async () => {
  const path = tracePath(folder, 'simple_factual_rag');
  await mkdir(join(path, 'inside'), { recursive: true });
  const error = await failure(writeTrace(folder, aResult()));
  expect(error).toBeInstanceOf(ResultsError);
  expect(error).toMatchObject({
    path,
    message: expect.stringContaining('a folder of that name stands there'),
  });
  expect(await readdir(join(folder, 'traces'))).toEqual(['simple_factual_rag.json']);
});

test('a file in the way of the folder is told', async () => {
  await writeFile(join(folder, 'run'), '');
  const error = await failure(writeTrace(join(folder, 'run'), aResult()));
  expect(error).toBeInstanceOf(ResultsError);
  expect(error).toMatchObject({ message: expect.stringContaining('AGENT_EVAL_RESULTS') });
});

test('a failing write leaves the old content', async () => {
  const path = join(folder, 'a.json');
  await writeJsonAtomic(path, { old: true });
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  expect(await failure(writeJsonAtomic(path, cyclic))).toBeInstanceOf(Error);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ old: true });
});

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'may not write or read'],
  ['EROFS', 'read-only'],
  ['ENOENT', 'does not exist'],
  ['EIO', 'EIO: broken. Check the path and the disk.'],
])('%s is put in words, with the path and what to do', (code, words) => {
  const cause = Object.assign(new Error(`${code}: broken`), { code });
  const error = fileError('write', '/results/a.json', cause);
  expect(error.message).toMatch(/^Could not write \/results\/a\.json: /);
  expect(error.message).toContain(words);
  expect(error.cause).toBe(cause);
});

test.each([
  ['cut in half', '{"scenario_id": "a', 'is not JSON'],
  ['empty', '', 'is not JSON'],
  ['of another shape', '[]', 'has not the format that vitest-agent-eval reads: the file: '],
  [
    'with a text for a score',
    JSON.stringify({ ...aResult(), overall_score: '8' }),
    'overall_score: Invalid input: expected number, received string',
  ],
  [
    'with a hole deep inside',
    JSON.stringify({ ...aResult(), turns: [{ ...aResult().turns[0], scores: {} }] }),
    'turns[0].scores',
  ],
  ['of a later format', JSON.stringify({ ...aResult(), format: 'vitest-agent-eval/3' }), 'format: '],
])('a trace that is %s is refused by name', async (_name, text, words) => {
  const path = join(folder, 'a.json');
  await writeFile(path, text);
  const error = await failure(readTrace(path));
  expect(error).toBeInstanceOf(ResultsError);
  expect(error).toMatchObject({ path, message: expect.stringContaining(words) });
});

/** As format 1 had it: nothing declared, sentences for reasons, an identity without rules and package. */
function inFormat1(result: ScenarioResult): object {
  const { declared: _, judged_weight: __, ...rest } = result;
  return {
    ...rest,
    format: 'vitest-agent-eval/1',
    reasons: result.reasons.map(reasonText),
    turns: result.turns.map(({ declared: ___, judged_weight: ____, ...turn }) => turn),
  };
}

test('a trace of format 1 is read as if it had been written today', async () => {
  const turns = aResult().turns.map((turn) => ({
    ...turn,
    scores: mapDimensions((dimension) => (dimension === 'efficiency' ? null : 9)),
  }));
  const path = join(folder, 'old.json');
  await writeFile(
    path,
    JSON.stringify(
      inFormat1(
        aResult({ turns, reasons: [{ turn: 2, rule: 'correctness', text: 'correctness is 3, below 4.' }] }),
      ),
    ),
  );
  expect(await readTrace(path)).toMatchObject({
    format: FORMAT,
    declared: DIMENSIONS.filter((dimension) => dimension !== 'efficiency'),
    judged_weight: 0.9,
    reasons: [{ turn: null, rule: 'stored', text: 'Turn 2: correctness is 3, below 4.' }],
    turns: [{ judged_weight: 0.9 }],
  });
});

test.each([
  ['a turn that nobody judged', { scores: null }, [], 0],
  ['an undecided turn', { scores: mapDimensions(() => null) }, ['correctness'], 0.25],
])('of %s format 1 declares what can be told', (_name, more, declared, judged_weight) => {
  const old = aResult({
    status: 'ERRORED',
    overall_score: null,
    turns: aResult().turns.map((turn) => ({ ...turn, ...more, overall_score: null })),
  });
  expect(scenarioResultSchema.parse(inFormat1(old))).toMatchObject({
    declared: [],
    judged_weight: null,
    turns: [{ declared, judged_weight }],
  });
});

test('a trace that is not there is refused by name', async () => {
  const path = join(folder, 'none.json');
  expect(await failure(readJson(path, scenarioResultSchema))).toMatchObject({
    name: 'ResultsError',
    message: `Could not read ${path}: it does not exist. Check the path, or run the scenarios first.`,
  });
});

test('the traces of a run, by name; litter of a killed run is no trace', async () => {
  await writeTrace(folder, aResult({ scenario_id: 'b' }));
  await writeTrace(folder, aResult({ scenario_id: 'a' }));
  await writeFile(join(folder, 'traces', '.c.json.1.0.1.draft'), '{');
  expect((await readTraces(folder)).map((trace) => trace.scenario_id)).toEqual(['a', 'b']);
});

test('a run without traces has none', async () => {
  expect(await readTraces(folder)).toEqual([]);
});

test.each([
  ['simple_factual_rag', 'simple_factual_rag.json'],
  ['a.b-c_1', 'a.b-c_1.json'],
  ['../../etc/passwd', /^_______etc_passwd-[\da-f]{12}\.json$/],
  ['nul', /^_nul-[\da-f]{12}\.json$/],
  ['COM1.x', /^_COM1_x-[\da-f]{12}\.json$/],
  ['.hidden', /^__hidden-[\da-f]{12}\.json$/],
  ['', /^_-[\da-f]{12}\.json$/],
  ['ä/ö', /^____-[\da-f]{12}\.json$/],
])('the trace of %o is called %o', (id, name) => {
  expect(traceFileName(id)).toMatch(name);
});

test('a trace’s name stays in its folder, is short, and differs where ids differ', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      (one, other) => {
        expect(traceFileName(one)).toMatch(/^[\w][\w.-]{0,130}\.json$/);
        expect(traceFileName(one) === traceFileName(other)).toBe(one === other);
      },
    ),
  );
});

test('fault 35: an id that Windows keeps for a device, and NUL bytes in an answer, survive the disk', async () => {
  const result = aResult({ scenario_id: 'nul' });
  const turns = result.turns.map((turn) => ({ ...turn, agent_response: 'a\u0000b\u0000' }));
  const file = await writeTrace(folder, { ...result, turns });
  expect((await readTrace(file)).turns.map((turn) => turn.agent_response)).toEqual(['a\u0000b\u0000']);
  const messages = parseScenario('id: nul\n', 'nul.yaml').problems.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringContaining('nul is a reserved file name on Windows'));
});
