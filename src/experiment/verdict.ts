/** From the samples of a cell to its status, its grade and why. Pure. */
import { asksQuestions } from '../grade/task.ts';
import type { Cell, CellSample } from '../results/cells/cell-schema.ts';
import type { Status } from '../rubric/verdict-types.ts';
import type { ExperimentPlan } from './plan.ts';
import { isEmpty } from './sample.ts';

export type CellVerdict = Pick<Cell, 'status' | 'grade' | 'passed' | 'reasons' | 'warnings'>;

/** A cell passes when every sample was answered and judged, and the bar, if there is one, holds. */
export function verdictOf(
  plan: Pick<ExperimentPlan, 'task' | 'bar'>,
  samples: readonly CellSample[],
): CellVerdict {
  const warnings = [...new Set(samples.flatMap(warningsOf))];
  const grade = meanGrade(samples);
  const passed = asksQuestions(plan.task) ? allPassed(samples) : null;
  const told = (status: Status, reasons: readonly string[]): CellVerdict => ({
    status,
    grade,
    passed,
    reasons: [...reasons],
    warnings,
  });
  const unjudged = samples.find(({ judgement }) => judgement === null);
  if (unjudged !== undefined)
    return told(unjudged.status, [labelled(unjudged, samples, unjudged.error ?? 'not judged')]);
  const undecided = samples.filter((sample) => isUndecided(plan, sample));
  const [first] = undecided;
  if (first !== undefined) {
    const why = first.judgement?.undecided.join('; ') ?? '';
    return told('ERRORED', [labelled(first, samples, `the judge cannot tell: ${why}`)]);
  }
  const empty = samples.find(isEmpty);
  if (empty !== undefined) {
    return told('FAIL', [labelled(empty, samples, `there is no answer: ${spent(empty)}. Raise max_tokens`)]);
  }
  const below = belowBar(plan, grade, passed);
  return below === null ? told('PASS', []) : told(below.status, [below.why]);
}

/** Nothing of it could be told; of a question, whether it passes. */
function isUndecided({ task }: Pick<ExperimentPlan, 'task'>, { judgement }: CellSample): boolean {
  if (judgement === null) return false;
  if (asksQuestions(task)) return judgement.passed === null;
  return Object.values(judgement.levels).every(({ level }) => level === null);
}

function belowBar(
  { bar }: Pick<ExperimentPlan, 'bar'>,
  grade: number | null,
  passed: boolean | null,
): { readonly status: Status; readonly why: string } | null {
  if (bar?.grade !== undefined) {
    if (grade === null) {
      return {
        status: 'ERRORED',
        why: `cannot tell whether the grade is ${bar.grade} at least: criteria have no level`,
      };
    }
    if (grade < bar.grade)
      return { status: 'FAIL', why: `the grade is ${grade.toFixed(1)}, and the bar ${bar.grade}` };
  }
  if (bar?.pass === true && passed === false) return { status: 'FAIL', why: 'the answer does not pass' };
  return null;
}

function meanGrade(samples: readonly CellSample[]): number | null {
  const grades = samples.map(({ judgement }) => judgement?.grade ?? null);
  if (grades.length === 0) return null;
  const sum = grades.reduce<number | null>(
    (total, each) => (total === null || each === null ? null : total + each),
    0,
  );
  return sum === null ? null : sum / grades.length;
}

function allPassed(samples: readonly CellSample[]): boolean | null {
  const each = samples.map(({ judgement }) => judgement?.passed ?? null);
  if (each.includes(false)) return false;
  return each.length === 0 || each.includes(null) ? null : true;
}

function warningsOf(sample: CellSample): string[] {
  const { judgement, stop, thinking_chars } = sample;
  const warnings = [...(judgement?.warnings ?? [])];
  if (stop === 'length' && !isEmpty(sample)) warnings.push('the answer is cut: max_tokens was reached');
  if (stop === 'filtered') warnings.push("the server's own rules refused the answer");
  if (thinking_chars > 0)
    warnings.push('the model thought before it answered: that is no part of the answer');
  if (judgement !== null && judgement.grade === null) {
    warnings.push(`the grade cannot be told: ${judgement.undecided.join('; ')}`);
  }
  return warnings;
}

function spent({ usage, thinking_chars }: CellSample): string {
  const tokens = usage === null ? 'all tokens' : `${usage.output} tokens`;
  return `${tokens} were spent${thinking_chars > 0 ? ' on thinking' : ''} before it`;
}

function labelled({ sample }: CellSample, samples: readonly CellSample[], text: string): string {
  return samples.length === 1 ? text : `sample ${sample}: ${text}`;
}
