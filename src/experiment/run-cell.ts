/** One cell: every sample of one variant's answer to one case, judged. */
import { CELL_FORMAT, type Cell } from '../results/cells/cell-schema.ts';
import { isSameModel } from '../models/model-name.ts';
import { runSample, type Sample, type SampleWork } from './sample.ts';
import type { Variant } from './plan.ts';
import { verdictOf } from './verdict.ts';

export interface CellWork extends SampleWork {
  readonly runId: string;
  /** Called when the model has given all its answers. */
  readonly onAnswered: () => void;
}

/** Throws when the run is cancelled, and for faults of our own. */
export async function runCell(work: CellWork): Promise<Cell> {
  const { plan, variant, planned, answering } = work;
  if (plan.mode === 'comparative' && planned.truth === null) {
    work.onAnswered();
    return skipped(
      work,
      'there is no truth of the document to compare with: write one, or say mode: standalone',
    );
  }
  const samples: Sample[] = [];
  for (let sample = 1; sample <= plan.repeats; sample += 1) {
    const done = await runSample(work, sample);
    if (done === null) {
      work.onAnswered();
      return skipped(work, `nobody brought answer ${sample} of ${variant.model} to ${planned.id}`);
    }
    samples.push(done);
  }
  work.onAnswered();
  const server = samples.some(({ cell }) => !cell.from_cache.answer) ? await answering.server() : null;
  const answered = samples.find(({ answeredBy }) => answeredBy !== null)?.answeredBy ?? null;
  const cells = samples.map(({ cell }) => cell);
  const verdict = verdictOf(plan, cells);
  const others = samples.flatMap(({ notes }) => notes);
  return {
    ...frame(work),
    ...verdict,
    warnings: [
      ...new Set([...verdict.warnings, ...others, ...otherModel(answering.endpoint, variant, answered)]),
    ],
    model: { ...frame(work).model, answered, server },
    samples: cells,
  };
}

/** Also where the answer is from before, and nobody hears the server say it. */
function otherModel(endpoint: string, { model }: Variant, answered: string | null): string[] {
  if (answered === null || endpoint === 'embedded' || isSameModel(model, answered)) return [];
  return [`${model} was asked, and the server says that ${answered} answered.`];
}

function frame(
  work: CellWork,
): Omit<Cell, 'status' | 'grade' | 'passed' | 'reasons' | 'warnings' | 'samples'> {
  const { plan, variant, planned, answering, runId } = work;
  return {
    format: CELL_FORMAT,
    run_id: runId,
    experiment: plan.id,
    variant: variant.name,
    case: planned.id,
    task: plan.task,
    mode: plan.mode,
    document: planned.document,
    question: planned.question,
    truth: planned.truthSource,
    model: {
      asked: answering.model,
      answered: null,
      endpoint: answering.endpoint,
      local: answering.isLocal,
      server: null,
    },
    settings: settingsOf(variant),
  };
}

function settingsOf({ temperature, maxTokens, prompt, combined }: Variant): Cell['settings'] {
  return { temperature, max_tokens: maxTokens, prompt: prompt.id, prompt_sha256: prompt.sha256, combined };
}

function skipped(work: CellWork, why: string): Cell {
  return {
    ...frame(work),
    status: 'SKIPPED_NO_DOCUMENT',
    grade: null,
    passed: null,
    reasons: [why],
    warnings: [],
    samples: [],
  };
}
