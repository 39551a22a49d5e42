/** So many of so many passed. */
import { demand } from './answer.ts';

/** Whole numbers; passed from 0 to n. */
export interface Count {
  readonly passed: number;
  readonly n: number;
}

export function demandCount(count: Count): void {
  const { passed, n } = count;
  const whole = Number.isInteger(passed) && Number.isInteger(n);
  demand(whole && passed >= 0 && passed <= n, 'A count is whole, with passed between 0 and n', count);
}
