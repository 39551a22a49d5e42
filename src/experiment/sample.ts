/** One sample of a cell: an answer, asked for or taken from before, and its judgement. */
import type { Funds, Ledger } from '../models/ledger.ts';
import { createLedger } from '../models/ledger.ts';
import type { AnswerJudge } from '../judge/answer/answer-judge.ts';
import type { CellSample } from '../results/cells/cell-schema.ts';
import type { Status } from '../rubric/verdict-types.ts';
import type { Answering } from './answering/answering.ts';
import type { Cache, KeptAnswer, KeptJudgement } from './cache.ts';
import type { GivenDocument } from './document.ts';
import { answerKey, judgementKey } from './keys.ts';
import { answerFault, judgeFault, type SampleFault } from './outcome.ts';
import { createPatience } from './patience.ts';
import type { ExperimentPlan, PlannedCase, Variant } from './plan.ts';

export interface SampleWork {
  readonly plan: ExperimentPlan;
  readonly variant: Variant;
  readonly planned: PlannedCase;
  readonly document: GivenDocument;
  readonly answering: Answering;
  /** null: nothing is judged. */
  readonly judge: AnswerJudge | null;
  readonly cache: Cache;
  readonly funds: Funds;
  readonly force: 'answers' | 'judgements' | 'all' | undefined;
  /** Seconds to wait for a server that can't answer. */
  readonly patience: number;
  readonly signal: AbortSignal;
  /** Why the variant can't answer any more; null while it can. */
  readonly outage: () => string | null;
  readonly onFault: (error: unknown) => void;
  /** When the cell was ready to run, by `performance.now()`. */
  readonly readyAt: number;
}

export interface Sample {
  readonly cell: CellSample;
  readonly answeredBy: string | null;
  readonly notes: readonly string[];
}

/** null: nobody brought an answer. Throws when the run is cancelled, and for faults of our own. */
export async function runSample(work: SampleWork, sample: number): Promise<Sample | null> {
  const key = answerKey(work.plan, work.variant, work.planned, { identity: work.answering.identity, sample });
  const queued = performance.now() - work.readyAt;
  const answered = await getAnswer(work, key, sample);
  work.signal.throwIfAborted();
  if (answered === null) return null;
  if ('fault' in answered) return failed(sample, answered.fault, key, queued, answered.usd);
  const { kept, isOld } = answered;
  const judged = work.judge === null ? null : await judgeAnswer(work, work.judge, kept);
  work.signal.throwIfAborted();
  const cell: CellSample = {
    sample,
    status: statusOf(kept, judged),
    error: judged !== null && 'fault' in judged ? judged.fault.error : null,
    parts: kept.parts,
    thinking_chars: kept.thinkingChars,
    stop: kept.stop,
    usage: kept.usage,
    usd: kept.usd,
    ms: { queued, first_token: kept.ms.firstToken, total: kept.ms.total },
    tokens_per_second: kept.tokensPerSecond,
    judgement: judged === null || 'fault' in judged ? null : judged.kept.judgement,
    judge: judged === null ? null : 'fault' in judged ? judged.judge : judged.kept.judge,
    from_cache: { answer: isOld, judgement: judged !== null && !('fault' in judged) && judged.isOld },
    keys: { answer: key, judgement: judged === null || 'fault' in judged ? null : judged.kept.key },
  };
  return { cell, answeredBy: kept.answeredBy, notes: kept.notes };
}

/** Has it words, or only thoughts that used up all that it may write? */
export function isEmpty({ stop, parts }: Pick<CellSample, 'stop' | 'parts'>): boolean {
  return stop === 'length' && Object.keys(parts).length === 0;
}

function statusOf(answer: KeptAnswer, judged: Judged | null): Status {
  if (judged === null) return 'ERRORED';
  if ('fault' in judged) return judged.fault.status;
  return isEmpty(answer) ? 'FAIL' : 'PASS';
}

type Answered =
  | { readonly kept: KeptAnswer; readonly isOld: boolean }
  | { readonly fault: SampleFault; readonly usd: number | null };

async function getAnswer(work: SampleWork, key: string, sample: number): Promise<Answered | null> {
  const { answering, cache, force, planned, document } = work;
  if (force !== 'answers' && force !== 'all') {
    const kept = await cache.answer(key);
    if (kept !== null && (await isOfSameModel(kept, answering))) return { kept, isOld: true };
  }
  const outage = work.outage();
  if (outage !== null) return { fault: { status: 'INFRA_ERROR', error: `not tried: ${outage}` }, usd: null };
  const ledger = ledgerOf(work.funds);
  const patience = createPatience(work.signal, work.patience);
  const { signal, onWait } = patience;
  try {
    const given = await answering.answer(planned, document, { sample, signal, ledger, onWait });
    if (given === null) return null;
    const checkpoint = (await answering.server())?.checkpoint ?? null;
    const kept = {
      format: 'vitest-agent-eval/answer/1' as const,
      ...given,
      parts: { ...given.parts },
      notes: [...given.notes],
      key,
      checkpoint,
    };
    await cache.keepAnswer(kept);
    return { kept, isOld: false };
  } catch (error) {
    work.signal.throwIfAborted();
    const cause = patience.errorOf(error);
    const fault = answerFault(cause);
    work.onFault(cause);
    return { fault, usd: ledger.spent.calls === 0 ? null : ledger.spent.usd };
  } finally {
    patience.dispose();
  }
}

/** The same name may stand for another file since: what the server says now decides, where both said something. */
async function isOfSameModel({ checkpoint }: KeptAnswer, answering: Answering): Promise<boolean> {
  if (checkpoint === null) return true;
  const now = (await answering.server())?.checkpoint ?? null;
  return now === null || now === checkpoint;
}

type Judged =
  | { readonly kept: KeptJudgement; readonly isOld: boolean }
  /** `judge`: what was paid for no judgement; null without a call. */
  | { readonly fault: SampleFault; readonly judge: CellSample['judge'] };

async function judgeAnswer(
  work: SampleWork,
  judge: AnswerJudge,
  { key: answerOf, parts }: KeptAnswer,
): Promise<Judged> {
  const { plan, planned, document, cache, force } = work;
  const key = judgementKey(plan, planned, parts, { answer: answerOf, fingerprint: judge.fingerprint });
  if (force !== 'judgements' && force !== 'all') {
    const kept = await cache.judgement(key);
    if (kept !== null) return { kept, isOld: true };
  }
  const ledger = ledgerOf(work.funds);
  const patience = createPatience(work.signal, work.patience);
  const start = performance.now();
  try {
    const judgement = await judge.judge(
      {
        task: plan.task,
        mode: plan.mode,
        document: { name: document.path, text: document.text },
        question: planned.question,
        asked: plan.parts,
        parts,
        truth: planned.truth,
      },
      { signal: patience.signal, ledger, onWait: patience.onWait },
    );
    const ms = performance.now() - start;
    const usd = judge.model === null ? 0 : ledger.spent.usd;
    const kept = {
      format: 'vitest-agent-eval/judgement/1' as const,
      key,
      judgement,
      judge: { fingerprint: judge.fingerprint, usd, ms },
    };
    await cache.keepJudgement(kept);
    return { kept, isOld: false };
  } catch (error) {
    work.signal.throwIfAborted();
    const { calls, usd } = ledger.spent;
    const paid = { fingerprint: judge.fingerprint, usd, ms: performance.now() - start };
    return { fault: judgeFault(patience.errorOf(error)), judge: calls === 0 ? null : paid };
  } finally {
    patience.dispose();
  }
}

/** Its own books, paid from the experiment's. */
function ledgerOf(funds: Funds): Ledger {
  return createLedger(Number.POSITIVE_INFINITY, { also: funds });
}

function failed(
  sample: number,
  { status, error }: SampleFault,
  answer: string,
  queued: number,
  usd: number | null,
): Sample {
  const cell: CellSample = {
    sample,
    status,
    error,
    parts: {},
    thinking_chars: 0,
    stop: null,
    usage: null,
    usd,
    ms: { queued, first_token: null, total: 0 },
    tokens_per_second: null,
    judgement: null,
    judge: null,
    from_cache: { answer: false, judgement: false },
    keys: { answer, judgement: null },
  };
  return { cell, answeredBy: null, notes: [] };
}
