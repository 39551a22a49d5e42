/** The end of a run of experiments: what was new, what is from before, and each run's folder closed. */
import path from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { closeRunFolder } from '../src/results/cells/run-folder.ts';
import type { CellRow } from '../src/results/cells/cell-row.ts';
import { makeCard, writeCard } from '../src/results/experiment/card-file.ts';
import { gatesHold } from '../src/results/experiment/experiment-gates.ts';
import { experimentTable } from './experiment-table.ts';
import { markdownProse } from './summary.ts';
import { leaveExperimentEndings, type ExperimentEnding } from './experiment-ending.ts';
import { complain, speaker } from './voice.ts';

/** What a cell's test leaves in `task.meta`. */
export interface CellMeta {
  readonly row: CellRow;
  /** Absolute: the folder of the run. */
  readonly run: string;
  /** Cells of the whole experiment. */
  readonly whole: number;
  readonly isPartial: boolean;
  /** Cells that the run was to have. */
  readonly cells: number;
  readonly swaps: number;
}

export interface ExperimentReporterOptions {
  readonly vitest: Vitest;
  readonly projectName: string;
  /** Absolute. */
  readonly root: string;
}

export interface RanExperiment {
  /** Absolute. */
  readonly run: string;
  readonly rows: readonly CellRow[];
  /** It does not stand for a whole run: cells were left out, or it was ended before its time. */
  readonly isPartial: boolean;
  /** Cells are left that a later run may finish. */
  readonly isUnfinished: boolean;
  readonly swaps: number;
}

export function createExperimentReporter(options: ExperimentReporterOptions): Reporter {
  const { vitest, projectName, root } = options;
  return {
    async onTestRunEnd(modules) {
      const ours = modules.filter(({ project }) => project.name === projectName);
      const endings: ExperimentEnding[] = [];
      for (const each of ranExperiments(ours)) {
        const { run, isPartial, isUnfinished } = each;
        let holds: boolean | null = null;
        try {
          if (!isUnfinished) await closeRunFolder(run, { isPartial });
          holds = await finishCard(run, isPartial, vitest);
        } catch (error) {
          complain(vitest, `agent-eval  ${error instanceof Error ? error.message : String(error)}`);
          process.exitCode = 1;
        }
        speaker(vitest)(`agent-eval  ${closingLine(each, root)}`);
        endings.push({ run, isUnfinished, holds });
      }
      leaveExperimentEndings(vitest, endings);
    },
  };
}

/** experiment.json and summary.md, the table. Do the gates hold? null without any. Throws `ResultsError`. */
async function finishCard(run: string, isPartial: boolean, vitest: Vitest): Promise<boolean | null> {
  const card = await makeCard(run, isPartial);
  await writeCard(run, card, (text) => markdownProse(text, LONGEST_PROSE));
  speaker(vitest)(`\n${experimentTable(card)}\n`);
  const holds = card.gates.length === 0 ? null : gatesHold(card.gates);
  if (holds === false) process.exitCode = 1;
  return holds;
}

/** Characters of foreign text in the summary. */
const LONGEST_PROSE = 400;

/** By run, in the order of the modules. */
export function ranExperiments(modules: readonly TestModule[]): readonly RanExperiment[] {
  const runs = new Map<string, CellMeta[]>();
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const meta = test.meta().modelEval;
      if (meta === undefined) continue;
      const known = runs.get(meta.run);
      if (known === undefined) runs.set(meta.run, [meta]);
      else known.push(meta);
    }
  }
  return [...runs].map(([run, metas]) => {
    const [first] = metas;
    const isWhole = first !== undefined && metas.length === first.cells;
    return {
      run,
      rows: metas.map(({ row }) => row),
      isPartial: !isWhole || first.isPartial,
      isUnfinished: !isWhole,
      swaps: Math.max(0, ...metas.map(({ swaps }) => swaps)),
    };
  });
}

/** `dates: 24 cells, 20 passed, 4 failed · 80 answers new, 120 from before · $0.0123 · results/…`. */
export function closingLine({ run, rows, swaps, isUnfinished }: RanExperiment, root: string): string {
  const count = (wanted: (row: CellRow) => boolean): number => rows.filter(wanted).length;
  const answers = sum(rows.map(({ done }) => done.answers));
  const old = sum(rows.map(({ from_cache }) => from_cache.answers));
  const judgements = sum(rows.map(({ done }) => done.judgements));
  const oldJudgements = sum(rows.map(({ from_cache }) => from_cache.judgements));
  const paid = rows.map(({ usd }) => usd.paid);
  const isKnown = paid.every((usd) => usd !== null);
  const unjudged = count(({ status }) => status !== 'PASS' && status !== 'FAIL');
  return [
    `${rows[0]?.experiment ?? ''}: ${rows.length} cells, ${count(({ status }) => status === 'FAIL')} failed` +
      (unjudged === 0 ? '' : `, ${unjudged} without a verdict`),
    `${answers - old} answers new, ${old} from before`,
    `${judgements - oldJudgements} judgements new, ${oldJudgements} from before`,
    `${isKnown ? '' : 'at least '}$${sum(paid.map((usd) => usd ?? 0)).toFixed(4)}`,
    ...(swaps === 0 ? [] : [`${swaps} ${swaps === 1 ? 'swap' : 'swaps'} of models`]),
    ...(isUnfinished ? ['unfinished'] : []),
    path.relative(root, run).split(path.sep).join('/'),
  ].join(' · ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
