/** What an experiment as a whole is held to. Three-valued; what cannot be told does not hold. Pure. */
import type { Mode } from '../../grade/task.ts';
import type { ExperimentGate, VariantCard } from './card-schema.ts';
import { mayReplace, type CellsByVariant } from './contrasts.ts';
import type { Measure } from './case-values.ts';

/** As the experiment file has them. */
export interface WantedGates {
  readonly nonInferior?: { readonly variant: string; readonly margin: number } | undefined;
  readonly errors?: number | undefined;
  readonly cost?: number | undefined;
  readonly grade?: number | undefined;
  readonly pass_rate?: number | undefined;
}

export interface GateFacts {
  readonly variants: readonly VariantCard[];
  readonly cells: CellsByVariant;
  readonly measure: Measure;
  readonly baseline: string | null;
  /** Cells that the plan has and the run has not. */
  readonly missing: number;
  /** How many different judges gave the figures. */
  readonly judges: number;
  readonly mode: Mode;
}

export function evaluateExperimentGates(wanted: WantedGates, facts: GateFacts): readonly ExperimentGate[] {
  return [
    ...(wanted.nonInferior === undefined ? [] : [nonInferior(wanted.nonInferior, facts)]),
    ...(wanted.errors === undefined ? [] : [errors(wanted.errors, facts)]),
    ...(wanted.cost === undefined ? [] : [cost(wanted.cost, facts)]),
    ...(wanted.grade === undefined ? [] : [atLeast('grade', wanted.grade, facts)]),
    ...(wanted.pass_rate === undefined ? [] : [atLeast('pass_rate', wanted.pass_rate, facts)]),
  ];
}

export function gatesHold(gates: readonly ExperimentGate[]): boolean {
  return gates.every(({ outcome }) => outcome === 'pass');
}

/** Why figures of quality decide nothing; null when they do. */
function doubtOf({ mode, judges }: GateFacts): string | null {
  if (mode === 'standalone') {
    return 'mode: standalone says how answers read, not whether they are true; write truths, or leave the gate out';
  }
  return judges > 1 ? `${judges} judges took part: judge the run again with one` : null;
}

function nonInferior(
  { variant, margin }: NonNullable<WantedGates['nonInferior']>,
  facts: GateFacts,
): ExperimentGate {
  const gate = 'nonInferior';
  const { cells, measure, baseline, missing } = facts;
  const doubt = doubtOf(facts);
  if (doubt !== null) return { gate, outcome: 'cannot tell', message: doubt };
  if (baseline === null) {
    return { gate, outcome: 'cannot tell', message: 'the experiment names no baseline to be compared with' };
  }
  if (missing > 0) return { gate, outcome: 'cannot tell', message: `${missing} cells are missing` };
  const { answer, why } = mayReplace(variant, baseline, margin, cells, measure);
  const outcome = answer === 'yes' ? 'pass' : answer === 'no' ? 'fail' : 'cannot tell';
  return { gate, outcome, message: `may ${variant} replace ${baseline}? ${answer}: ${why}` };
}

function errors(most: number, { variants, missing }: GateFacts): ExperimentGate {
  const n = variants.reduce((sum, each) => sum + each.n, 0) + missing;
  const unjudged = variants.reduce((sum, each) => sum + each.unjudged, 0) + missing;
  if (n === 0) return { gate: 'errors', outcome: 'cannot tell', message: 'there is no cell' };
  const holds = unjudged / n <= most;
  const message = `${unjudged} of ${n} cells have no verdict, at most ${(most * 100).toFixed(1)} % may`;
  return { gate: 'errors', outcome: holds ? 'pass' : 'fail', message };
}

function cost(most: number, { variants, missing }: GateFacts): ExperimentGate {
  const parts = variants.flatMap(({ usd }) => [usd.answers, usd.judge]);
  const known = variants.reduce((sum, { usd }) => sum + usd.at_least, 0);
  const told = `$${known.toFixed(4)} of at most $${most.toFixed(4)}`;
  if (known > most) return { gate: 'cost', outcome: 'fail', message: told };
  if (parts.includes(null) || missing > 0) {
    return { gate: 'cost', outcome: 'cannot tell', message: `at least ${told}: not all of it is known` };
  }
  return { gate: 'cost', outcome: 'pass', message: told };
}

/** Every variant, over all of its cases: one that has no figure for a case cannot tell. */
function atLeast(gate: 'grade' | 'pass_rate', least: number, facts: GateFacts): ExperimentGate {
  const { variants, missing } = facts;
  const doubt = doubtOf(facts);
  if (doubt !== null) return { gate, outcome: 'cannot tell', message: doubt };
  const figures = variants.map((each) => ({
    name: each.variant,
    figure: gate === 'grade' ? each.grade : each.pass_rate,
  }));
  const low = figures.filter(
    ({ figure }) => figure !== null && figure.value !== null && figure.value < least,
  );
  if (low.length > 0) {
    const named = low.map(({ name, figure }) => `${name} has ${shown(gate, figure?.value ?? 0)}`).join(', ');
    return { gate, outcome: 'fail', message: `${named}; ${shown(gate, least)} at least is asked` };
  }
  const open = figures.filter(
    ({ figure }) =>
      figure === null || figure.value === null || figure.why?.includes('cases have no') === true,
  );
  if (open.length > 0 || figures.length === 0 || missing > 0) {
    const named = open
      .map(({ name, figure }) => `${name}: ${figure?.why ?? 'it has no such figure'}`)
      .join('; ');
    return { gate, outcome: 'cannot tell', message: named === '' ? `${missing} cells are missing` : named };
  }
  return { gate, outcome: 'pass', message: `every variant has ${shown(gate, least)} at least` };
}

function shown(gate: 'grade' | 'pass_rate', value: number): string {
  return gate === 'grade' ? value.toFixed(1) : `${(value * 100).toFixed(1)} %`;
}
