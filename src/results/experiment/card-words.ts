/** The figures of a card in words: what is not known is said, never 0. Pure. */
import type { Contrast, Estimate, VariantCard } from './card-schema.ts';

/** `66.7 (58.1 to 75.2)`, `66.7`, `cannot tell`. */
export function gradeWords({ value, low, high }: Estimate): string {
  if (value === null) return 'cannot tell';
  return low === null || high === null
    ? value.toFixed(1)
    : `${value.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`;
}

/** The same of a rate, in percent. */
export function rateWords({ value, low, high }: Estimate): string {
  if (value === null) return 'cannot tell';
  const percent = (share: number) => (share * 100).toFixed(0);
  return low === null || high === null
    ? `${percent(value)} %`
    : `${percent(value)} % (${percent(low)} to ${percent(high)})`;
}

export function costWords({ local, usd }: Pick<VariantCard, 'local' | 'usd'>): {
  answers: string;
  judge: string;
} {
  const dollars = (value: number | null) => (value === null ? 'not known' : `$${value.toFixed(4)}`);
  return {
    answers: local && usd.answers === 0 ? 'free (local)' : dollars(usd.answers),
    judge: dollars(usd.judge),
  };
}

/** `1.20 s / 3.40 s`: the median and the 95th percentile. */
export function timeWords(spread: VariantCard['latency_ms']): string {
  if (spread === null) return '–';
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return `${seconds(spread.p50)} / ${seconds(spread.p95)}`;
}

/** `worse by 12.5 points (−20.1 to −4.9; p 0.004)`. */
export function contrastWords({ difference, adjusted_p, decision, n }: Contrast): string {
  if (difference.value === null) return `cannot tell: ${difference.why} (${n} cases)`;
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
  const bounds =
    difference.low === null || difference.high === null
      ? ''
      : `${signed(difference.low)} to ${signed(difference.high)}; `;
  const p = adjusted_p === null ? '' : `p ${adjusted_p < 0.001 ? '< 0.001' : adjusted_p.toFixed(3)}, `;
  const more = decision.more_cases === null ? '' : `; about ${decision.more_cases} more cases would tell`;
  const why = decision.reason === null ? '' : `, ${decision.reason}${more}`;
  return `${decision.answer}: ${signed(difference.value)} points (${bounds}${p}${n} cases)${why}`;
}
