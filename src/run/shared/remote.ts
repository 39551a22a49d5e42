/** What a worker holds of the run: the agent, the slots and the run's facts, all answered by the main process. */
import type { AgentUi, CallOptions } from '../../agents/contract.ts';
import type { Funds } from '../../models/ledger.ts';
import type { Identity } from '../../results/store/identity.ts';
import type { ScenarioResult } from '../../results/store/schema.ts';
import type { Slots } from '../slots.ts';
import { errorFromWire, type AgentMethod, type RunFacts, type ScenarioEnd } from './protocol.ts';
import { openLine, type Line } from './rpc.ts';
import type { Staged, Staging } from './staging.ts';

export interface RemoteRun {
  readonly agent: AgentUi;
  readonly slots: Slots;
  /**
   * Resolves once the agent was checked and the generated documents among `documents` (corpus ids) are there;
   * creates the run directory when it is the first.
   */
  begin(scenarioId: string, documents: readonly string[]): Promise<RunFacts>;
  /** The scenario's result of the run that is resumed, if it still stands; null: run it. */
  claim(scenarioId: string, identity: Identity): Promise<ScenarioResult | null>;
  readonly stage: Staging['stage'];
  readonly place: (scenarioId: string, document: Staged) => Promise<string>;
  /** The run's budget, as a scenario's calls are paid from it. */
  funds(scenarioId: string): Funds;
  /** Once per `begin`, however the scenario ended, after its trace was written. */
  ended(end: ScenarioEnd): Promise<void>;
  close(): void;
}

/** Connects this worker to the run whose host serves `channelName`. */
export function connectToRun(channelName: string): RemoteRun {
  const line = openLine(channelName, errorFromWire);
  return {
    agent: remoteAgent(line),
    slots: {
      async acquire(signal) {
        const slot = await line.call('acquireSlot', null, { signal });
        return () => void line.call('releaseSlot', slot);
      },
    },
    stage: (documents) =>
      typed<readonly string[]>(
        line.call(
          'stage',
          documents.map(({ name, path }) => ({ name, path })),
        ),
      ),
    place: (id, { name, path }) => typed<string>(line.call('place', { id, document: { name, path } })),
    funds: (id) => remoteFunds(line, id),
    ended: (end) => typed<void>(line.call('ended', end)),
    begin: (id, documents) => typed<RunFacts>(line.call('begin', { id, documents })),
    claim: (id, identity) => typed<ScenarioResult | null>(line.call('claim', { id, identity })),
    close: () => line.close(),
  };
}

function remoteFunds(line: Line, id: string): Funds {
  return {
    async reserve(usd, signal) {
      const call = await typed<number>(line.call('reserve', { id, usd }, { signal }));
      return {
        settle: (
          { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens },
          cost,
        ) => {
          const usage = { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens };
          void line.call('settle', { call, usage, usd: cost });
        },
        release: () => void line.call('release', call),
      };
    },
  };
}

function remoteAgent(line: Line): AgentUi {
  const call = <T>(method: AgentMethod, argument: unknown, options: CallOptions = {}): Promise<T> =>
    typed<T>(
      line.call(
        'agent',
        { method, argument, timeoutMs: options.timeoutMs },
        { signal: options.signal, onSent: options.onSent, onQueued: options.onQueued },
      ),
    );
  return {
    status: (options) => call('status', null, options),
    createSession: (input, options) => call('createSession', input, options),
    getSession: (id, options) => call('getSession', id, options),
    deleteSession: (id, options) => call('deleteSession', id, options),
    indexDocument: (input, options) => call('indexDocument', input, options),
    sendMessage: (input, options) => call('sendMessage', input, options),
    getMessages: (id, options) => call('getMessages', id, options),
    whenIdle: (options) => call('whenIdle', null, options),
    prepareMemory: (wish, options) => call('prepareMemory', wish, options),
    failTools: (fault, options) => call('failTools', fault, options),
    look: (wanted, options) => call('look', wanted, options),
  };
}

/** The host answers with the value of the method that was called: both ends are this package. */
function typed<T>(answer: Promise<unknown>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return answer as Promise<T>;
}
