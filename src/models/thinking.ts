/** Keeps what a model thought out of what it answered: some servers leave it in the text, between tags. */

export interface SplitText {
  readonly text: string;
  readonly thinking: string;
}

const OPENS = /^\s*<(think|thinking|reasoning)>/i;
/** On one line with other text it is a word of the answer, and so within the JSON of a reply that quotes it. */
const CLOSES_UNOPENED = /^[ \t]*<\/think>|<\/think>[ \t]*$/im;

/**
 * Thinking stands at the beginning, up to its closing tag. Without the opening tag, which some templates write into the
 * prompt, everything before a closing tag at a line's beginning or end is thinking; without the closing one the model was
 * cut off in the middle of it, and nothing was answered.
 */
export function splitThinking(content: string): SplitText {
  const opened = OPENS.exec(content);
  if (opened === null) {
    const closed = CLOSES_UNOPENED.exec(content);
    if (closed === null) return { text: content, thinking: '' };
    const end = closed.index + closed[0].length;
    return { text: content.slice(end).trimStart(), thinking: content.slice(0, closed.index).trim() };
  }
  const close = `</${opened[1]}>`;
  // Not by lower case: some letters are longer in it, and the place would be another.
  const at = content.search(new RegExp(close, 'i'));
  const start = opened[0].length;
  if (at < 0) return { text: '', thinking: content.slice(start).trim() };
  return { text: content.slice(at + close.length).trimStart(), thinking: content.slice(start, at).trim() };
}
