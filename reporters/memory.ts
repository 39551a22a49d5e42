/** Scenarios that change what an agent remembers: said before they run, since a live agent's memory may be a person's. */
import type { Scenario } from '../src/scenario/schema.ts';
import type { Settings } from '../src/settings.ts';
import { oneLine } from './plain-text.ts';

/** Ids in a line; more are counted. */
const MAX_NAMED = 5;

type Setup = Pick<Scenario, 'setup'>;

/** One line, or null when no memory is touched but that of the embedded agent, which ends with its run. */
export function memoryLine(
  scenarios: readonly { readonly id: string | null; readonly scenario: Setup | null }[],
  { target, allowMemoryClear }: Pick<Settings, 'target' | 'allowMemoryClear'>,
): string | null {
  if (target === 'embedded') return null;
  const named = (wants: (setup: Scenario['setup']) => boolean) =>
    list(scenarios.flatMap(({ id, scenario }) => (scenario && wants(scenario.setup) ? [id ?? '?'] : [])));
  const clear = named((setup) => setup.memory_clear === true);
  const seed = named((setup) => (setup.memory_seed?.length ?? 0) > 0);
  const parts = [
    ...(clear === null
      ? []
      : [
          allowMemoryClear
            ? `empty the agent's memory: ${clear}`
            : `would empty the agent's memory, which needs AGENT_EVAL_ALLOW_MEMORY_CLEAR=1: ${clear}`,
        ]),
    ...(seed === null ? [] : [`write into the agent's memory: ${seed}`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

function list(ids: readonly string[]): string | null {
  if (ids.length === 0) return null;
  const named = ids.slice(0, MAX_NAMED).map((id) => oneLine(id, 80));
  return [...named, ...(ids.length > MAX_NAMED ? [`and ${ids.length - MAX_NAMED} more`] : [])].join(', ');
}
