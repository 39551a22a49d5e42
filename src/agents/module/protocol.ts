/** What the main thread and the thread of a user's agent say to each other. */
import { z } from 'zod';

export interface WorkerOptions {
  /** Path of `vite/module-runner`, of the Vite that serves the modules. */
  readonly runner: string;
  /** The user's file, absolute. */
  readonly file: string;
}

/** What may be asked of the agent. */
export type AgentRequest =
  | { readonly do: 'describe' }
  | { readonly do: 'ready' }
  | {
      readonly do: 'send';
      readonly session: string;
      readonly message: string;
      readonly documents: readonly SentDocument[];
    }
  | { readonly do: 'close'; readonly session: string };

export interface SentDocument {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

export type ToWorker =
  | { readonly kind: 'ask'; readonly id: number; readonly request: AgentRequest }
  /** The answer is not waited for any more. */
  | { readonly kind: 'abort'; readonly id: number }
  /** Is its event loop alive? */
  | { readonly kind: 'ping'; readonly id: number }
  | { readonly kind: 'invoked'; readonly id: number; readonly outcome: unknown };

const thrownSchema = z.object({
  /** `load`: of the file itself; `send` and the others: of the user's function of that name. */
  where: z.enum(['load', 'open', 'send', 'close', 'ready', 'reply']),
  name: z.string(),
  message: z.string(),
  stack: z.string(),
});
export type Thrown = z.infer<typeof thrownSchema>;

/** From a thread that runs foreign code: nothing of it is believed. */
export const fromWorkerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), id: z.number(), value: z.unknown() }),
  z.object({ kind: z.literal('threw'), id: z.number(), thrown: thrownSchema }),
  z.object({ kind: z.literal('pong'), id: z.number() }),
  /** A call of Vite's module runner, which its server answers. */
  z.object({ kind: z.literal('invoke'), id: z.number(), payload: z.unknown() }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;

export const descriptionSchema = z.object({
  name: z.string().nullable(),
  model: z.string().nullable(),
  takesDocuments: z.boolean(),
});
export type Description = z.infer<typeof descriptionSchema>;
