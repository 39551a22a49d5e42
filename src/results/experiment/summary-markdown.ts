/** summary.md of an experiment: what a person decides by. Pure. */
import type { ExperimentCard, VariantCard } from './card-schema.ts';
import { contrastWords, costWords, gradeWords, rateWords, timeWords } from './card-words.ts';

/** `safe`: makes foreign text harmless in Markdown. */
export function experimentMarkdown(card: ExperimentCard, safe: (text: string) => string): string {
  return [
    `# ${safe(card.name)}`,
    '',
    bottomLine(card, safe),
    '',
    `${card.experiment} · ${card.run_id} · ${card.task}, ${card.mode} · ${card.cases} cases, ${card.repeats} ` +
      `${card.repeats === 1 ? 'sample' : 'samples'} each · judge ${card.judges.map(safe).join(' and ') || 'none'}` +
      (card.partial ? ' · **a part of the experiment only**' : ''),
    ...section(
      'Gates',
      card.gates.map(({ gate, outcome, message }) => `- **${gate}: ${outcome}** – ${safe(message)}`),
    ),
    ...section('Variants', variantTable(card, safe)),
    ...section('Levels', levelTable(card, safe)),
    ...section(
      `Against ${safe(card.baseline ?? '')}`,
      card.contrasts.map((each) => `- ${safe(each.variant)}: ${safe(contrastWords(each))}`),
    ),
    ...section(
      'Without a verdict',
      card.variants.flatMap(({ variant, errors }) =>
        errors.map(({ reason, count }) => `- ${safe(variant)}, ${count} ×: ${safe(reason)}`),
      ),
    ),
    ...section(
      'Warnings',
      card.warnings.map((warning) => `- ${safe(warning)}`),
    ),
    '',
  ].join('\n');
}

/** One sentence made of numbers alone. */
export function bottomLine(
  { ranking, variants, measure }: ExperimentCard,
  safe: (text: string) => string,
): string {
  const first = ranking.places.filter(({ place }) => place === 1);
  const [best] = first;
  if (best === undefined)
    return `Nothing can be ranked: ${safe(ranking.why ?? 'there is no case with a figure')}.`;
  const unit = measure === 'pass' ? '% pass' : 'points';
  if (variants.length === 1)
    return `${safe(best.variant)} has ${best.mean.toFixed(1)} ${unit} over ${ranking.cases} cases.`;
  if (first.length === 1) {
    return `**${safe(best.variant)}** is first with ${best.mean.toFixed(1)} ${unit} over ${ranking.cases} cases.`;
  }
  const names = first.map(({ variant }) => safe(variant)).join(', ');
  return `${first.length} variants cannot be told apart over ${ranking.cases} cases: ${names}.`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

function variantTable(
  { variants, ranking, measure }: ExperimentCard,
  safe: (text: string) => string,
): string[] {
  const placeOf = new Map(ranking.places.map(({ variant, place }) => [variant, String(place)]));
  const row = (each: VariantCard): string => {
    const cost = costWords(each);
    const figure =
      measure === 'pass' && each.pass_rate !== null ? rateWords(each.pass_rate) : gradeWords(each.grade);
    return (
      `| ${placeOf.get(each.variant) ?? '–'} | ${safe(each.variant)} | ${figure} | ${each.band ?? '–'} | ` +
      `${each.n} | ${each.unjudged} | ${cost.answers} | ${cost.judge} | ${timeWords(each.latency_ms)} | ` +
      `${timeWords(each.first_token_ms)} |`
    );
  };
  return [
    `| place | variant | ${measure === 'pass' ? 'passes' : 'grade'} (95 %) | band | cells | no verdict | answers | judge | ` +
      'time p50 / p95 | first token p50 / p95 |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...inOrder(variants, placeOf).map(row),
  ];
}

function inOrder(
  variants: readonly VariantCard[],
  places: ReadonlyMap<string, string>,
): readonly VariantCard[] {
  const place = ({ variant }: VariantCard) => Number(places.get(variant) ?? Number.MAX_SAFE_INTEGER);
  return variants.toSorted((a, b) => place(a) - place(b) || (a.variant < b.variant ? -1 : 1));
}

function levelTable({ variants }: ExperimentCard, safe: (text: string) => string): string[] {
  const [first] = variants;
  if (first === undefined) return [];
  const rows = Object.keys(first.levels).map((key) => {
    const figures = variants.map(({ levels, coverage }) => {
      const { excellent = 0, good = 0, fair = 0, poor = 0, open = 0 } = levels[key] ?? {};
      const share = coverage[key];
      const covered = share === undefined ? '' : `, ${(share * 100).toFixed(0)} % found`;
      return `${excellent}/${good}/${fair}/${poor}${open === 0 ? '' : `, ${open} open`}${covered}`;
    });
    return `| ${key} | ${figures.join(' | ')} |`;
  });
  return [
    'Excellent/good/fair/poor, and how many have no level.',
    '',
    `| criterion | ${variants.map(({ variant }) => safe(variant)).join(' | ')} |`,
    `|---|${variants.map(() => '---|').join('')}`,
    ...rows,
  ];
}
