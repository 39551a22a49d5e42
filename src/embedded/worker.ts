/** Entry of the worker thread: starts the server, tells the port, closes when asked to. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../message-of.ts';
import { serverOptionsSchema } from './options.ts';
import { createEmbeddedServer } from './server.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread: use startEmbeddedAgentUi().');

try {
  // In a worker, process.exit ends the thread alone; its sockets are cut as in a crash.
  const server = await createEmbeddedServer(serverOptionsSchema.parse(workerData), {
    crash: () => process.exit(1),
  });
  port.on('message', () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  port.postMessage({ port: server.port });
} catch (error) {
  port.postMessage({ error: messageOf(error) });
}
