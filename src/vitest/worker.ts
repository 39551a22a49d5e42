/** What one worker thread needs to run scenarios, made once and kept for all its files. */
import { inject } from 'vitest';
import { connectToRun, type RemoteRun } from '../run/shared/remote.ts';
import { createVoices, type Voices } from '../run/voices.ts';
import type { Settings } from '../settings.ts';
import './augment.ts';

export interface WorkerRun {
  readonly settings: Settings;
  readonly run: RemoteRun;
  readonly voices: Voices;
}

let opened: WorkerRun | null = null;

export function workerRun(): WorkerRun {
  if (opened) return opened;
  const { settings, channelName } = inject('agentEval');
  opened = { settings, run: connectToRun(channelName), voices: createVoices(settings, process.env) };
  return opened;
}
