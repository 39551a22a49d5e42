/** How long a scenario may take. Pure. */
import type { Settings } from '../settings.ts';

/**
 * Seconds a scenario may take once the agent is free for it: the base, or more for many documents and turns,
 * at most two hours. Source: the benchmark's time-out rule (120 s start-up, 90 s a document, 200 s a turn).
 */
export function effectiveTimeout(
  settings: Pick<Settings, 'timeout' | 'timeoutExact'>,
  size: { documents: number; turns: number },
): number {
  if (settings.timeoutExact) return settings.timeout;
  return Math.min(7200, Math.max(settings.timeout, 120 + 90 * size.documents + 200 * size.turns));
}
