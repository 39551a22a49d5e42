/**
 * What a run can be held to, and how a person writes it: `regression,pass-rate=0.9,critical`. The gates themselves
 * are in src/results/gates/gates.ts.
 */
import { z } from 'zod';
import { messageOf } from './message-of.ts';

export const GATE_NAMES = [
  'regression',
  'pass-rate',
  'average',
  'critical',
  'infra',
  'cost',
  'required',
] as const;
export type GateName = (typeof GATE_NAMES)[number];

/** Why two runs, or a scenario of both, cannot be compared. */
export const DIFFERENCE_KINDS = [
  'judge',
  'dimensions',
  'simulator',
  'scenario',
  'corpus',
  'target',
  'agent-type',
  'isolation',
  'partial',
  'duplicate',
  'nothing-in-common',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What may be accepted by name: a difference, a gate that cannot tell, scenarios that vanished. */
export const ALLOWANCES = [
  ...DIFFERENCE_KINDS.filter((kind) => kind !== 'duplicate' && kind !== 'nothing-in-common'),
  'vanished',
  ...GATE_NAMES,
] as const;
export type Allowance = DifferenceKind | 'vanished' | GateName;

export type GateSetting =
  /** Nothing that passed in the baseline fails or is gone. */
  | { readonly gate: 'regression' }
  /** Passed ÷ judged, 0–1. */
  | { readonly gate: 'pass-rate'; readonly min: number }
  /** Mean score of what was judged, 0–10; a FAIL counts at most 5.99. */
  | { readonly gate: 'average'; readonly min: number }
  /** No scenario of severity `critical` fails. */
  | { readonly gate: 'critical' }
  /** Scenarios without a verdict ÷ scenarios that were not skipped, 0–1. */
  | { readonly gate: 'infra'; readonly max: number }
  /** US dollars of the whole run. */
  | { readonly gate: 'cost'; readonly max: number }
  /** These scenarios were run and have a verdict. */
  | { readonly gate: 'required'; readonly ids: readonly string[] };

const share = z.number().min(0).max(1);

/** `agentEval({ gates: { … } })`. */
const gateOptionsSchema = z.strictObject({
  regression: z.boolean().optional(),
  passRate: share.optional(),
  average: z.number().min(0).max(10).optional(),
  critical: z.boolean().optional(),
  infra: share.optional(),
  cost: z.number().min(0).optional(),
  required: z.array(z.string().min(1)).min(1).optional(),
});
export type GateOptions = z.input<typeof gateOptionsSchema>;

/** Options or text → the gates, each once; what cannot be read is an issue that says what is allowed. */
export const gatesSchema = z.custom<GateOptions | string>().transform((value, context): GateSetting[] => {
  try {
    if (typeof value === 'string') return parseGates(value);
    return fromOptions(gateOptionsSchema.parse(value));
  } catch (error) {
    const message = error instanceof z.ZodError ? optionsWords(error) : messageOf(error);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

function optionsWords(error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue === undefined ? '' : z.core.toDotPath(issue.path);
  return (
    `${where === '' ? '' : `${where}: `}${issue?.message ?? 'cannot be read'}; it takes an object such as ` +
    "{ regression: true, passRate: 0.9, average: 7, critical: true, infra: 0.1, cost: 5, required: ['an_id'] }"
  );
}

/** A list of {@link ALLOWANCES}, or text with commas. */
export const allowSchema = z.union([z.string().transform(words), z.array(z.string())]).pipe(
  z.array(
    z.enum(ALLOWANCES, {
      error: ({ input }) => `has no ${quoted(input)}; there are: ${ALLOWANCES.join(', ')}`,
    }),
  ),
);

/**
 * `regression,pass-rate=0.9,required=a+b` → settings, the last of a name wins; `none` stands for no gate.
 * Throws an Error that names the part and what is allowed.
 */
export function parseGates(text: string): GateSetting[] {
  const parts = words(text);
  if (parts.length === 1 && parts[0] === 'none') return [];
  const found = new Map(parts.map((part) => [gateName(part), parsePart(part)]));
  return [...found.values()];
}

function gateName(part: string): string {
  return part.split('=', 1)[0]?.trim() ?? '';
}

function parsePart(part: string): GateSetting {
  const name = gateName(part);
  const equals = part.indexOf('=');
  const value = equals === -1 ? null : part.slice(equals + 1).trim();
  switch (name) {
    case 'regression':
    case 'critical':
      if (value !== null) throw new Error(`${name} takes no value, so write ${name} instead of ${part}`);
      return { gate: name };
    case 'pass-rate':
      return { gate: name, min: shareOf(name, value) };
    case 'infra':
      return { gate: name, max: shareOf(name, value) };
    case 'average':
      return { gate: name, min: numberOf(name, value, 10, '7.5') };
    case 'cost':
      return { gate: name, max: numberOf(name, value, Infinity, '5') };
    case 'required': {
      const ids = (value ?? '').split('+').map((id) => id.trim());
      if (ids.includes(''))
        throw new Error('required needs ids, such as required=simple_factual_rag+csv_analysis');
      return { gate: name, ids };
    }
    default:
      throw new Error(`there is no gate ${quoted(name)}; there are: ${GATE_NAMES.join(', ')}`);
  }
}

/** A word that somebody mistyped. Anything else may be a secret that was put here by mistake. */
function quoted(word: unknown): string {
  return typeof word === 'string' && /^[a-z][a-z _-]{0,24}$/i.test(word)
    ? JSON.stringify(word)
    : 'of that name';
}

/** 0–1, or a percentage. */
function shareOf(name: string, value: string | null): number {
  const percent = value?.endsWith('%') === true;
  const number = Number(percent ? value.slice(0, -1) : (value ?? ''));
  const part = percent ? number / 100 : number;
  if (value === null || !/\d/.test(value) || !Number.isFinite(part) || part < 0 || part > 1) {
    throw new Error(`${name} needs a share from 0 to 1, such as ${name}=0.9 or ${name}=90%`);
  }
  return part;
}

function numberOf(name: string, value: string | null, max: number, example: string): number {
  const number = Number(value ?? '');
  if (value === null || !/\d/.test(value) || !Number.isFinite(number) || number < 0 || number > max) {
    const bound = max === Infinity ? 'from 0' : `from 0 to ${max}`;
    throw new Error(`${name} needs a number ${bound}, such as ${name}=${example}`);
  }
  return number;
}

function words(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function fromOptions(options: z.output<typeof gateOptionsSchema>): GateSetting[] {
  const { passRate, average, infra, cost, required } = options;
  return [
    ...(options.regression === true ? [{ gate: 'regression' } as const] : []),
    ...(passRate === undefined ? [] : [{ gate: 'pass-rate', min: passRate } as const]),
    ...(average === undefined ? [] : [{ gate: 'average', min: average } as const]),
    ...(options.critical === true ? [{ gate: 'critical' } as const] : []),
    ...(infra === undefined ? [] : [{ gate: 'infra', max: infra } as const]),
    ...(cost === undefined ? [] : [{ gate: 'cost', max: cost } as const]),
    ...(required === undefined ? [] : [{ gate: 'required', ids: required } as const]),
  ];
}
