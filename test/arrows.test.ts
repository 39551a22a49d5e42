/** The lint rule that keeps the rooms apart, tried with imports it must refuse: a rule that reads nothing is green too. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '..');
const rulesSchema = z.object({
  'no-restricted-imports': z
    .tuple([z.string(), z.object({ patterns: z.array(z.object({ message: z.string() })) })])
    .optional(),
});
const configuration = z
  .object({ overrides: z.array(z.object({ files: z.array(z.string()), rules: rulesSchema })) })
  .parse(JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')));

/** The folders in `src` that hold files: `results` has none, its folders are the rooms. */
const rooms = foldersIn('src').flatMap((folder) =>
  readdirSync(path.join(root, 'src', folder)).some((name) => name.endsWith('.ts'))
    ? [folder]
    : foldersIn(`src/${folder}`).map((inner) => `${folder}/${inner}`),
);

function foldersIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

test('every room has a rule of its own', () => {
  const ruled = configuration.overrides.flatMap(({ files }) => files);
  expect(rooms.filter((room) => !ruled.includes(`src/${room}/**`))).toEqual([]);
});

test('the rooms that may be imported make no circle', () => {
  const rules = configuration.overrides.flatMap(({ files, rules: { 'no-restricted-imports': rule } }) => {
    const [, second] = rule?.[1].patterns ?? [];
    const [room] = files.flatMap((file) => /^src\/(.+)\/\*\*$/.exec(file)?.[1] ?? []);
    const allowed = /may import only: (.*)\.$/.exec(second?.message ?? '')?.[1]?.split(', ') ?? [];
    return room === undefined || second === undefined ? [] : [{ room, allowed }];
  });
  const left = new Map(
    rules.map(({ room, allowed }) => [room, allowed.filter((each) => rooms.includes(each))]),
  );
  expect(left.size).toBeGreaterThan(15);
  for (let found = true; found;) {
    const free = [...left].filter(([, allowed]) => !allowed.some((each) => left.has(each)));
    for (const [room] of free) left.delete(room);
    found = free.length > 0;
  }
  expect([...left.keys()]).toEqual([]);
});

const REFUSED = [
  ['src/scenario/x.ts', "export { a } from '../rubric/score.ts';"],
  ['src/scenario/deep/x.ts', "export { a } from '../../rubric/score.ts';"],
  ['src/rubric/x.ts', "export type { A } from '../judge/judge.ts';"],
  ['src/rubric/x.ts', "export const a = import('../judge/judge.ts');"],
  ['src/models/x.ts', "import { a } from '../results/store/schema.ts'; export const b = a;"],
  ['src/yaml/x.ts', "export * from '../scenario/schema.ts';"],
  ['src/disk/x.ts', "export * from '../results/store/schema.ts';"],
  ['src/plan/x.ts', "export * from '../run/context.ts';"],
  ['src/plan/x.ts', "export * from '../vitest/transform.ts';"],
  ['src/corpus/x.ts', "export * from '../plan/tags.ts';"],
  ['src/results/store/x.ts', "export * from '../../run/context.ts';"],
  ['src/results/store/x.ts', "export * from '../compare/compare.ts';"],
  ['src/results/compare/x.ts', "export * from '../gates/gates.ts';"],
  ['src/run/x.ts', "export * from '../results/gates/gates.ts';"],
  ['src/run/x.ts', "export * from '../vitest/plugin.ts';"],
  ['src/run/x.ts', "export * from '../embedded/server.ts';"],
  ['src/embedded/x.ts', "export * from '../scenario/schema.ts';"],
  ['src/embedded/agent/x.ts', "export * from '../../corpus/manifest.ts';"],
  ['src/embedded/x.ts', "export * from '../agents/mcp/connect.ts';"],
  ['src/embedded/agent/x.ts', "export * from '../../text/numbers.ts';"],
  ['src/documents/x.ts', "export * from '../text/numbers.ts';"],
  ['src/documents/x.ts', "export * from '../embedded/files.ts';"],
  ['src/judge/rules/x.ts', "export * from '../../agents/mcp/connect.ts';"],
  ['src/judge/x.ts', "export * from 'vitest-agent-eval';"],
  ['reporters/x.ts', "export * from '../src/run/context.ts';"],
  ['src/audit/x.ts', "export * from '../run/context.ts';"],
  ['src/audit/x.ts', "export * from '../agents/mcp/connect.ts';"],
  ['src/capture/x.ts', "export * from '../agents/mcp/connect.ts';"],
  ['src/capture/x.ts', "export * from '../embedded/database.ts';"],
  ['src/fix/x.ts', "export * from '../run/context.ts';"],
  ['src/fix/x.ts', "export * from '../models/client.ts';"],
  ['src/statistics/x.ts', "export * from '../rubric/score.ts';"],
  ['src/statistics/x.ts', "export * from '../settings.ts';"],
  ['src/grade/x.ts', "export * from '../corpus/case-truth.ts';"],
  ['src/judge/answer/x.ts', "export * from '../../corpus/manifest.ts';"],
] as const;

const ALLOWED = [
  ['src/rubric/x.ts', "export * from '../scenario/schema.ts';"],
  ['src/judge/rules/x.ts', "export * from '../../rubric/score.ts';"],
  ['src/embedded/agent/x.ts', "export * from '../../documents/types.ts';"],
  ['src/corpus/check/x.ts', "export * from '../../documents/workbook.ts';"],
  ['src/documents/x.ts', "export * from '../message-of.ts';"],
  ['src/models/x.ts', "export * from '../settings.ts';"],
  ['src/run/x.ts', "export * from '../embedded/start.ts';"],
  ['src/commands/x.ts', "export * from '../run/context.ts';"],
  ['reporters/x.ts', "export * from '../src/results/store/schema.ts';"],
  ['src/audit/x.ts', "export * from '../disk/json-file.ts';"],
  ['src/capture/x.ts', "export * from '../agents/contract.ts';"],
  ['src/capture/x.ts', "export * from '../corpus/manifest.ts';"],
  ['src/fix/x.ts', "export * from '../results/compare/compare.ts';"],
  ['src/results/store/x.ts', "export * from '../../rubric/score.ts';"],
  ['src/results/gates/x.ts', "export * from '../compare/compare.ts';"],
  ['src/run/x.ts', "export * from '../results/store/schema.ts';"],
  ['src/run/shared/x.ts', "export * from '../../results/store/schema.ts';"],
  ['src/run/x.ts', "export * from '../plan/scenario-plan.ts';"],
  ['src/plan/x.ts', "export * from '../corpus/manifest.ts';"],
  ['src/scenario/x.ts', "export * from '../yaml/problem.ts';"],
  ['src/fix/x.ts', "export * from '../models/untrusted.ts';"],
  ['src/statistics/x.ts', "export * from './wilson.ts';"],
  ['src/grade/x.ts', "export * from './level.ts';"],
  ['src/judge/answer/x.ts', "export * from '../../grade/level.ts';"],
  ['src/judge/answer/x.ts', "export * from '../../corpus/case-truth.ts';"],
  ['src/results/x.ts', "export * from '../statistics/wilson.ts';"],
] as const;

const reportSchema = z.object({
  number_of_files: z.number(),
  diagnostics: z.array(z.object({ filename: z.string(), help: z.string() })),
});

const placeOf = (file: string, index: number): string => file.replace(/x\.ts$/, `x${index}.ts`);

/** The helps of the linter for one line a file, all in one run. */
function lint(cases: readonly (readonly [file: string, line: string])[]): ReadonlyMap<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-eval-arrows-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  for (const [index, [file, line]] of cases.entries()) {
    const target = path.join(folder, placeOf(file, index));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${line}\n`);
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const report = reportSchema.parse(JSON.parse(stdout));
  expect(report.number_of_files).toBe(cases.length);
  return new Map(report.diagnostics.map(({ filename, help }) => [filename.replaceAll('\\', '/'), help]));
}

test('an import against the arrows is refused', () => {
  const found = lint(REFUSED);
  const missed = REFUSED.filter(
    ([file], index) => !/may import only|by relative path/.test(found.get(placeOf(file, index)) ?? ''),
  );
  expect(missed).toEqual([]);
});

test('an import along the arrows is not', () => {
  expect([...lint(ALLOWED)]).toEqual([]);
});
