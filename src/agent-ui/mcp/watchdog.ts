/**
 * Ends a process group when we die without a word (SIGKILL, out of memory). A server that is busy does not notice the
 * end of its stdin for minutes, and goes on spending; this helper sleeps on a pipe of ours and notices at once.
 */
import { spawn } from 'node:child_process';

/** Reads until we are gone or let it go; `$1` is the group. */
const SCRIPT =
  'read -r word; [ "$word" = done ] && exit; kill -TERM -"$1" 2>/dev/null; sleep 1; kill -KILL -"$1" 2>/dev/null';

/** Windows has no groups: the process and what it started. */
const WINDOWS_SCRIPT =
  "process.stdin.on('data', () => process.exit()).on('end', () => " +
  "require('node:child_process').spawnSync('taskkill', ['/pid', process.argv[1], '/t', '/f']))";

/** Returns how to let the watchdog go. A watchdog that can't be started is missed, nothing else. */
export function watchOver(groupId: number): () => void {
  const [command, ...args] =
    process.platform === 'win32'
      ? [process.execPath, '-e', WINDOWS_SCRIPT, String(groupId)]
      : ['/bin/sh', '-c', SCRIPT, 'agent-eval-watchdog', String(groupId)];
  // Detached: a Ctrl-C in the terminal must not end it before us.
  const dog = spawn(command ?? '', args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  dog.on('error', () => {});
  dog.stdin.on('error', () => {});
  dog.unref();
  if ('unref' in dog.stdin && typeof dog.stdin.unref === 'function') dog.stdin.unref();
  return () => void dog.stdin.end('done\n');
}
