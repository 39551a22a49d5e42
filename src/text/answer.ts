/** An answer made ready for reading: steering text cut, number words as digits, and what stands in it. */
import { type DateMention, datesIn, withoutDates } from './dates.ts';
import { type Stance, stanceAt } from './negation.ts';
import { bounded, readable } from './normalise.ts';
import { withDigits } from './number-words.ts';
import { numbersIn } from './numbers.ts';
import { type Figures, figuresOf } from './ranges.ts';
import { clauses, sentences, type Span } from './sentences.ts';
import { withoutSteering } from './steering.ts';

export interface Answer {
  /** What is read: readable, number words as digits. Every place below refers to it. */
  readonly text: string;
  /** Text aimed at the judge, which was cut. */
  readonly cut: readonly string[];
  readonly sentences: readonly Span[];
  readonly clauses: readonly Span[];
  readonly figures: Figures;
  readonly dates: readonly DateMention[];
  stance(start: number, end: number): Stance;
}

/** Reads a text that is nobody's attempt to steer: a question, an expected answer. */
export function readPlain(raw: string): Answer {
  return read(raw, []);
}

/** Reads an agent's answer. */
export function readAnswer(raw: string): Answer {
  const { text, cut } = withoutSteering(bounded(raw));
  return read(text, cut);
}

function read(raw: string, cut: readonly string[]): Answer {
  const text = withDigits(readable(raw));
  const outer = sentences(text);
  const inner = clauses(text);
  return {
    text,
    cut,
    sentences: outer,
    clauses: inner,
    figures: figuresOf(text, numbersIn(withoutDates(text))),
    dates: datesIn(text),
    stance: (start, end) => stanceAt(text, inner, outer, start, end),
  };
}
