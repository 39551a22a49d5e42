/** Where a scenario is, for whoever watches the run. Nothing depends on it. */
import { z } from 'zod';
import type { Ledger } from '../models/ledger.ts';
import { maskSecrets } from '../redact.ts';
import type { Wait } from '../waiting.ts';

export const STEPS = ['setting_up', 'wording', 'queued', 'agent', 'judging', 'cleaning_up'] as const;
export type Step = (typeof STEPS)[number];

export const progressSchema = z.object({
  id: z.string(),
  /** How many the scenario has. */
  turns: z.number().int().min(1),
  /** From 1; 0 before the first message. */
  turn: z.number().int().min(0),
  step: z.enum(STEPS),
  /** When the step began, in milliseconds since the epoch. */
  since: z.number(),
  /** Turns that were held and are not judged yet. */
  behind: z.number().int().min(0),
  spentUsd: z.number().min(0),
  /** What is down or busy, and until when it is waited for; null for nothing. */
  waiting: z.object({ for: z.enum(['agent', 'judge']), why: z.string(), until: z.number() }).nullable(),
});
export type ScenarioProgress = z.infer<typeof progressSchema>;

export interface ProgressTracker {
  /** A new step; `turn` is that of the step before when left out. */
  step(step: Step, turn?: number): void;
  /** A judgement under way. Its failure is met elsewhere. */
  judging(judgement: Promise<unknown>): void;
  /** Something is down and waited for; null: no more. */
  waits(who: Wait['for'], wait: Wait | null): void;
}

export function trackProgress(
  scenario: { readonly id: string; readonly turns: readonly unknown[] },
  ledger: Pick<Ledger, 'spent'>,
  report: (progress: ScenarioProgress) => void,
): ProgressTracker {
  let now: Pick<ScenarioProgress, 'turn' | 'step' | 'since'> = {
    turn: 0,
    step: 'setting_up',
    since: Date.now(),
  };
  let behind = 0;
  const waits: Record<Wait['for'], Wait | null> = { agent: null, judge: null };
  const tell = () =>
    report({
      id: scenario.id,
      turns: scenario.turns.length,
      ...now,
      behind,
      spentUsd: ledger.spent.usd,
      waiting: waits.agent ?? waits.judge,
    });
  tell();
  return {
    step(step, turn = now.turn) {
      now = { turn, step, since: Date.now() };
      tell();
    },
    judging(judgement) {
      behind += 1;
      const arrived = () => {
        behind -= 1;
        tell();
      };
      judgement.then(arrived, arrived);
    },
    waits(who, wait) {
      // Whoever watches prints it: words of an agent or of a server that is down.
      waits[who] = wait === null ? null : { ...wait, why: maskSecrets(wait.why, process.env) };
      tell();
    },
  };
}
