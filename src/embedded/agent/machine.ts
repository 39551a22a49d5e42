/** Requests to the machine: each tool is really tried, and its outcome is what the answer reports. */
import type { FileRoots } from '../files.ts';
import type { Recorder, ToolOutcome } from '../recorder.ts';
import * as tools from './system-tools.ts';

interface MachineTool {
  readonly tool: string;
  readonly asked: RegExp;
  /** "I tried to …" */
  readonly task: string;
  /** The one argument that the tool has, from the message. */
  readonly argument?: { readonly name: string; readonly from: (message: string) => string };
  readonly run: (argument: string, roots: FileRoots) => ToolOutcome | Promise<ToolOutcome>;
}

const IMAGE_FILE = /[\w~./\\-]{1,300}\.(?:png|jpe?g|gif|bmp|webp)\b/i;
const ADDRESS = /https?:\/\/[^\s"'<>)]+|\bwww\.[^\s"'<>)]+/i;
const PICTURES = '(?:images?|pictures?|photos?|drawings?|illustrations?)';

const quoted = (message: string): string | undefined => /["“]([^"”]{1,200})["”]/.exec(message)?.[1];
const afterColon = (message: string): string | undefined => /:\s+(.{1,500})$/s.exec(message)?.[1];

const MACHINE_TOOLS: readonly MachineTool[] = [
  {
    tool: 'take_screenshot',
    asked: /\bscreen ?shots?\b|\bcapture (?:my|the) screen\b/i,
    task: 'take a screenshot',
    run: tools.takeScreenshot,
  },
  { tool: 'read_clipboard', asked: /\bclipboard\b/i, task: 'read the clipboard', run: tools.readClipboard },
  {
    tool: 'notify_desktop',
    asked: /\b(?:send|show|display|give|pop up)\b.{0,60}\bnotification\b|\bnotify me\b/i,
    task: 'send a desktop notification',
    argument: { name: 'message', from: (message) => quoted(message) ?? afterColon(message) ?? message },
    run: tools.notifyDesktop,
  },
  {
    tool: 'list_windows',
    asked:
      /\b(?:open|active|running|list)\b.{0,40}\bwindows\b|\bwindows\b.{0,40}\b(?:open|active|running)\b/i,
    task: 'list the open windows',
    run: tools.listWindows,
  },
  {
    tool: 'get_system_info',
    asked: /\bsystem info\w*|\b(?:my|this) (?:computer|machine|pc|laptop|system)\b/i,
    task: 'read the system information',
    run: tools.systemInfo,
  },
  {
    tool: 'text_to_speech',
    asked: /\btext[- ]to[- ]speech\b|\b(?:aloud|out loud)\b|^speak\b/i,
    task: 'say it aloud',
    argument: { name: 'text', from: (message) => quoted(message) ?? afterColon(message) ?? message },
    run: tools.textToSpeech,
  },
  {
    tool: 'fetch_webpage',
    asked: ADDRESS,
    task: 'fetch the page',
    argument: {
      name: 'url',
      from: (message) => (ADDRESS.exec(message)?.[0] ?? '').replace(/[.,;!?]+$/, ''),
    },
    run: tools.fetchWebpage,
  },
  {
    tool: 'analyze_image',
    asked: IMAGE_FILE,
    task: 'look at the image',
    argument: { name: 'image_path', from: (message) => IMAGE_FILE.exec(message)?.[0] ?? '' },
    run: tools.analyzeImage,
  },
  {
    tool: 'generate_image',
    asked: new RegExp(`\\b(?:generate|create|make|draw|paint)\\b.{0,40}\\b${PICTURES}\\b|\\bdraw me\\b`, 'i'),
    task: 'make the image',
    argument: { name: 'prompt', from: (message) => message },
    run: tools.generateImage,
  },
];

/** A question about what the agent can do with pictures at large, no order. */
const ASKS_ABILITY = /^(?:can|could|are|do) you\b.{0,80}\b(?:images|pictures|photos|drawings)\W*$/i;
const PICTURE_ABILITY =
  'I have tools for looking at images and for making them, but no model for either is loaded here, so they will ' +
  'most likely fail. Name an image file or describe a picture, and I will try and tell you what happened.';

/** What came of it, or null when the message asks nothing of the machine. */
export async function machineReply(
  message: string,
  recorder: Recorder,
  roots: FileRoots,
): Promise<string | null> {
  if (ASKS_ABILITY.test(message) && !IMAGE_FILE.test(message)) return PICTURE_ABILITY;
  const wanted = MACHINE_TOOLS.find(({ asked }) => asked.test(message));
  if (wanted === undefined) return null;
  const argument = wanted.argument?.from(message) ?? '';
  const args = wanted.argument === undefined ? {} : { [wanted.argument.name]: argument };
  const outcome = await recorder.call(wanted.tool, args, () => wanted.run(argument, roots));
  return outcome.success
    ? `I used ${wanted.tool} to ${wanted.task}. ${outcome.summary}`
    : `I tried to ${wanted.task} with ${wanted.tool}, but it failed: ${outcome.summary.replace(/^error: /, '')}.`;
}
