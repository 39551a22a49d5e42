/** What one worker thread needs to run scenarios, made once and kept for all its files. */
import { inject } from 'vitest';
import { connectToRun, type RemoteRun } from '../run/shared/remote.ts';
import type { ScenarioProgress } from '../run/progress.ts';
import { progressSender } from '../run/shared/progress-channel.ts';
import { createJudgeAndSimulator, type JudgeAndSimulator } from '../run/judge-and-simulator.ts';
import { noteSecretsOf } from '../redact.ts';
import type { Settings } from '../settings.ts';
import './augment.ts';

export interface WorkerRun {
  readonly settings: Settings;
  readonly run: RemoteRun;
  readonly judgeAndSimulator: JudgeAndSimulator;
  /** Tells whoever watches the run. */
  readonly progress: (progress: ScenarioProgress) => void;
}

let opened: Promise<WorkerRun> | null = null;

export async function workerRun(): Promise<WorkerRun> {
  return (opened ??= open());
}

async function open(): Promise<WorkerRun> {
  const { settings, channelName, prompts } = inject('agentEval');
  noteSecretsOf(settings.address, settings.mcp, settings.baseUrl);
  return {
    settings,
    run: connectToRun(channelName),
    judgeAndSimulator: await createJudgeAndSimulator(settings, process.env, prompts),
    progress: progressSender(channelName),
  };
}
