/**
 * Ends a process group when we die without a word (SIGKILL, out of memory). A server that is busy does not notice the
 * end of its stdin for minutes, and goes on spending; this helper sleeps on a pipe of ours and notices at once.
 */
import { spawn } from 'node:child_process';
import { MARK_NAME } from '../../../process-mark.ts';

/** Reads until we are gone or let it go; `$1` is the group, `$2` the mark of what has left it. */
const SCRIPT = `
read -r word; [ "$word" = done ] && exit
kill -TERM -"$1" 2>/dev/null; sleep 1; kill -KILL -"$1" 2>/dev/null
if [ -r /proc/self/environ ]; then
  marked() { grep -ls "$1" /proc/[0-9]*/environ 2>/dev/null | sed 's|[^0-9]||g'; }
else
  marked() { ps -axwwE -o pid=,command= 2>/dev/null | grep "$1" | grep -v agent-eval-watchdog | sed 's|^ *\\([0-9]*\\).*|\\1|'; }
fi
for round in 1 2 3; do
  for pid in $(marked "$2"); do [ "$pid" != "$$" ] && kill -KILL "$pid" 2>/dev/null; done
done
`;

/** Windows has no groups: the process and what it started. */
const WINDOWS_SCRIPT =
  "process.stdin.on('data', () => process.exit()).on('end', () => " +
  "require('node:child_process').spawnSync('taskkill', ['/pid', process.argv[1], '/t', '/f']))";

/** Returns how to let the watchdog go. A watchdog that can't be started is missed, nothing else. */
export function watchOver(groupId: number, mark: string): () => void {
  const [command, ...args] =
    process.platform === 'win32'
      ? [process.execPath, '-e', WINDOWS_SCRIPT, String(groupId)]
      : ['/bin/sh', '-c', SCRIPT, 'agent-eval-watchdog', String(groupId), `${MARK_NAME}=${mark}`];
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
