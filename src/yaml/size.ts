/** How many keys and items a YAML text holds, told before it is parsed: each costs time and memory. */
import { Lexer } from 'yaml';

/** A corpus of thousands of documents has so many; a scenario a few dozen. */
export const MAX_ENTRIES = 50_000;

/** The offset of the first indicator (`:`, `-`, `,`) beyond `max`; null when there are not so many. Linear. */
export function offsetTooMany(text: string, max: number): number | null {
  let offset = 0;
  let entries = 0;
  for (const token of new Lexer().lex(text)) {
    // Marks of the lexer's own have no length in the text.
    if (token === '\u0002' || token === '\u0018' || token === '\u001f') continue;
    if (token === ':' || token === '-' || token === ',') entries += 1;
    if (entries > max) return offset;
    offset += token.length;
  }
  return null;
}
