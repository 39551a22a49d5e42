/** What must be undone even when the process is ended at once. Handlers are synchronous. */
import process from 'node:process';

const handlers = new Set<() => void>();
let isListening = false;

/** Returns a function that forgets the handler again. */
export function atExit(handler: () => void): () => void {
  if (!isListening) {
    isListening = true;
    process.on('exit', () => {
      for (const each of [...handlers].toReversed()) each();
    });
  }
  handlers.add(handler);
  return () => void handlers.delete(handler);
}
