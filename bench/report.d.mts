import type { Check } from './checks.mjs';
export function verdictLine(checks: readonly Check[], problems: readonly string[]): string;
