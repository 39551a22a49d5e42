import type { AnswerJudgement } from '../../../src/grade/judgement.ts';
import { CELL_FORMAT, type Cell, type CellSample } from '../../../src/results/cells/cell-schema.ts';

export function aJudgement(judgement: Partial<AnswerJudgement> = {}): AnswerJudgement {
  const criterion = { level: 4, reason: 'As expected.', quotes: [] } as const;
  return {
    levels: {
      correctness: criterion,
      completeness: criterion,
      conciseness: { ...criterion, level: 3 },
      relevance: criterion,
    },
    overall: 4,
    invented: [],
    grade: 100,
    passed: true,
    coverage: {},
    undecided: [],
    warnings: [],
    ...judgement,
  };
}

export function aSample(sample: Partial<CellSample> = {}): CellSample {
  return {
    sample: 1,
    status: 'PASS',
    error: null,
    parts: { answer: 'In March 2026.' },
    thinking_chars: 0,
    stop: 'end',
    usage: { input: 100, output: 10, cached: 0 },
    usd: 0.25,
    ms: { queued: 1, first_token: 20, total: 40 },
    tokens_per_second: 500,
    judgement: aJudgement(),
    judge: { fingerprint: 'rules/1', usd: 0, ms: 2 },
    from_cache: { answer: false, judgement: false },
    keys: { answer: 'a'.repeat(64), judgement: 'b'.repeat(64) },
    ...sample,
  };
}

export function aCell(cell: Partial<Cell> = {}): Cell {
  return {
    format: CELL_FORMAT,
    run_id: 'run_20260101_120000',
    experiment: 'dates',
    variant: 'lead/plain',
    case: 'meetings/standup#release',
    task: 'qa',
    mode: 'comparative',
    status: 'PASS',
    grade: 100,
    passed: true,
    reasons: [],
    warnings: [],
    document: { path: 'meetings/standup.txt', sha256: 'c'.repeat(64), tokens_estimated: 90 },
    question: 'When is the release?',
    truth: { path: 'meetings/standup.txt.yaml', sha256: 'd'.repeat(64), reviewed: null, written_by: 'Ada' },
    model: { asked: 'embedded/lead', answered: 'lead', endpoint: 'embedded', local: true, server: null },
    settings: {
      temperature: null,
      max_tokens: null,
      prompt: 'plain',
      prompt_sha256: 'e'.repeat(64),
      combined: false,
    },
    samples: [aSample()],
    ...cell,
  };
}
