/** JSON as evaluation tools store it: some of them write NaN and Infinity, which the format does not have. */

/** A string, or a number that is none. Strings are matched first, so that nothing within them is touched. */
const NO_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** What is not a number reads as null: a missing value. Throws `SyntaxError` for all else that is not JSON. */
export function parseStoredJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/\b(?:NaN|Infinity)\b/.test(text)) throw error;
    return JSON.parse(text.replace(NO_NUMBER, (match) => (match.startsWith('"') ? match : 'null')));
  }
}
