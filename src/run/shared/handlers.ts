/** What workers may ask, read at the border: every message is checked before it means anything. */
import { z } from 'zod';
import { usageSchema } from '../../models/usage-schema.ts';
import { identitySchema } from '../../results/store/identity.ts';
import { STATUSES } from '../../rubric/verdict-types.ts';
import type { AgentCall } from './protocol.ts';
import type { Handler } from './rpc.ts';
import type { RunStore } from './run-store.ts';
import type { ScenarioCalls } from './scenario-calls.ts';
import type { SharedAgent } from './shared-agent.ts';
import type { SlotDesk } from './slot-desk.ts';
import type { Staging } from './staging.ts';

const beginSchema = z.object({ id: z.string(), documents: z.array(z.string()) });
const stagedSchema = z.object({ name: z.string(), path: z.string() });
const placeSchema = z.object({ id: z.string(), document: stagedSchema });
const claimSchema = z.object({ id: z.string(), identity: identitySchema });
const reserveSchema = z.object({ id: z.string(), usd: z.number() });
const settleSchema = z.object({ call: z.number(), usage: usageSchema, usd: z.number() });
const endSchema = z.object({
  id: z.string(),
  status: z.enum(STATUSES),
  unstored: z.string().nullable(),
  outage: z.enum(['agent', 'judge']).nullable(),
  message: z.string(),
});

export interface HandlerParts {
  readonly calls: ScenarioCalls;
  readonly store: Pick<RunStore, 'claim'>;
  readonly staging: Pick<Staging, 'stage' | 'place'>;
  readonly agent: Pick<SharedAgent, 'call' | 'scratch'>;
  readonly desk: SlotDesk;
}

export function handlersOf({
  calls,
  store,
  staging,
  agent,
  desk,
}: HandlerParts): Readonly<Record<string, Handler>> {
  return {
    begin: (input) => calls.begin(beginSchema.parse(input)),
    stage: (input) => staging.stage(z.array(stagedSchema).parse(input)),
    async place(input) {
      const { id, document } = placeSchema.parse(input);
      return staging.place(id, document, await agent.scratch());
    },
    async claim(input) {
      const { id, identity } = claimSchema.parse(input);
      return store.claim(id, identity);
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- remote.ts is the only caller
    agent: (input, context) => agent.call(input as AgentCall, context),
    acquireSlot: (_, { signal }) => desk.acquire(signal),
    async releaseSlot(slot) {
      desk.release(Number(slot));
    },
    reserve(input, { signal }) {
      const { id, usd } = reserveSchema.parse(input);
      return calls.funds().reserve(id, usd, signal);
    },
    async settle(input) {
      const { call, usage, usd } = settleSchema.parse(input);
      calls.funds().settle(call, usage, usd);
    },
    async release(call) {
      calls.funds().release(Number(call));
    },
    ended: (input) => calls.ended(endSchema.parse(input)),
  };
}
