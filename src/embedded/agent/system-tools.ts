/** Tools that touch the machine: each is really tried, and its outcome, good or bad, is what the answer reports. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { arch, cpus, freemem, hostname, platform, release, tmpdir, totalmem, type as osType } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FileRoots } from '../files.ts';
import type { ToolOutcome } from '../recorder.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 5000;

/** The commands of common desktops, tried in turn; `input` goes to a file argument or stays out. */
async function firstThatWorks(
  candidates: readonly (readonly [string, readonly string[]])[],
): Promise<{ ok: true; output: string } | { ok: false; error: string }> {
  const reasons: string[] = [];
  for (const [command, args] of candidates) {
    try {
      const { stdout } = await run(command, [...args], { timeout: TIMEOUT_MS });
      return { ok: true, output: stdout.trim() };
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      reasons.push(missing ? `${command} is not installed` : `${command} failed`);
    }
  }
  return { ok: false, error: reasons.join('; ') };
}

const hasDisplay = (): boolean =>
  platform() !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
const NO_DISPLAY = 'this machine has no graphical display';

export async function takeScreenshot(): Promise<ToolOutcome> {
  if (!hasDisplay()) return { success: false, summary: `error: ${NO_DISPLAY}` };
  const path = join(tmpdir(), `screenshot-${Date.now()}.png`);
  const result = await firstThatWorks(
    platform() === 'darwin'
      ? [['screencapture', ['-x', path]]]
      : [
          ['grim', [path]],
          ['gnome-screenshot', ['-f', path]],
          ['scrot', [path]],
        ],
  );
  return result.ok && existsSync(path)
    ? { success: true, summary: `Screenshot saved to ${path}` }
    : { success: false, summary: `error: ${result.ok ? 'no picture was written' : result.error}` };
}

export async function readClipboard(): Promise<ToolOutcome> {
  if (!hasDisplay()) return { success: false, summary: `error: ${NO_DISPLAY}, so there is no clipboard` };
  const result = await firstThatWorks(
    platform() === 'darwin'
      ? [['pbpaste', []]]
      : [
          ['wl-paste', ['--no-newline']],
          ['xclip', ['-selection', 'clipboard', '-o']],
          ['xsel', ['-b']],
        ],
  );
  return result.ok
    ? {
        success: true,
        summary: result.output === '' ? 'The clipboard is empty' : `Clipboard: ${result.output}`,
      }
    : { success: false, summary: `error: ${result.error}` };
}

export async function notifyDesktop(message: string): Promise<ToolOutcome> {
  if (!hasDisplay()) return { success: false, summary: `error: ${NO_DISPLAY} to show a notification on` };
  const result = await firstThatWorks([['notify-send', ['Agent', message]]]);
  return result.ok
    ? { success: true, summary: 'Notification shown' }
    : { success: false, summary: `error: ${result.error}` };
}

export async function listWindows(): Promise<ToolOutcome> {
  if (!hasDisplay()) return { success: false, summary: `error: ${NO_DISPLAY}, so no windows are open` };
  const result = await firstThatWorks([['wmctrl', ['-l']]]);
  return result.ok
    ? { success: true, summary: result.output === '' ? 'No windows are open' : result.output }
    : { success: false, summary: `error: ${result.error}` };
}

export async function textToSpeech(text: string): Promise<ToolOutcome> {
  const result = await firstThatWorks(
    platform() === 'darwin'
      ? [['say', [text]]]
      : [
          ['espeak-ng', [text]],
          ['espeak', [text]],
          ['spd-say', [text]],
        ],
  );
  return result.ok
    ? { success: true, summary: 'Spoken aloud' }
    : { success: false, summary: `error: ${result.error}` };
}

export function systemInfo(): ToolOutcome {
  const gb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? '';
  return {
    success: true,
    summary: `OS: ${osType()} ${release()} (${platform()}, ${arch()}); host: ${hostname()}; CPU: ${model === '' ? arch() : model}, ${processors.length} cores; memory: ${gb(totalmem())} in total, ${gb(freemem())} free`,
  };
}

export function generateImage(): ToolOutcome {
  return { success: false, summary: 'error: no image generation model is loaded here' };
}

export function analyzeImage(path: string, roots: FileRoots): ToolOutcome {
  const full = roots.resolve(path);
  if (full === null || !existsSync(full))
    return { success: false, summary: `error: File not found: ${path}` };
  return {
    success: false,
    summary: `error: no vision model is loaded here, so ${path} (${statSync(full).size} bytes) cannot be looked at`,
  };
}

/** Loopback addresses are fetched; anything else is left alone, since a reference agent must not depend on the network. */
export async function fetchWebpage(address: string): Promise<ToolOutcome> {
  let url: URL;
  try {
    url = new URL(/^https?:/i.test(address) ? address : `http://${address}`);
  } catch {
    return { success: false, summary: `error: ${address} is not a web address` };
  }
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
    return {
      success: false,
      summary: `error: network access is switched off here, only pages on this machine can be fetched (asked for ${url.href})`,
    };
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  const body = (await response.text())
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return {
    success: response.ok,
    summary: response.ok ? body.slice(0, 1000) : `error: the page answered with status ${response.status}`,
  };
}
