/** Tools that touch the machine: each is really tried, and its outcome, good or bad, is what the answer reports. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { arch, cpus, freemem, hostname, platform, release, tmpdir, totalmem, type as osType } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../error-code.ts';
import { readHtml } from '../../documents/html.ts';
import { isLoopbackHost } from '../../loopback.ts';
import type { FileRoots } from '../files.ts';
import type { ToolOutcome } from '../recorder.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 5000;
const PAGE_CHARS = 1000;

type Command = readonly [program: string, args: readonly string[]];

const failed = (reason: string): ToolOutcome => ({ success: false, summary: `error: ${reason}` });
const onMac = platform() === 'darwin';
const hasDisplay = (): boolean =>
  platform() !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
const NO_DISPLAY = 'this machine has no graphical display';

/** The commands of common desktops, tried in turn; `worded` says what the output of the first that works means. */
async function firstThatWorks(
  commands: readonly Command[],
  worded: (output: string) => string,
): Promise<ToolOutcome> {
  const reasons: string[] = [];
  for (const [program, args] of commands) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next only when this one fails
      const { stdout } = await run(program, [...args], { timeout: TIMEOUT_MS });
      return { success: true, summary: worded(stdout.trim()) };
    } catch (error) {
      const missing = codeOf(error) === 'ENOENT';
      reasons.push(missing ? `${program} is not installed` : `${program} failed`);
    }
  }
  return failed(reasons.join('; '));
}

export async function takeScreenshot(): Promise<ToolOutcome> {
  if (!hasDisplay()) return failed(NO_DISPLAY);
  const path = join(tmpdir(), `screenshot-${Date.now()}.png`);
  const onLinux: Command[] = [
    ['grim', [path]],
    ['gnome-screenshot', ['-f', path]],
    ['scrot', [path]],
  ];
  const outcome = await firstThatWorks(
    onMac ? [['screencapture', ['-x', path]]] : onLinux,
    () => `Screenshot saved to ${path}`,
  );
  return outcome.success && !existsSync(path) ? failed('no picture was written') : outcome;
}

export async function readClipboard(): Promise<ToolOutcome> {
  if (!hasDisplay()) return failed(`${NO_DISPLAY}, so there is no clipboard`);
  const onLinux: Command[] = [
    ['wl-paste', ['--no-newline']],
    ['xclip', ['-selection', 'clipboard', '-o']],
    ['xsel', ['-b']],
  ];
  return firstThatWorks(onMac ? [['pbpaste', []]] : onLinux, (output) =>
    output === '' ? 'The clipboard is empty' : `Clipboard: ${output}`,
  );
}

export async function notifyDesktop(message: string): Promise<ToolOutcome> {
  if (!hasDisplay()) return failed(`${NO_DISPLAY} to show a notification on`);
  return firstThatWorks([['notify-send', ['Agent', message]]], () => 'Notification shown');
}

export async function listWindows(): Promise<ToolOutcome> {
  if (!hasDisplay()) return failed(`${NO_DISPLAY}, so no windows are open`);
  return firstThatWorks([['wmctrl', ['-l']]], (output) => (output === '' ? 'No windows are open' : output));
}

export async function textToSpeech(text: string): Promise<ToolOutcome> {
  const programs = onMac ? ['say'] : ['espeak-ng', 'espeak', 'spd-say'];
  return firstThatWorks(
    // A text that begins with a hyphen must not be read as an option.
    programs.map((program) => [program, [text.replace(/^[-\s]+/, '')]]),
    () => 'Spoken aloud',
  );
}

export function systemInfo(): ToolOutcome {
  const gb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? '';
  return {
    success: true,
    summary:
      `OS: ${osType()} ${release()} (${platform()}, ${arch()}); host: ${hostname()}; ` +
      `CPU: ${model === '' ? arch() : model}, ${processors.length} cores; ` +
      `memory: ${gb(totalmem())} in total, ${gb(freemem())} free`,
  };
}

export function generateImage(): ToolOutcome {
  return failed('no image generation model is loaded here');
}

export function analyzeImage(path: string, roots: FileRoots): ToolOutcome {
  const full = roots.resolve(path);
  if (full === null || !existsSync(full)) return failed(`File not found: ${path}`);
  const size = statSync(full).size;
  return failed(`no vision model is loaded here, so ${path} (${size} bytes) cannot be looked at`);
}

/** Loopback alone is fetched: a reference agent must not depend on the network. */
export async function fetchWebpage(address: string): Promise<ToolOutcome> {
  const full = /^https?:/i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(full)) return failed(`${address} is not a web address`);
  const url = new URL(full);
  if (!isLoopbackHost(url.hostname))
    return failed(
      `network access is switched off here, only pages on this machine can be fetched (asked for ${url.href})`,
    );
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) return failed(`the page answered with status ${response.status}`);
  const parsed = readHtml(await response.text());
  return {
    success: true,
    summary: parsed.passages
      .map(({ text }) => text)
      .join(' ')
      .slice(0, PAGE_CHARS),
  };
}
