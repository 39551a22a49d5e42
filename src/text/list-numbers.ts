/** Numbers that only count the lines of a list ("2. Second"), told from a number that is the answer ("Thirty. That is …"). */

const LEAD = /(?<=^|\n)\s*\(?(\d{1,2})[.)](?=\s)/g;

/** The numbers at the head of a line, each with the place behind its stop. */
function heads(text: string): { readonly value: number; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(LEAD)].map((match) => ({
    value: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The list numbers of a text: a 1, and any number whose neighbour heads another line. */
export function listNumbers(text: string): { readonly start: number; readonly end: number }[] {
  const found = heads(text);
  const values = new Set(found.map((head) => head.value));
  return found.filter(
    ({ value }) => value === 1 || (value > 0 && (values.has(value - 1) || values.has(value + 1))),
  );
}
