/** A share of 0–1 as a percentage, with a decimal where it has one: `50 %`, `66.7 %`. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
