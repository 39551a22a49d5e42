/** A summary by rules: lists are levelled by how much of the reference they hold; prose is left open. Pure. */
import type { SummaryTruth } from '../../corpus/case-truth.ts';
import type { CriterionJudgement } from '../../grade/judgement.ts';
import { LEVELS, levelOfCoverage } from '../../grade/level.ts';
import type { Criterion } from '../../grade/task.ts';
import { readable } from '../../text/normalise.ts';
import { countableWords } from '../../text/sentences.ts';
import { percent } from '../../percent.ts';
import { referenceOf } from './criteria-asked.ts';
import { coverageOf, holdsEntry, holdsPerson, holdsValue, valuesOf, type Coverage } from './coverage.ts';

export interface SummaryLevels {
  readonly levels: Readonly<Record<string, CriterionJudgement>>;
  readonly coverage: Readonly<Record<string, number>>;
}

/** A list that is much longer than the reference may hold anything: what is beside the entries is not told by rule. */
const LENGTH_FACTOR = 3;
const LENGTH_BASE = 30;

const NONE = /^\W*(?:none|nothing|no|not any|there (?:are|were|is|was) (?:no|none)|n\/a)\b/i;
const NONE_WORDS = 12;

export function judgeSummary(
  open: readonly Criterion[],
  parts: Readonly<Record<string, string>>,
  truth: SummaryTruth,
): SummaryLevels {
  const levels: Record<string, CriterionJudgement> = {};
  const coverage: Record<string, number> = {};
  for (const { key, part, kind } of open) {
    const reference = referenceOf(key, truth);
    const text = parts[part] ?? '';
    if (kind === 'prose' || typeof reference === 'string' || reference === undefined) {
      levels[key] = { level: null, reason: 'prose is not told by rule', quotes: [] };
    } else if (reference.length === 0) levels[key] = judgeNone(text);
    else {
      const found = saysNone(text)
        ? { of: reference.length, held: 0, missing: reference.length }
        : coverageOf(reference, (entry) =>
            key === 'participants' ? holdsPerson(entry, text) : holdsEntry(entry, text),
          );
      coverage[key] = found.held / found.of;
      levels[key] = levelOf(found, reference, text, key);
    }
  }
  const figures = figuresHeld(parts, truth);
  if (figures !== null) coverage['figures'] = figures;
  return { levels, coverage };
}

/** The share of the reference summaries' figures that stand anywhere in the answer; null when they have none. */
function figuresHeld(parts: Readonly<Record<string, string>>, truth: SummaryTruth): number | null {
  const { executive_summary = '', brief_summary = '', detailed_summary = '' } = truth;
  const wanted = valuesOf([executive_summary, brief_summary, detailed_summary].join('\n'));
  if (wanted.length === 0) return null;
  const texts = Object.values(parts);
  return (
    wanted.filter((value) => texts.some((text) => holdsValue(value, text) === 'held')).length / wanted.length
  );
}

/** Only a level that both ends of what is known agree on. */
function levelOf(
  { of, held, missing }: Coverage,
  reference: readonly string[],
  text: string,
  key: string,
): CriterionJudgement {
  const open = of - held - missing;
  const counted = `${held} of ${of} stand there (${percent(held / of)})`;
  const undecided = (why: string): CriterionJudgement => ({
    level: null,
    reason: `${counted}; ${why}`,
    quotes: [],
  });
  const [least, most] = [levelOfCoverage(held, of), levelOfCoverage(held + open, of)];
  if (least !== most) return undecided(`${open} may stand there in other words`);
  if (least > LEVELS.poor) {
    const words = countableWords(text).length;
    const room = LENGTH_FACTOR * countableWords(reference.join(' ')).length + LENGTH_BASE;
    if (words > room) return undecided(`it has ${words} words, and what the others say is not told by rule`);
    const strange = key === 'participants' ? strangeName(text, reference) : null;
    if (strange !== null) return undecided(`"${strange}" may be somebody who did not take part`);
  }
  return { level: least, reason: counted, quotes: [] };
}

function saysNone(text: string): boolean {
  return NONE.test(readable(text)) && countableWords(text).length <= NONE_WORDS;
}

/** The reference says that there are none. */
function judgeNone(text: string): CriterionJudgement {
  return saysNone(text)
    ? { level: LEVELS.excellent, reason: 'says that there are none', quotes: [] }
    : { level: null, reason: 'there are none; what it lists instead is not told by rule', quotes: [] };
}

/** Two or more capitalised words in a row that the reference does not have. */
function strangeName(text: string, reference: readonly string[]): string | null {
  const known = new Set(countableWords(reference.join(' ')).map((word) => word.toLowerCase()));
  const runs = readable(text).match(/\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)+/gu) ?? [];
  return runs.find((run) => run.split(' ').every((word) => !known.has(word.toLowerCase()))) ?? null;
}
