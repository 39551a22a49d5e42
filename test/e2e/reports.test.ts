import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { config, createProject } from '../support/project.ts';
import { embedded, lineOf, shopCorpus, shopScenario } from '../support/shop.ts';

/** In two parts: Vitest would read it in this file too. */
const COMMENT = ['@vitest', 'environment'].join('-');
const wrong = `# The chair is dearer than that.\n${shopScenario({ id: 'wrong', product: 'chair', mentions: '1 euro' })}`;
const switching = shopScenario({
  id: 'switching',
  note: `Put ${COMMENT} jsdom on top of the file.`,
});
const optionless = shopScenario({ id: 'optionless', note: `${COMMENT}-options {no JSON` });
/** Where the failed check stands. */
const wrongLine = lineOf(wrong, 'mentions:');
const switchingLine = lineOf(switching, COMMENT);

const files = {
  'vitest.config.ts': config(),
  // Vitest 5 prints the report only when told so, Vitest 4 always.
  'json.config.ts': config('', "reporters: [['json', { stdout: true }]]"),
  ...shopCorpus(),
  'scenarios/shop/lamp.yaml': shopScenario({ id: 'lamp' }),
  'scenarios/shop/wrong.yaml': wrong,
  'scenarios/shop/missing.yaml': shopScenario({ id: 'missing', document: 'elsewhere' }),
  'scenarios/shop/twin.yaml': shopScenario({ id: 'lamp' }),
  'scenarios/shop/switching.yaml': switching,
  'scenarios/shop/optionless.yaml': optionless,
};

test('each failing scenario says why, and none fails another', async () => {
  const project = await createProject(files);
  const run = await project.vitest(['run'], embedded);
  expect(run.exitCode, run.output).toBe(1);
  const { scenarios } = await project.scorecard();
  expect(Object.fromEntries(scenarios.map(({ scenario_id, status }) => [scenario_id, status]))).toEqual({
    lamp: 'PASS',
    missing: 'SKIPPED_NO_DOCUMENT',
    optionless: 'ERRORED',
    switching: 'ERRORED',
    twin: 'ERRORED',
    wrong: 'FAIL',
  });

  // The broken rule at its line, who said what, with which tools, and what the judge thought.
  const shown = run.output.slice(run.output.indexOf('wrong.yaml'));
  for (const part of [
    /^FAIL: wrong, turn 1$/m,
    /^ {2}rule {5}Turn 1: /m,
    /^ {2}user {5}What does the chair cost\?$/m,
    /^ {2}agent {4}.*77 euros/m,
    /^ {2}tools {4}\w+\(.*prices\.md/m,
    /^ {2}judge {4}.*does not plainly mention "1 euro"/m,
    new RegExp(`❯ turn 1 scenarios/shop/wrong\\.yaml:${wrongLine}:\\d+$`, 'm'),
    new RegExp(`^ +${wrongLine}\\| +mentions:`, 'm'),
  ]) {
    expect(shown).toMatch(part);
  }
  // Broken files, at their places and in words.
  expect(run.output).toContain('twin.yaml:1:1 the id `lamp` is taken by scenarios/shop/lamp.yaml:1');
  expect(run.output).toMatch(
    new RegExp(`switching\\.yaml:${switchingLine}:\\d+ Vitest takes \`${COMMENT}\` for an instruction`),
  );
  expect(run.output).not.toMatch(/MISSING DEPENDENCY|Cannot find (?:package|dependency)/);
  expect(await project.summary()).toContain('elsewhere.md');
});

const jsonSchema = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

test('reporters for machines: JSON alone on standard output, JUnit, annotations at the line', async () => {
  const project = await createProject(files);
  const json = await project.vitest(['run', '--config=json.config.ts'], embedded);
  expect(json.exitCode, json.output).toBe(1);
  const report = jsonSchema.parse(JSON.parse(json.stdout));
  expect(report).toMatchObject({
    numTotalTests: 3,
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 1,
  });
  const [failed] = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  expect(failed?.failureMessages.join()).toContain('What does the chair cost?');
  expect(report.testResults.find(({ name }) => name.includes('twin'))?.message).toContain('is taken by');
  expect(json.stderr).toContain('Scorecard  results/run_');

  const forCi = ['--reporter=junit', '--outputFile.junit=junit.xml', '--reporter=github-actions'];
  const ci = await project.vitest(['run', ...forCi], { ...embedded, GITHUB_ACTIONS: 'true' });
  expect(ci.exitCode, ci.output).toBe(1);
  const annotations = ci.stdout.split('\n').filter((line) => line.startsWith('::error '));
  const annotated = (file: string, line: number) =>
    expect.stringMatching(new RegExp(`^::error file=.*/scenarios/shop/${file},.*line=${line},column=\\d+::`));
  expect(annotations).toHaveLength(4);
  expect(annotations).toContainEqual(annotated('wrong.yaml', wrongLine));
  expect(annotations).toContainEqual(annotated('twin.yaml', 1));
  expect(annotations).toContainEqual(annotated('switching.yaml', switchingLine));
  const junit = await readFile(project.path('junit.xml'), 'utf8');
  expect(junit).toMatch(/<testcase [^>]*name="lamp"[^>]*>\s*<\/testcase>/);
  expect(junit).toMatch(/<testcase [^>]*name="missing"[^>]*>\s*<skipped\/>/);
  expect(junit).toMatch(/<testcase [^>]*name="wrong"[^>]*>\s*<failure message="wrong, turn 1/);
});
