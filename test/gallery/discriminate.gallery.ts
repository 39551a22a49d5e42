/** `npm run discriminate`: does the benchmark tell good agents from bad ones, by rules alone? Prints scenario × agent. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { BAD, ORACLES } from './agents/all.ts';
import { playAll } from './play.ts';
import { reportOf, withSeparation } from './report.ts';
import { missedAims, ORACLE_PASSES_BEYOND, type Table } from './table.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/benchmark.md');
let table: Table;
let extended: Table;

beforeAll(async () => {
  const start = performance.now();
  table = await playAll([...ORACLES, ...BAD], 'core');
  extended = await playAll([...ORACLES.slice(0, 1), ...BAD], 'extended');
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const beyond = reportOf(extended, ORACLE_PASSES_BEYOND);
  process.stdout.write(`${reportOf(table)}\n\nBeyond the core:\n${beyond}\n${seconds} s\n`);
});

test('every aim is met', () => expect(missedAims(table)).toEqual([]));

test('beyond the core too', () => expect(missedAims(extended, ORACLE_PASSES_BEYOND)).toEqual([]));

test('docs/benchmark.md says what each scenario separates (npm run discriminate -- --write)', async () => {
  const page = await readFile(PAGE, 'utf8');
  const written = withSeparation(withSeparation(page, 'core', table), 'extended', extended);
  if (process.env['AGENT_EVAL_WRITE_SEPARATION'] === '1') await writeFile(PAGE, written);
  else expect(page).toBe(written);
});
