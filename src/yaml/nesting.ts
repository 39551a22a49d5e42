/** How deep a YAML text nests its values, told before it is parsed: the parser would exhaust its stack, slowly. */
import { Lexer } from 'yaml';

/** What people write needs about six. */
export const MAX_NESTING = 64;

/** What the lexer puts in by itself; it has no length in the text. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** The offset of the bracket, or of the list or key indicator in one line, that nests too deep; or null. */
export function offsetTooDeep(text: string): number | null {
  let offset = 0;
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) continue;
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
    else if (token === '-' || token === '?' || token === ':') indicators += 1;
    else if (token === '\n' || token === '\r\n' || token === ',') indicators = 0;
    if (brackets > MAX_NESTING || indicators > MAX_NESTING) return offset;
    offset += token.length;
  }
  return null;
}
