/** Names in an expected answer: people, products, files, codes, months. */

const FILE = /\b[\w-]+\.(?:md|txt|csv|html?|pdf|docx?|xlsx?|py|json|png|jpe?g)\b/gi;
const CODE =
  /\b(?:PEP|RFC|Section|Article)\s\d+\b|\b[A-Z]{2,}[A-Za-z]*-\d[\w-]*\b|\b[A-Z][A-Za-z]*-[A-Z]\d+\b|\b(?=\w*[A-Za-z])(?=\w*\d)[A-Z][A-Za-z]*\d+\w*\b(?:-\d+)?|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w+\b/g;
const MONTH =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
/** Capitals that name nothing: sentence words, units, abbreviations of the subject matter. */
const NOT_A_NAME =
  /^(?:[A-Z]|Q[1-4]|FY\d*|No|Yes|Still|The|A|An|Up|Down|From|In|To|And|Of|For|Not|Both|Either|None|Neither|It|USD|EUR|GB|MB|GHz|MHz|GDP|PTO|VP|CEO|CFO|HR|EN|DE|FR|SPDX|ID|BLEU)$/;

function codesAndFiles(text: string): { names: string[]; rest: string } {
  const names: string[] = [];
  let rest = text;
  for (const pattern of [FILE, CODE, MONTH]) {
    rest = rest.replace(pattern, (name) => {
      if (/^(?:Q[1-4]|FY\d+)$/i.test(name)) return name;
      names.push(name);
      return ' '.repeat(name.length);
    });
  }
  return { names, rest };
}

/** The names of one part (`text` is the part without its figures); its first word has a capital anyway and alone is no name. */
export function namesOf(text: string, part: string): string[] {
  const { names, rest } = codesAndFiles(text);
  for (const match of rest.matchAll(/\b[A-Z][\p{L}&-]*(?:\s(?:[A-Z][\p{L}&-]*|\b[A-Z]\b|&(?=\s[A-Z])))*/gu)) {
    const run = match[0].split(' ').filter((word) => !NOT_A_NAME.test(word));
    if (run.length === 0) continue;
    const name = run.join(' ');
    const isFirst = text.slice(0, match.index).trim() === '';
    if (isFirst && run.length === 1 && !/^[A-Z]{2,}$/.test(name) && part.trim().split(' ').length > 1)
      continue;
    names.push(name);
  }
  return names;
}

/** The text without those names. */
export function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replace(name, ' '), text);
}
