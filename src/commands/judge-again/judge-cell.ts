/** One stored cell, its answers judged again: what was judged so before is taken from there. */
import type { Cache } from '../../experiment/cache.ts';
import { judgementKey } from '../../experiment/keys.ts';
import { judgeFault } from '../../experiment/outcome.ts';
import { isEmpty } from '../../experiment/sample.ts';
import { verdictOf } from '../../experiment/verdict.ts';
import type { AnswerJudge } from '../../judge/answer/answer-judge.ts';
import { createLedger, type Funds } from '../../models/ledger.ts';
import type { Cell, CellSample } from '../../results/cells/cell-schema.ts';
import type { PreparedCell } from './prepare-cells.ts';
import type { StoredPlan } from './stored-plan.ts';

export interface CellAgain {
  readonly plan: StoredPlan['plan'];
  readonly judge: AnswerJudge;
  readonly cache: Cache;
  readonly funds: Funds;
  readonly signal: AbortSignal;
  readonly runId: string;
}

/** A fault of the judge is a status. Throws when it is cancelled, and for faults of our own. */
export async function judgeCellAgain(prepared: PreparedCell, work: CellAgain): Promise<Cell> {
  const { cell, truth } = prepared;
  const samples: CellSample[] = [];
  for (const sample of cell.samples) {
    // oxlint-disable-next-line no-await-in-loop -- the first one fills the judge's cache
    samples.push(sample.stop === null ? sample : await judgeSample(sample, prepared, work));
  }
  const { task, bar } = work.plan;
  const verdict = verdictOf({ task, bar }, samples);
  return { ...cell, ...verdict, run_id: work.runId, judged_from: cell.run_id, truth, samples };
}

async function judgeSample(
  sample: CellSample,
  { cell, input }: PreparedCell,
  work: CellAgain,
): Promise<CellSample> {
  const { plan, judge, cache, funds, signal } = work;
  signal.throwIfAborted();
  const { task, mode, question, truth } = input;
  const key = judgementKey(
    { task, mode, parts: plan.parts },
    { id: cell.case, document: cell.document, question, truth, truthSource: null },
    sample.parts,
    { answer: sample.keys.answer, fingerprint: judge.fingerprint },
  );
  const answered = {
    ...sample,
    from_cache: { answer: true, judgement: false },
    status: isEmpty(sample) ? ('FAIL' as const) : ('PASS' as const),
    error: null,
  };
  const kept = await cache.judgement(key);
  if (kept !== null) {
    return {
      ...answered,
      judgement: kept.judgement,
      judge: kept.judge,
      from_cache: { answer: true, judgement: true },
      keys: { ...sample.keys, judgement: key },
    };
  }
  const ledger = createLedger(Number.POSITIVE_INFINITY, { also: funds });
  const start = performance.now();
  try {
    const judgement = await judge.judge(
      { ...input, asked: plan.parts, parts: sample.parts },
      { signal, ledger },
    );
    const made = {
      fingerprint: judge.fingerprint,
      usd: judge.model === null ? 0 : ledger.spent.usd,
      ms: performance.now() - start,
    };
    await cache.keepJudgement({ key, judgement, judge: made });
    return { ...answered, judgement, judge: made, keys: { ...sample.keys, judgement: key } };
  } catch (error) {
    signal.throwIfAborted();
    const { status, error: why } = judgeFault(error);
    const { calls, usd } = ledger.spent;
    return {
      ...answered,
      status,
      error: why,
      judgement: null,
      judge: calls === 0 ? null : { fingerprint: judge.fingerprint, usd, ms: performance.now() - start },
      keys: { ...sample.keys, judgement: null },
    };
  }
}
