/** What a run needs before its first scenario: its folder, the right to the backend, an agent that is ready. */
import type { Capability } from '../capabilities.ts';
import { ResultsError } from '../../disk/results-error.ts';
import type { Settings } from '../../settings.ts';
import type { BackendClaim } from './backend-lock.ts';
import type { Readiness } from './protocol.ts';
import type { RunStore } from './run-store.ts';
import { orphanedSessions } from './session-log.ts';
import type { SharedAgent } from './shared-agent.ts';

export interface Entry {
  readonly readiness: Readiness;
  /** As the agent says itself; null when it does not, or is not there. */
  readonly agentModel: string | null;
  readonly build: string | null;
  readonly lacks: readonly Capability[];
}

export interface EntryOptions {
  readonly settings: Pick<Settings, 'target' | 'keepSessions'>;
  /** Absolute. */
  readonly results: string;
  readonly store: Pick<RunStore, 'open'>;
  readonly agent: SharedAgent;
  readonly backend: BackendClaim;
}

/** Rejects only for a fault of our own. */
export async function enter({ settings, results, store, agent, backend }: EntryOptions): Promise<Entry> {
  try {
    const run = await store.open();
    if (!backend.ok) return refused(backend.message);
    const found = await agent.opened();
    if (!found.ok) return refused(found.message);
    agent.noteIn(settings.keepSessions ? null : run.sessions);
    await agent.deleteOrphans(await orphanedSessions(results, settings.target));
    const { model, version } = found.status;
    return { readiness: { ok: true }, agentModel: model, build: version, lacks: found.lacks };
  } catch (error) {
    if (error instanceof ResultsError) return refused(error.message);
    throw error;
  }
}

function refused(message: string): Entry {
  return {
    readiness: { ok: false, status: 'INFRA_ERROR', message },
    agentModel: null,
    build: null,
    lacks: [],
  };
}
