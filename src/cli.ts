#!/usr/bin/env node
/** The bin `agent-eval`. */
import process from 'node:process';
import { runCommandLine } from './commands/program.ts';

// Who reads may stop early, as `head` does: nobody is left to be told anything.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  columns: process.stdout.columns ?? 100,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});

// A worker or a server that does not end must not keep the answer from whoever waits for it.
setTimeout(() => process.exit(), 5_000).unref();
