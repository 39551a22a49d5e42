/** Questions whose answer has to be worked out from two figures of a document. */
import { asksComparison, asksProjection, compare, growthIn, moneyIn, project } from '../calculate.ts';
import type { Memory } from '../conversation-memory.ts';
import { figuresIn, type Figure } from '../figures.ts';
import type { Finding } from '../find.ts';
import { readQuestion, type Question, type Term } from '../question.ts';
import type { ScopedDocument } from '../scope.ts';
import { sentence, wordFinding } from '../wording.ts';
import type { Workbench } from '../workbench.ts';

export interface Calculated {
  readonly text: string;
  readonly finding: Finding | null;
}

interface Asked {
  readonly bench: Workbench;
  readonly memory: Memory;
  readonly question: Question;
  readonly context: readonly Term[];
  readonly scope: readonly ScopedDocument[];
}

/** Growth applied to an amount, or an earlier result compared with an amount; null when that is not what is asked. */
export async function calculation(asked: Asked): Promise<Calculated | null> {
  return (await comparison(asked)) ?? (await projection(asked));
}

async function comparison({ bench, memory, question, context, scope }: Asked): Promise<Calculated | null> {
  const earlier = memory.amounts;
  const refersBack = question.followsUp || /\bproject|range|estimate/i.test(question.text);
  if (earlier === undefined || !refersBack || !asksComparison(question.text)) return null;
  const topicTerms = question.terms.filter(
    (term) => !/^(?:project|compar|differ|percent|rang|estimat)/.test(term.stem),
  );
  // The amount itself is looked up; the comparing is done here.
  const text = `What was the ${topicTerms.map((term) => term.word).join(' ')}?`;
  const topic = { ...question, text, terms: topicTerms, kind: 'money' as const };
  const { finding } = await bench.query(topic, context, scope);
  const base = finding === null ? undefined : amountOfYear(finding, question);
  if (finding === null || base === undefined) return null;
  return { text: `${compare(earlier, base)} ${wordFinding('', finding, false)}`, finding };
}

async function projection({ bench, memory, question, context, scope }: Asked): Promise<Calculated | null> {
  if (!asksProjection(question.text)) return null;
  const given = moneyIn(question.text);
  const measure = [...question.terms, ...context].find((term) =>
    /^(?:revenu|sal|incom|profit|cost|budget|turnov)/.test(term.stem),
  );
  const stated = growthIn(question.text);
  // A forecast that is merely asked for is a fact to look up; here a figure has to be worked out of it.
  const worksOut =
    /\b(?:if|based on|appl(?:y|ying)|follows?|implie[sd]|translate|work(?:s)? out|calculate|compute|in dollars|dollar|mean for|come to|amount to|range)\b/i.test(
      question.text,
    );
  if ((given === undefined && measure === undefined) || (stated === null && !worksOut)) return null;
  const periods = question.terms.filter((term) => /^q[1-4]$/.test(term.word)).map((term) => term.word);
  const rateSearch =
    stated === null
      ? await bench.query(
          { ...readQuestion(`growth forecast ${periods[0] ?? ''}`), kind: 'percent' },
          context,
          scope,
        )
      : null;
  const rateSentence = rateSearch?.finding?.sentences.find((text) => growthIn(text) !== null);
  const growth = stated ?? (rateSentence === undefined ? null : growthIn(rateSentence));
  if (growth === null) return null;
  const base = given ?? (await baseAmount(bench, memory, measure, periods, scope));
  if (base === undefined) return null;
  const result = project(base, growth, measure?.word ?? '');
  memory.amounts = result.amounts;
  const finding = rateSearch?.finding ?? null;
  const because = rateSentence === undefined ? '' : ` ${sentence(rateSentence)}`;
  return {
    text: `${result.text}${because}${finding === null ? '' : ` (Source: ${finding.document.filename})`}`,
    finding,
  };
}

/** What the growth is applied to: a figure found before, else the document's total. */
async function baseAmount(
  bench: Workbench,
  memory: Memory,
  measure: Term | undefined,
  periods: readonly string[],
  scope: readonly ScopedDocument[],
): Promise<Figure | undefined> {
  if (measure === undefined) return undefined;
  const known = memory.turns.findLast(
    (turn) =>
      turn.evidence !== null &&
      moneyIn(turn.evidence) !== undefined &&
      turn.terms.some((term) => term.stem === measure.stem),
  );
  if (known?.evidence !== undefined && known.evidence !== null) return moneyIn(known.evidence);
  const { finding } = await bench.query(
    readQuestion(`What was the total ${measure.word} in ${periods[1] ?? 'the period'}?`),
    [],
    scope,
  );
  return finding === null ? undefined : moneyIn(finding.evidence);
}

/** The amount beside the year in question, else the only one. */
function amountOfYear(finding: Finding, question: Question): Figure | undefined {
  const amounts = figuresIn(finding.evidence).filter((figure) => figure.kind === 'money');
  const year = question.terms.find((term) => /^(?:19|20)\d\d$/.test(term.word))?.word;
  if (year === undefined || amounts.length < 2) return amounts[0];
  const at = finding.evidence.indexOf(year);
  return amounts.toSorted((a, b) => Math.abs(a.start - at) - Math.abs(b.start - at))[0];
}
