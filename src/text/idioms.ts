/** Phrases that say in several words what a single word says elsewhere; no phrase of any one document. */

const IDIOMS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:home[- ]office|telework\w*|telecommut\w*|wfh|from home|outside (?:of )?the office|away from the office)\b/i,
    ['remote'],
  ],
  [
    /(?:\b(?:not|never|without)|n't) (?:\w+ ){0,2}?(?:com(?:e|ing) (?:in|to work)|(?:com(?:e|ing)|go(?:ing)?) (?:in)?to the office|be(?:ing)? (?:in the office|on[- ]site))\b/i,
    ['remote'],
  ],
  [
    /\bat all\b|\bnever (?:com|go|be|set|show)|\ball the time\b|\b(?:all|the whole|the entire|every day of the) week\b|\bevery (?:single )?day\b|\b(?:all )?(?:5|five) days a week\b/i,
    ['fully'],
  ],
  [
    /\b(?:decision (?:for|of|by)|decided by|decides on|sign(?:s|ed)?[- ](?:it |that |this )?off|the (?:final|last) (?:say|word)|say-so|thumbs up|has to agree)\b/i,
    ['approval'],
  ],
];

/** The plain words for the phrases of a text. */
export function idiomWords(text: string): string[] {
  return IDIOMS.flatMap(([pattern, words]) => (pattern.test(text) ? words : []));
}
