/** Requests to the machine: try the tool, report what came of it. */
import type { Recorder } from '../../recorder.ts';
import type { FileRoots } from '../../files.ts';
import type { MachineIntent } from '../intent.ts';
import { namedFiles } from '../scope.ts';
import * as tools from '../system-tools.ts';

export async function machineReply(
  intent: MachineIntent,
  message: string,
  recorder: Recorder,
  roots: FileRoots,
): Promise<string> {
  const report = (outcome: { success: boolean; summary: string }, good: string, bad: string): string =>
    outcome.success
      ? `${good} ${outcome.summary}`
      : `${bad} The tool reported: ${outcome.summary.replace(/^error: /, '')}.`;
  switch (intent) {
    case 'screenshot':
      return report(
        await recorder.call('take_screenshot', {}, tools.takeScreenshot),
        'I took a screenshot.',
        "I tried to take a screenshot, but it didn't work.",
      );
    case 'clipboard':
      return report(
        await recorder.call('read_clipboard', {}, tools.readClipboard),
        'I read your clipboard.',
        'I tried to read the clipboard, but could not.',
      );
    case 'notify': {
      const text = quoted(message) ?? 'This is a notification from your agent.';
      return report(
        await recorder.call('notify_desktop', { title: 'Agent', message: text }, async () =>
          tools.notifyDesktop(text),
        ),
        'I sent the notification.',
        'I tried to send a desktop notification, but could not.',
      );
    }
    case 'windows':
      return report(
        await recorder.call('list_windows', {}, tools.listWindows),
        'These windows are open:',
        'I tried to list the open windows, but could not.',
      );
    case 'system-info':
      return report(
        await recorder.call('get_system_info', {}, tools.systemInfo),
        'Here is what I found about this machine.',
        'I tried to read the system information, but could not.',
      );
    case 'speech': {
      const text =
        quoted(message) ?? /\b(?:say|speak|aloud|loud)[:,]?\s+(.{2,200})$/i.exec(message)?.[1] ?? message;
      return report(
        await recorder.call('text_to_speech', { text }, async () => tools.textToSpeech(text)),
        'I said it aloud.',
        'I tried to say it aloud, but could not.',
      );
    }
    case 'web': {
      const url =
        /https?:\/\/[^\s"'<>)]+|\bwww\.[^\s"'<>)]+|\b[\w-]+\.(?:com|org|net|io|dev)\b[^\s"'<>)]*/i
          .exec(message)?.[0]
          .replace(/[.,;!?]+$/, '') ?? '';
      return report(
        await recorder.call('fetch_webpage', { url }, async () => tools.fetchWebpage(url)),
        `I fetched ${url}.`,
        `I tried to fetch ${url}, but could not.`,
      );
    }
    case 'image-creation': {
      const prompt = /\b(?:of|showing)\s+(.{2,200})$/i.exec(message)?.[1]?.replace(/[.?!]+$/, '') ?? message;
      return report(
        await recorder.call('generate_image', { prompt }, tools.generateImage),
        'Here is your image.',
        'I tried to create the image, but could not.',
      );
    }
    case 'image-analysis':
      break;
  }
  const path = namedFiles(message).find((file) => /\.(?:png|jpe?g|gif|bmp|webp)$/i.test(file)) ?? '';
  return report(
    await recorder.call('analyze_image', { image_path: path }, () => tools.analyzeImage(path, roots)),
    'I analysed the image.',
    `I tried to analyse ${path}, but could not.`,
  );
}

const quoted = (message: string): string | undefined => /["“'‘]([^"”’]{2,200})["”'’]/.exec(message)?.[1];
