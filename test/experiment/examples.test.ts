/** The experiments and truths of this repository: usable as they are, without a key, and out of an agent's reach. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkCorpus, formatFinding } from '../../src/corpus/check.ts';
import { listTruths, refuseTruthInCorpus } from '../../src/corpus/read-truths.ts';
import { readGiven } from '../../src/experiment/document.ts';
import { loadExperiment } from '../../src/experiment/load.ts';
import { asksQuestions } from '../../src/grade/task.ts';
import { judgeAnswerByRules } from '../../src/judge/answer/rules-answer-judge.ts';
import { extractAnswer } from '../../src/models/embedded/extractive.ts';
import { repository } from '../support/project.ts';

const at = (folder: string): string => path.join(repository, folder);
const folders = { root: repository, corpus: at('corpus'), truth: at('truth'), prompts: at('prompts') };

test('every truth is of its document as it is, quotes its words, and lies outside the corpus', async () => {
  expect((await listTruths(folders.truth))?.length).toBeGreaterThan(3);
  const findings = await checkCorpus(folders.corpus, [], folders.truth);
  const ofTruths = findings.filter(({ kind }) => kind === 'truth_file');
  expect(ofTruths.map(formatFinding)).toEqual([]);
  expect(() => refuseTruthInCorpus(folders.truth, folders.corpus)).not.toThrow();
});

test('every experiment loads without a remark, and rules decide all of its questions', async () => {
  const files = (await readdir(at('experiments'))).filter((name) => name.endsWith('.yaml'));
  expect(files.length).toBeGreaterThan(1);
  const decided: (boolean | null)[] = [];
  for (const name of files) {
    // oxlint-disable-next-line no-await-in-loop -- two files
    const { plan, problems } = await loadExperiment(path.join(at('experiments'), name), folders, {});
    expect([name, problems.map(({ message }) => message)]).toEqual([name, []]);
    expect(plan?.variants.map(({ source }) => source.kind)).toEqual(['embedded', 'embedded']);
    for (const { document, question, truth } of plan?.cases ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- a few documents
      const { parsed, text } = await readGiven(folders.corpus, document.path);
      for (const { source } of plan?.variants ?? []) {
        if (source.kind !== 'embedded' || plan === null) continue;
        const parts = Object.fromEntries(
          plan.parts.map((part) => [part, extractAnswer(source.model, parsed, { question, part })]),
        );
        const { task, mode } = plan;
        const input = {
          task,
          mode,
          document: { name: document.path, text },
          question,
          asked: plan.parts,
          parts,
          truth,
        };
        const { passed, levels } = judgeAnswerByRules(input);
        if (asksQuestions(task)) decided.push(passed);
        // Of the lists of a summary each variant has some that can be counted.
        else expect(Object.values(levels).some(({ level }) => level !== null)).toBe(true);
      }
    }
  }
  expect(decided).not.toContain(null);
  // A figure that only falls when the search or the rules do worse.
  expect(decided.filter((each) => each === true).length).toBeGreaterThanOrEqual(8);
});
