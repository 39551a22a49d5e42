/** Workers tell where their scenarios are, one way and without an answer: a listener that is late or gone costs nothing. */
import { BroadcastChannel } from 'node:worker_threads';
import { progressSchema, type ScenarioProgress } from '../progress.ts';

const nameOf = (channelName: string) => `${channelName}/progress`;

/** Milliseconds between two messages of a worker: a step that is over sooner is seen by nobody. */
const PAUSE_MS = 100;

/** A worker's end. Of each scenario only the newest word is sent. */
export function progressSender(channelName: string): (progress: ScenarioProgress) => void {
  const channel = new BroadcastChannel(nameOf(channelName));
  channel.unref();
  const waiting = new Map<string, ScenarioProgress>();
  let pausing = false;
  const pause = (): void => {
    pausing = true;
    setTimeout(() => {
      pausing = waiting.size > 0;
      if (!pausing) return;
      for (const progress of waiting.values()) channel.postMessage(progress);
      waiting.clear();
      pause();
    }, PAUSE_MS).unref();
  };
  return (progress) => {
    if (pausing) {
      waiting.set(progress.id, progress);
      return;
    }
    channel.postMessage(progress);
    pause();
  };
}

/** Hears all workers until the returned function is called. */
export function hearProgress(channelName: string, listen: (progress: ScenarioProgress) => void): () => void {
  const channel = new BroadcastChannel(nameOf(channelName));
  channel.unref();
  channel.addEventListener('message', (event) => {
    const parsed = progressSchema.safeParse('data' in event ? event.data : undefined);
    if (parsed.success) listen(parsed.data);
  });
  return () => channel.close();
}
