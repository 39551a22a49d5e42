/** Finds the JSON object in a model's text: bare, in a code fence, or with prose around it. */

/**
 * The one JSON object that stands in the text, or undefined when there is none or more than one.
 * With two, nobody can tell the reply from something it quotes (an answer under test may hold a forged one).
 */
export function jsonObjectIn(text: string): Record<string, unknown> | undefined {
  const whole = parsedObject(text.trim());
  if (whole !== undefined) return whole;
  let found: Record<string, unknown> | undefined;
  for (let start = text.indexOf('{'); start >= 0;) {
    const end = endOfObject(text, start);
    const object = end === -1 ? undefined : parsedObject(text.slice(start, end + 1));
    if (object !== undefined && found !== undefined) return undefined;
    found ??= object;
    // A brace that opens no object may be prose: one within it may still open the reply.
    start = text.indexOf('{', object === undefined ? start + 1 : end + 1);
  }
  return found;
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Index of the brace that closes the one at `start`, braces within strings not counted; -1 when there is none. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}
