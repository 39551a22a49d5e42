// Measures the rules judge on labelled answers: npm run judge:accuracy [-- file.jsonl]
// Needs the build (the npm script makes it). Exit code 1: an aim is missed; 2: the cases can not be read.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadManifest } from '../dist/src/corpus/manifest.js';
import { resolveTruth } from '../dist/src/corpus/truth.js';
import { parseCases } from '../dist/src/judge/accuracy/cases.js';
import { measureAccuracy } from '../dist/src/judge/accuracy/measure.js';
import { accuracyReport } from '../dist/src/judge/accuracy/report.js';
import { judgeTurnByRules } from '../dist/src/judge/rules/turn.js';
import { discoverScenarios } from '../dist/src/scenario/discover.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = process.argv[2] ?? fileURLToPath(new URL('../test/judge/cases.jsonl', import.meta.url));

try {
  const cases = parseCases(readFileSync(file, 'utf8'), file);
  const manifest = await loadManifest(`${root}/corpus`);
  const { scenarios } = await discoverScenarios([`${root}/scenarios`]);
  const turns = new Map();
  for (const { scenario } of scenarios) {
    for (const turn of scenario?.turns ?? []) {
      turns.set(`${scenario.id}.${turn.turn}`, {
        turn,
        truth: resolveTruth(turn, manifest),
        turns: scenario.turns.length,
      });
    }
  }
  // A scenario that is not here is judged by the ground truth of the case.
  const accuracy = measureAccuracy(
    cases,
    (item) => turns.get(`${item.scenario_id}.${item.turn}`) ?? null,
    judgeTurnByRules,
  );
  console.log(accuracyReport(accuracy));
  process.exitCode = accuracy.missed.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
