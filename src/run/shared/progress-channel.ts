/** Workers tell where their scenarios are, one way and without an answer: a listener that is late or gone costs nothing. */
import { BroadcastChannel } from 'node:worker_threads';
import { progressSchema, type ScenarioProgress } from '../progress.ts';

const nameOf = (channelName: string) => `${channelName}/progress`;

/** A worker's end. */
export function progressSender(channelName: string): (progress: ScenarioProgress) => void {
  const channel = new BroadcastChannel(nameOf(channelName));
  channel.unref();
  return (progress) => channel.postMessage(progress);
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
