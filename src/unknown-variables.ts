/** Variables that look like settings and are none: somebody mistyped one, and the run would not be what was meant. */
import { nearestKey } from './nearest-key.ts';

const PREFIX = 'AGENT_EVAL_';

export interface UnknownVariable {
  readonly name: string;
  /** The setting that was meant; null when none is near. */
  readonly near: string | null;
}

/** Names in `env` that begin as ours do and that nobody reads, sorted. `known` are all that somebody reads. */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly UnknownVariable[] {
  const names = new Set(known);
  return Object.entries(env)
    .filter(
      ([name, value]) => name.startsWith(PREFIX) && !names.has(name) && value !== undefined && value !== '',
    )
    .map(([name]) => ({ name, near: nearestKey(name, known) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** `AGENT_EVAL_TARGT: there is no such setting. Did you mean AGENT_EVAL_TARGET?` */
export function unknownVariableWords({ name, near }: UnknownVariable): string {
  return `${name}: there is no such setting${near === null ? '' : `. Did you mean ${near}?`}`;
}
