/** A finding of none is no admission: "the auditors found no major non-conformities" claims that there are none. */

const OF_THE_TEXT =
  '(?! (?:mention|reference|information|info|data|figure|number|count|indication|details?|record|statement|entry|explicit|such (?:figure|number|information)))';
const FINDS_NONE = new RegExp(
  `\\b(?:audit(?:ors?)?|inspectors?|assessment|assessors|review(?:ers)?|there (?:were|are)|company) (?:found|identified|recorded|raised|has|have|had|employs|were|are)? ?(?:no|none|zero|0)\\b${OF_THE_TEXT}`,
  'i',
);
/** Somebody, and not the text, is said to have none. */
const HAS_NONE = new RegExp(
  `(?:^|[\\s"(])(?!(?:It|This|That|They|These|There|Which|He|She|We|You|Document|Report|File|Text|Section|Article|Page|Sheet|Table|Excerpt|Handbook|Filing|Paper|Licen[cs]e)\\b)(?:[A-Z][\\w&-]+|[Tt]he company|[Tt]he (?:auditors?|inspectors?|assessors|reviewers)) (?:found|identified|recorded|raised|has|have|had|employs?) (?:no|zero|0)\\b${OF_THE_TEXT}`,
);
const IN_WRITING =
  /\b(?:mention(?:ed|s)?|named?|listed|given|stated|shown|reported|documented|in (?:the|this|that|my|its) (?:report|document|file|text|excerpt|index|section|handbook)|that i (?:can|could)|according)\b/i;

const THERE_ARE_NONE =
  /\bthere (?:weren't|were not|aren't|are not|wasn't|isn't) any(?: (?:of (?:those|them)|major(?: ones)?|others?))?\W*$/i;

/** May the clause state that there are none, where it seems to say that nothing is known? */
export function mayFindNone(clause: string): boolean {
  return FINDS_NONE.test(clause) || findsNone(clause);
}

/** Does it plainly state that there are none, as a fact about the world? */
export function findsNone(clause: string): boolean {
  return (HAS_NONE.test(clause) || THERE_ARE_NONE.test(clause)) && !IN_WRITING.test(clause);
}
