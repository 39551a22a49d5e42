/** `agent-eval judge` on a run of an experiment: its stored answers, judged again into a new run. */
import path from 'node:path';
import { experimentTable } from '../../../reporters/experiment-table.ts';
import { oneLine } from '../../../reporters/plain-text.ts';
import { markdownProse } from '../../../reporters/summary.ts';
import { writeJsonAtomic } from '../../disk/json-file.ts';
import { openCache, type Cache } from '../../experiment/cache.ts';
import { globMatcher } from '../../experiment/glob.ts';
import { createLedger } from '../../models/ledger.ts';
import { lazyModelClient } from '../../models/model-of.ts';
import { writeCell } from '../../results/cells/cell-file.ts';
import type { Cell } from '../../results/cells/cell-schema.ts';
import { readCells } from '../../results/cells/read-cells.ts';
import { PLAN } from '../../results/cells/run-folder.ts';
import { makeCard, writeCard } from '../../results/experiment/card-file.ts';
import type { ExperimentCard } from '../../results/experiment/card-schema.ts';
import { gatesHold } from '../../results/experiment/experiment-gates.ts';
import { createRunDirectory } from '../../results/store/run-directory.ts';
import { isJudgedStatus } from '../../rubric/verdict-types.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from '../io.ts';
import { readFolders } from '../project-settings.ts';
import { endOnSignals } from '../signals.ts';
import { inParallel } from './at-once.ts';
import { judgeOf } from './answer-judge-of.ts';
import { tellCellsCost } from './cells-cost.ts';
import { judgeCellAgain } from './judge-cell.ts';
import { prepareCells, problemLines, type PreparedCell } from './prepare-cells.ts';
import { readStoredPlan, withTruths, type StoredPlan } from './stored-plan.ts';
import { namedJudge, type JudgeAgainOptions, type NamedJudge } from './options.ts';

export async function judgeCellsAgain(
  folder: string,
  options: JudgeAgainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  if (options.changed)
    throw new CommandError('--changed is for scenarios: a changed document is never judged for another.');
  const named = await namedJudge(options, io);
  const stored = await readStoredPlan(folder);
  // What the end cannot be told of is not begun: a judge may cost money.
  await makeCard(folder);
  const { cells, damaged } = await readCells(folder);
  const wanted = cells.filter(isWanted(options.only));
  if (wanted.length === 0) {
    const all = cells.length === 0 ? `${folder} holds no cells` : '--only matches none of its cells';
    throw new CommandError(
      `${all}. Names are those of variants, or of variant and case: lead/plain, lead/plain/**.`,
    );
  }
  const { corpus, truth, results } = await readFolders(options, ['corpus', 'truth', 'results'], io);
  const prepared = await prepareCells(wanted, stored, {
    corpus,
    truth,
    takesNewTruth: options.truthDir !== undefined,
  });
  const notes = damaged.map(({ problem }) => problem);
  if (options.dryRun) {
    await tellCellsCost(prepared, stored, named, notes, options, io);
    return EXIT.holds;
  }
  const isPart = wanted.length < cells.length || damaged.length > 0;
  return await judgeAll({ folder, prepared, stored, notes, isPart, results }, named, options, io);
}

function isWanted(only: readonly string[] | undefined): (cell: Cell) => boolean {
  if (only === undefined) return () => true;
  const matchers = only.map(globMatcher);
  return ({ variant, case: id }) => matchers.some((fits) => fits(variant) || fits(`${variant}/${id}`));
}

interface Job {
  readonly folder: string;
  readonly prepared: readonly PreparedCell[];
  readonly stored: StoredPlan;
  readonly notes: readonly string[];
  readonly isPart: boolean;
  /** Absolute: where the cache is. */
  readonly results: string;
}

async function judgeAll(
  job: Job,
  named: NamedJudge,
  options: JudgeAgainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { folder, prepared, stored } = job;
  if (prepared.every(({ problem }) => problem !== null)) {
    throw new CommandError(['Nothing can be judged again:', ...problemLines(prepared)].join('\n  '));
  }
  const judge = judgeOf(named, (llm) =>
    lazyModelClient(llm, io.env, 'a model is to judge the answers. Set it, or leave --judge out.'),
  );
  const cache: Cache = openCache(job.results);
  const directory = await createRunDirectory(path.dirname(folder));
  const plan = withTruths(stored, prepared, judge.model ?? 'rules', path.basename(folder));
  await writeJsonAtomic(path.join(directory.path, PLAN), plan);
  const funds = createLedger(named.budget, { name: 'The budget of judging again', setting: '--budget' });
  const ending = endOnSignals((line) => io.err(`agent-eval  ${line}\n`), 'the judging');
  try {
    const done = await inParallel(prepared, async (each) => {
      if (each.problem !== null || ending.signal.aborted) return null;
      const work = { plan: stored.plan, judge, cache, funds, signal: ending.signal, runId: directory.runId };
      const cell = await judgeCellAgain(each, work).catch((error: unknown) => {
        if (ending.signal.aborted) return null;
        throw error;
      });
      if (cell !== null) await writeCell(directory.path, cell);
      return cell;
    });
    const judged = done.filter((cell) => cell !== null);
    // A run that holds all that its source holds may be the newest one only where the source was whole as well.
    const isWhole = !job.isPart && judged.length === prepared.length && !stored.isPartial;
    if (!isWhole) await writeJsonAtomic(path.join(directory.path, PLAN), { ...plan, isPartial: true });
    const card = await makeCard(directory.path);
    await writeCard(directory.path, card, (text) => markdownProse(text, LONGEST_PROSE));
    tell({ job, judged, card, directory: directory.path, usd: funds.spent.usd }, options, io);
    const isJudged =
      judged.length === prepared.length && judged.every(({ status }) => isJudgedStatus(status));
    return isJudged && gatesHold(card.gates) ? EXIT.holds : EXIT.no;
  } finally {
    ending.done();
    ending.exitIfSignalled();
  }
}

interface Outcome {
  readonly job: Job;
  readonly judged: readonly Cell[];
  readonly card: ExperimentCard;
  readonly directory: string;
  readonly usd: number;
}

function tell(
  { job, judged, card, directory, usd }: Outcome,
  { json }: JudgeAgainOptions,
  io: CommandIo,
): void {
  const before = new Map(job.prepared.map(({ cell }) => [`${cell.variant}\n${cell.case}`, cell]));
  const changed = judged.filter((cell) => isChanged(before.get(`${cell.variant}\n${cell.case}`), cell));
  const from = path.basename(job.folder);
  const shown = path.relative(io.cwd, directory) || '.';
  if (json) {
    const rows = judged.map(({ variant, case: id, status, grade, passed }) => ({
      variant,
      case: id,
      status,
      grade,
      passed,
    }));
    io.out(
      `${JSON.stringify({ run: directory, from, changed: changed.length, usd, cells: rows }, null, 2)}\n`,
    );
    return;
  }
  io.out(
    [
      experimentTable(card),
      '',
      ...problemLines(job.prepared),
      ...job.notes,
      ...changed
        .slice(0, LISTED)
        .map((cell) => changeLine(before.get(`${cell.variant}\n${cell.case}`), cell)),
      ...(changed.length > LISTED ? [`… and ${changed.length - LISTED} more`] : []),
      `${changed.length} of ${judged.length} cell(s) differ from ${from}; judging cost $${usd.toFixed(4)}. Written to ${shown}`,
      '',
    ].join('\n'),
  );
}

const LISTED = 40;
/** Characters of foreign text in the summary. */
const LONGEST_PROSE = 400;

function isChanged(before: Cell | undefined, after: Cell): boolean {
  return before?.status !== after.status || before.grade !== after.grade || before.passed !== after.passed;
}

function changeLine(before: Cell | undefined, after: Cell): string {
  return `${oneLine(`${after.variant} ${after.case}`)}  ${before === undefined ? 'nothing' : state(before)} → ${state(after)}`;
}

function state({ status, grade, passed }: Cell): string {
  const pass = passed === null ? '' : passed ? ', passed' : ', not passed';
  return `${status}${grade === null ? '' : ` ${grade.toFixed(1)}`}${pass}`;
}
