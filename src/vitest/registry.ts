/**
 * The run's host, by channel name. Vitest loads the configuration (our plugin and reporter) and the global set-up
 * through different module loaders, so that a module variable would exist twice: the global object exists once.
 */
import type { RunHost } from '../run/shared/host.ts';

const KEY = Symbol.for('vitest-agent-eval/hosts');
const shared: typeof globalThis & { [KEY]?: Map<string, RunHost> } = globalThis;

function hosts(): Map<string, RunHost> {
  return (shared[KEY] ??= new Map());
}

export function registerHost(channelName: string, host: RunHost): void {
  hosts().set(channelName, host);
}

export function hostOf(channelName: string): RunHost | undefined {
  return hosts().get(channelName);
}
