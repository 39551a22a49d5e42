/** The end of an experiment in a terminal: a line per variant, what they differ by, the gates. */
import {
  contrastWords,
  costWords,
  gradeWords,
  rateWords,
  timeWords,
} from '../src/results/experiment/card-words.ts';
import type { ExperimentCard } from '../src/results/experiment/card-schema.ts';
import { bottomLine } from '../src/results/experiment/summary-markdown.ts';
import { oneLine } from './plain-text.ts';

/** Fits 80 columns where names do; a longer one is cut, never a figure. */
const LONGEST_NAME = 20;

export function experimentTable(card: ExperimentCard): string {
  const places = new Map(card.ranking.places.map(({ variant, place }) => [variant, place]));
  const rows = card.variants
    .map((each) => ({
      place: places.get(each.variant) ?? null,
      name: oneLine(each.variant, LONGEST_NAME),
      figure:
        card.measure === 'pass' && each.pass_rate !== null
          ? rateWords(each.pass_rate)
          : gradeWords(each.grade),
      open: each.unjudged,
      cost: costWords(each).answers,
      time: timeWords(each.latency_ms),
    }))
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity));
  const width = (of: (row: (typeof rows)[number]) => string, title: string) =>
    Math.max(title.length, ...rows.map((row) => of(row).length));
  const [names, figures, costs] = [
    width(({ name }) => name, 'Variant'),
    width(({ figure }) => figure, 'Passes (95 %)'),
    width(({ cost }) => cost, 'Answers'),
  ];
  const title = card.measure === 'pass' ? 'Passes (95 %)' : 'Grade (95 %)';
  return [
    oneLine(card.name, 78),
    '',
    `   ${'Variant'.padEnd(names)}  ${title.padEnd(figures)}  ${'Open'.padStart(4)}  ${'Answers'.padEnd(costs)}  Time p50 / p95`,
    ...rows.map(
      ({ place, name, figure, open, cost, time }) =>
        `${String(place ?? '–').padStart(2)} ${name.padEnd(names)}  ${figure.padEnd(figures)}  ${String(open).padStart(4)}  ${cost.padEnd(costs)}  ${time}`,
    ),
    '',
    bottomLine(card, (text) => oneLine(text, 78)).replaceAll('**', ''),
    ...card.contrasts.map(
      (each) =>
        `${oneLine(each.variant, LONGEST_NAME)} against ${oneLine(each.baseline, LONGEST_NAME)}: ${oneLine(contrastWords(each), 200)}`,
    ),
    ...card.gates.map(({ gate, outcome, message }) => `${gate}  ${outcome}  ${oneLine(message, 300)}`),
    ...(card.mode === 'standalone'
      ? ['Standalone: judged without a reference; compare these figures with no others.']
      : []),
  ].join('\n');
}
