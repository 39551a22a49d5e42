/**
 * Opens what a run shares and closes it at the end. It reaches for no agent: `vitest list` runs it too, and other
 * projects must work without one. The agent is looked for when the first scenario asks.
 */
import type { TestProject } from 'vitest/node';
import './augment.ts';
import { hostOf } from './registry.ts';

export default function setup(project: TestProject): (() => Promise<void>) | undefined {
  const host = hostOf(project.getProvidedContext().agentEval.channelName);
  if (!host) return undefined;
  host.open();
  return () => host.close();
}
