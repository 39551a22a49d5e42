/** A cell without its texts: what travels in `task.meta` and what tables are made of. At most 2 kB of JSON. Pure. */
import type { Level } from '../../grade/level.ts';
import type { Mode, Task } from '../../grade/task.ts';
import type { Status } from '../../rubric/verdict-types.ts';
import type { Cell, CellSample, CellUsage } from './cell-schema.ts';

export interface CellRow {
  readonly experiment: string;
  readonly run_id: string;
  readonly variant: string;
  readonly case: string;
  readonly task: Task;
  readonly mode: Mode;
  readonly status: Status;
  /** 0 to 100; null: cannot tell. */
  readonly grade: number | null;
  readonly passed: boolean | null;
  readonly samples: number;
  /** Mean points per criterion, 1 to 4, over the samples that have a level there. */
  readonly levels: Readonly<Record<string, number>>;
  readonly usd: {
    /** What the answers cost when they were made; null when one is not known. */
    readonly answers: number | null;
    readonly judge: number | null;
    /** Of both, what this run paid; null when a part of it is not known. */
    readonly paid: number | null;
  };
  readonly ms: { readonly first_token: number | null; readonly total: number };
  /** null when one sample's is not known. */
  readonly tokens: CellUsage | null;
  /** Answers and judgements that were there before. */
  readonly from_cache: { readonly answers: number; readonly judgements: number };
  /** Answers and judgements there are. */
  readonly done: { readonly answers: number; readonly judgements: number };
  /** The first reason, cut; null without any. */
  readonly reason: string | null;
}

const REASON_LENGTH = 300;

export function cellRow(cell: Cell): CellRow {
  const { samples } = cell;
  const judged = samples.filter(({ judgement }) => judgement !== null);
  const answered = samples.filter(({ stop }) => stop !== null);
  const charged = chargedAnswers(samples);
  const judgings = samples.filter(({ judgement, judge }) => judgement !== null || judge !== null);
  const firstTokens = answered.flatMap(({ ms }) => ms.first_token ?? []);
  return {
    experiment: cell.experiment,
    run_id: cell.run_id,
    variant: cell.variant,
    case: cell.case,
    task: cell.task,
    mode: cell.mode,
    status: cell.status,
    grade: cell.grade,
    passed: cell.passed,
    samples: samples.length,
    levels: meanLevels(samples),
    usd: {
      answers: sumOrNull(charged.map(({ usd }) => usd)),
      judge: sumOrNull(judgings.map(({ judge }) => judge?.usd ?? null)),
      paid: sumOrNull([
        ...charged.flatMap(({ usd, from_cache }) => (from_cache.answer ? [] : [usd])),
        ...judgings.flatMap(({ judge, from_cache }) => (from_cache.judgement ? [] : [judge?.usd ?? null])),
      ]),
    },
    ms: {
      first_token: firstTokens.length === 0 ? null : sum(firstTokens) / firstTokens.length,
      total: sum(answered.map(({ ms }) => ms.total)),
    },
    tokens: tokensOf(answered),
    from_cache: {
      answers: answered.filter(({ from_cache }) => from_cache.answer).length,
      judgements: judged.filter(({ from_cache }) => from_cache.judgement).length,
    },
    done: { answers: answered.length, judgements: judged.length },
    reason: firstReason(cell),
  };
}

/** Samples whose answers have a cost, known or not: those with an answer, and those that were paid for in vain. */
export function chargedAnswers(samples: readonly CellSample[]): readonly CellSample[] {
  return samples.filter(({ stop, usd }) => stop !== null || usd !== null);
}

function firstReason({ reasons }: Cell): string | null {
  const [first] = reasons;
  if (first === undefined) return null;
  return first.length <= REASON_LENGTH ? first : `${first.slice(0, REASON_LENGTH - 1)}…`;
}

function meanLevels(samples: readonly CellSample[]): Readonly<Record<string, number>> {
  const points = new Map<string, Level[]>();
  for (const { judgement } of samples) {
    for (const [key, { level }] of Object.entries(judgement?.levels ?? {})) {
      if (level !== null) points.set(key, [...(points.get(key) ?? []), level]);
    }
  }
  return Object.fromEntries([...points].map(([key, levels]) => [key, sum(levels) / levels.length]));
}

function tokensOf(samples: readonly CellSample[]): CellUsage | null {
  if (samples.length === 0 || samples.some(({ usage }) => usage === null)) return null;
  const total = (key: keyof CellUsage): number => sum(samples.map(({ usage }) => usage?.[key] ?? 0));
  return { input: total('input'), output: total('output'), cached: total('cached') };
}

/** What is not known makes the whole unknown, never 0. */
function sumOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
