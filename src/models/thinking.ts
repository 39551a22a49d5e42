/** Keeps what a model thought out of what it answered: some servers leave it in the text, between tags. */

export interface SplitText {
  readonly text: string;
  readonly thinking: string;
}

const OPENS = /^\s*<(think|thinking|reasoning)>/i;

/**
 * Thinking stands at the beginning, up to its closing tag. Without the opening tag, which some templates write into the
 * prompt, everything before a closing tag at a line's end is thinking; without the closing one the model was cut off in
 * the middle of it, and nothing was answered.
 */
export function splitThinking(content: string): SplitText {
  const opened = OPENS.exec(content);
  const tag = opened?.[1] ?? 'think';
  const close = `</${tag}>`;
  const at = content.toLowerCase().indexOf(close.toLowerCase());
  if (opened === null && at < 0) return { text: content, thinking: '' };
  const start = opened?.[0].length ?? 0;
  if (at < 0) return { text: '', thinking: content.slice(start).trim() };
  return { text: content.slice(at + close.length).trimStart(), thinking: content.slice(start, at).trim() };
}
