/** The opposite word where the expected answer has its own: major for minor, continues for ends. */
import type { Answer } from './answer.ts';

const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bminor\b/i, /\bmajor\b|\bcritical\b|\bserious\b/i],
  [/\bmajor\b/i, /\bminor\b/i],
  [/\bsever(?:e|ity|ely)\b/i, /\b(?:mild|mildly|low[- ]severity|not severe|harmless|light)\b/i],
  [
    /\b(?:ends?|terminates?)\b/i,
    /\b(?:continues?|remains? (?:in (?:force|effect|place)|valid|intact|active)|stays? (?:in (?:force|effect)|valid|intact)|unaffected|unchanged|nothing (?:changes|happens)|keeps? (?:it|the|your)|is kept|survives?|is not affected|isn't affected|extended|no effect)\b/i,
  ],
  [
    /\bwithout undue delay\b/i,
    /\b(?:at its (?:own )?(?:leisure|discretion)|no (?:deadline|time limit|rush|hurry)|whenever|take (?:its|their) time)\b/i,
  ],
  [/\b(?:higher|better)\b/i, /\b(?:equal(?:ly)?|the same rating|tied|tie|on par)\b/i],
  [
    /\bunanimous\b/i,
    /\b(?:dissent(?:ed|ing|s)?|split (?:vote|decision)|voted against|against it|narrow(?:ly)?|majority)\b/i,
  ],
  [
    /\bfull-time employees only\b/i,
    /\b(?:part-time (?:employees|staff|workers) (?:and|as well|too|are|get|also))\b/i,
  ],
];

const DENIED = /\b(?:no|not|without|never|nobody|none|zero|n't|neither|any)\b[^.;,]{0,20}$|n't[^.;,]{0,20}$/i;

/** The fault in words, or null. A word that the question or the answer itself sets against its opposite is no fault. */
export function antonymFault(expected: string, question: string, answer: Answer): string | null {
  for (const [own, opposite] of PAIRS) {
    if (!own.test(expected)) continue;
    const match = opposite.exec(answer.text);
    if (match === null || opposite.test(question)) continue;
    if (own.test(answer.text) && !/ends|undue|unanimous/.test(own.source)) continue;
    if (DENIED.test(answer.text.slice(0, match.index))) continue;
    return `says "${match[0]}" where the expected answer says the opposite`;
  }
  return null;
}
