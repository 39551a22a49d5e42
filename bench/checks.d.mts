export type Unit = 'x' | 'tokens' | 'share' | 'usd' | 'mb' | 'ms' | 's';
export interface Check {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: Unit;
  readonly note: string;
  readonly met: boolean;
}
export function check(name: string, value: number, limit: number, unit: Unit, note?: string): Check;
export function inUnit(value: number, unit: Unit): string;
