/**
 * Text that the agent or a document wrote, set between delimiters that it cannot forge.
 * A delimiter is a tag with a literal "<". Within the text every "<", and every character that looks like one or
 * becomes one when normalised, is written "&lt;": so whatever stands inside, nothing in it opens or closes a tag.
 */

/** "<", what looks like it, and what Unicode normalisation turns into it. */
const LOOK_ALIKES =
  /[<\u02C2\u1438\u2039\u226E\u227A\u2329\u276C\u276E\u2770\u27E8\u2991\u29FC\u3008\uFE3F\uFE64\uFF1C]/gu;
/** Lone surrogates cannot be sent as UTF-8; NUL and other control characters break what reads them. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /\p{Surrogate}|[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/gu;
/** Invisible: text-direction marks, zero-width spaces, soft hyphens and "tag" characters that hide text. */
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{E0000}-\u{E0FFF}]/gu;
// oxlint-disable-next-line no-control-regex
const LINE_BREAKS = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g;

/** The text as it may stand within delimiters. Letters, numbers and line breaks stay as they are. */
export function neutralise(text: string): string {
  return text
    .replaceAll(LINE_BREAKS, '\n')
    .replaceAll(UNSAFE, '\uFFFD')
    .replaceAll(INVISIBLE, '')
    .replaceAll(LOOK_ALIKES, '&lt;');
}

/** Keeps the head and the tail of a text that is longer than `max` characters, and says what was left out. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.ceil((max * 2) / 3);
  const tail = max - head;
  const end = tail === 0 ? '' : text.slice(-tail);
  return `${text.slice(0, head)}\n[… ${text.length - max} characters left out …]\n${end}`;
}

/**
 * As many texts from both ends as have `max` characters together, with a mark for those in the middle that are left out.
 * The last one is always among them.
 */
export function withinSize(texts: readonly string[], max: number): readonly string[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  if (total <= max) return texts;
  let left = max - (texts.at(-1)?.length ?? 0);
  let [head, tail] = [0, 1];
  while (head + tail < texts.length) {
    const fromHead = head < tail;
    const next = texts[fromHead ? head : texts.length - 1 - tail] ?? '';
    if (next.length > left) break;
    left -= next.length;
    if (fromHead) head += 1;
    else tail += 1;
  }
  const between = texts.length - head - tail;
  if (between === 0) return texts;
  return [...texts.slice(0, head), `[… ${between} left out …]`, ...texts.slice(texts.length - tail)];
}

/** The text on one line: for lists, where a line break could forge the next entry. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** @param tag lower-case letters, digits and underscores; written by us. */
export function delimited(tag: string, text: string): string {
  return `<${tag}>\n${neutralise(text)}\n</${tag}>`;
}

/** Delimited texts within a delimiter of their own. */
export function section(tag: string, delimitedTexts: readonly string[]): string {
  return [`<${tag}>`, ...delimitedTexts, `</${tag}>`].join('\n');
}
