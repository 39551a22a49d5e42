/** Cells of an experiment, as if they had been run. */
import type { Level } from '../../src/grade/level.ts';
import { CELL_FORMAT, type Cell, type CellSample } from '../../src/results/cells/cell-schema.ts';
import type { CardPlan } from '../../src/results/experiment/build-card.ts';

export interface CellInput {
  readonly variant?: string;
  /** `document#question`. */
  readonly id?: string;
  /** One per sample; null: no verdict. */
  readonly passed?: readonly (boolean | null)[];
  /** Of a summary. */
  readonly grade?: number | null;
  readonly usd?: number | null;
  readonly status?: Cell['status'];
  readonly reason?: string;
  readonly local?: boolean;
  readonly level?: Level | null;
  readonly text?: string;
}

export function aCell(input: CellInput = {}): Cell {
  const { variant = 'a/plain', id = 'memo#one', passed = [true], grade, usd = 0.01, level = 4 } = input;
  const isQuestion = grade === undefined;
  const samples = passed.map((each, index): CellSample => ({
    sample: index + 1,
    status: input.status ?? 'PASS',
    error: null,
    parts: { answer: input.text ?? 'It is 7.' },
    thinking_chars: 0,
    stop: 'end',
    usage: { input: 100, output: 10, cached: 0 },
    usd,
    ms: { queued: 0, first_token: 50, total: 200 + index },
    tokens_per_second: 60,
    judgement: {
      levels: { [isQuestion ? 'correctness' : 'executive_summary']: { level, reason: 'r', quotes: [] } },
      overall: level,
      invented: [],
      grade: grade ?? null,
      passed: isQuestion ? each : null,
      coverage: {},
      undecided: [],
      warnings: [],
    },
    judge: { fingerprint: 'rules:4', usd: 0, ms: 1 },
    from_cache: { answer: false, judgement: false },
    keys: { answer: 'k', judgement: 'j' },
  }));
  return {
    format: CELL_FORMAT,
    run_id: 'run_20261201_120000',
    experiment: 'qa',
    variant,
    case: id,
    task: isQuestion ? 'qa' : 'summarization',
    mode: 'comparative',
    status: input.status ?? (passed.includes(null) ? 'ERRORED' : 'PASS'),
    grade: grade ?? null,
    passed: isQuestion ? (passed.includes(null) ? null : passed.every((each) => each === true)) : null,
    reasons: input.reason === undefined ? [] : [input.reason],
    warnings: [],
    document: { path: `${id.split('#')[0] ?? ''}.md`, sha256: 'd', tokens_estimated: 100 },
    question: isQuestion ? 'How many?' : null,
    truth: { path: 'memo.md.yaml', sha256: 't', reviewed: null, written_by: 'hand' },
    model: {
      asked: variant.split('/')[0] ?? '',
      answered: null,
      endpoint: 'embedded',
      local: input.local ?? false,
      server: null,
    },
    settings: { temperature: null, max_tokens: null, prompt: 'plain', prompt_sha256: 'p', combined: false },
    samples,
  };
}

/** The plan that has just these cells. */
export function planFor(cells: readonly Cell[], more: Partial<CardPlan> = {}): CardPlan {
  const names = [...new Set(cells.map(({ variant }) => variant))];
  return {
    id: 'qa',
    name: 'Which model?',
    task: cells[0]?.task ?? 'qa',
    mode: 'comparative',
    repeats: cells[0]?.samples.length ?? 1,
    variants: names.map((name) => ({ name })),
    cases: [...new Set(cells.map((cell) => cell.case))],
    baseline: null,
    gates: {},
    warnings: [],
    ...more,
  };
}
