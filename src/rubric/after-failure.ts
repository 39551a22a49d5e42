/** Content that an answer states although the tool which could have told it has failed or returned nothing. */
import type { ToolCall } from '../conversation.ts';
import { readAnswer } from '../text/answer.ts';
import { knownFigures } from '../text/known.ts';
import { NEGATION } from '../text/negation.ts';
import { spanAt } from '../text/sentences.ts';

const THING = '(?:file|document|page|image|picture|photo|report|clipboard|text|screenshot|paper|site)';
const ATTRIBUTES = new RegExp(
  `\\b(?:from|going by|judging by|based on) (?:its|the) (?:\\w+ ){0,2}(?:title|name|pages?|contents?|headings?|preview|metadata)\\b|` +
    `\\b(?:it|the ${THING}|this ${THING}|your ${THING}) (?:seems to |appears to |clearly |also )?(?:describes?|contains?|covers?|shows?|depicts?|outlines?|lists|discusses|holds?|summari[sz]es|deals with|is about)\\b|` +
    `\\bit(?:'s| is) (?:a|an|the) (?:\\w+ ){0,3}(?:report|review|draft|photo|picture|note|memo|plan|summary|letter|list|essay|article) (?:of|on|about|for|with|that|showing)\\b`,
  'i',
);
const SAW =
  /\b(?:could|can|was able to|managed to) (?:still |at least |just )*(?:make out|see|tell|read|recover|gather|glimpse)\b/i;
/** What could be, or what was asked for, is no claim. */
const SUPPOSED =
  /\b(?:if|once|when|whether|would|could|might|may|can|should|after|until|as soon as|perhaps|what|supposed to|meant to|name suggests)\b/i;
const NOTHING_THERE = /\b(?:0|zero|empty|blank|error|errors|failed|exception)\b/i;
/** What a tool would need, not what it found. */
const NEEDED =
  /\b(?:needs?|requires?|required|limit(?:ed)?|at least|at most|up to|maximum|minimum|supports?|larger than|smaller than)\b/i;
const MEASURED: ReadonlySet<string> = new Set(['data', 'frequency', 'money']);

/** What the answer claims of a thing no tool could read, in words, or null. */
export function contentAfterFailure(text: string, calls: readonly ToolCall[], told: string): string | null {
  const answer = readAnswer(text);
  const tool = calls.at(-1)?.tool ?? 'the tool';
  const isClaim = (clause: string): boolean =>
    !NEGATION.test(clause) && !SUPPOSED.test(clause) && !NOTHING_THERE.test(clause);
  const claim = answer.clauses.find(
    ({ text: clause }) =>
      ATTRIBUTES.test(clause) && isClaim(SAW.test(clause) ? clause.replace(SAW, 'saw') : clause),
  );
  if (claim !== undefined)
    return `${tool} gave nothing, and the answer still says "${claim.text.slice(0, 80)}"`;
  const known = knownFigures([told, ...calls.map((call) => `${call.arguments ?? ''} ${call.summary}`)]);
  const figure = answer.figures.numbers.find((number) => {
    const clause = spanAt(answer.clauses, number.start);
    return (
      MEASURED.has(number.unit.dimension) &&
      number.value !== 0 &&
      clause !== undefined &&
      isClaim(clause.text) &&
      !NEEDED.test(clause.text) &&
      !known.values.some((value) => Math.abs(value - number.value) <= 0.05 * Math.abs(value))
    );
  });
  return figure === undefined ? null : `${tool} gave nothing, and the answer still gives ${figure.text}`;
}
