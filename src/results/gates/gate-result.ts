/** What a gate answers. */
import type { GateName } from '../../gate-settings.ts';

export interface GateResult {
  readonly gate: GateName;
  readonly outcome: 'pass' | 'fail' | 'cannot tell';
  /** One sentence with the figures, for a person. */
  readonly message: string;
  /** It cannot tell, and was allowed not to. */
  readonly allowed: boolean;
  readonly figures: Readonly<Record<string, number>>;
  /** The scenarios that decided it. */
  readonly scenarios: readonly string[];
}

export interface Details {
  readonly figures?: GateResult['figures'];
  readonly scenarios?: readonly string[];
}

export function decide(
  gate: GateName,
  outcome: GateResult['outcome'],
  message: string,
  { figures = {}, scenarios = [] }: Details = {},
): GateResult {
  return { gate, outcome, message, allowed: false, figures, scenarios };
}
