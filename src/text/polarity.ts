/** Yes or no: what an answer says about a subject. */
import { contentWords, knows, vocabulary } from './keywords.ts';
import { NEGATION } from './negation.ts';
import { clauses, sentences } from './sentences.ts';

export type Polarity = 'yes' | 'no' | 'mixed' | 'none';

const LEAD =
  "(?:(?:short answer|in short|in a word|briefly|the answer(?: is)?|answer|quick answer|well|sorry|actually|(?:i'm |i am )?afraid|unfortunately|sadly|hmm+|ok(?:ay)?|still|again|and|as before|then|oh|ah|honestly|(?:[\\w' -]{1,40}):)[\\s,:–.!-]+)*";
const OPENS_NO = new RegExp(
  `^${LEAD}(?:no|nope|nah|not(?! only| just)|negative|neither|none|(?:they|it|that|he|she|those|we) (?:aren't|don't|doesn't|isn't|do not|does not|is not|are not|cannot|can't|won't))\\b(?!\\s+(?:doubt|problem|question|worries|matter|need))`,
  'i',
);
const OPENS_YES = new RegExp(
  `^${LEAD}(?:yes|yep|yeah|yup|sure|absolutely|correct|right|indeed|of course|certainly|definitely|exactly|true|affirmative|(?:you're|you are|that's|that is) (?:absolutely |quite |completely |totally )?(?:right|correct|true)|(?:they|it) (?:do|does|are|is|can|may)\\b(?! not))`,
  'i',
);

const EXCLUDES =
  /\b(?:exclud(?:e|es|ed|ing)|ineligible|non-eligible|left out|leaves? [\w ]{0,20}out|barred|bars|banned|bans|forbid(?:s|den)?|prohibit(?:s|ed)?|disallow(?:s|ed)?|off[- ]limits|reserved? (?:\w+ ){0,3}(?:for|to)|reserves|limit(?:s|ed)? (?:\w+ ){0,3}to|restrict(?:s|ed)? (?:\w+ ){0,3}to|confined to|exclusive(?:ly)? (?:to|for)|withh(?:e|o)ld|den(?:y|ies|ied)|miss(?:es)? out|go(?:es)? without|lack(?:s|ing)?|absent|silent|omits?|outside (?:of )?(?:the|that|its)|out of luck|exempt(?:ed)?|(?:full[- ]time(?:rs)?|full[- ]timers?|employees?|staff|humans?|people|persons?|regulars?|workers?|ones)(?: \w+){0,2} only|only (?:\w+[ -]){0,3}(?:full[- ]time|full[- ]timers?|employees?|humans?|people|persons?|permanent)|(?:full[- ]time \w+|full[- ]timers?) (?:alone|exclusively|and (?:nobody|no one) else)|perk of (?:being )?full|must be (?:a )?human|has to be (?:a )?human|needs? to be (?:a )?human|a human (?:has to|must|needs to)|human beings?|created? by a human|real (?:person|people|human)|ruled out|rules? (?:\w+ )?out|beyond (?:\w+ ){0,2}scope|reject(?:s|ed)?|refus(?:e|es|ed))\b/i;
const AFFIRMS =
  /\b(?:get|gets|have|has|having|eligible|covered|covers?|entitled|qualif(?:y|ies)|includ(?:e|es|ed|ing)|can|may|could|receive|receives|offered|offer|offers|allow(?:s|ed)?|permit(?:s|ted)?|enjoy(?:s)?|grants?|granted|granting|enrol(?:l)?|sign up|join|access|contain(?:s|ed)?|provid(?:e|es|ed)|free to|fine|okay|welcome|share|same|too|as well|like everyone|just like|equal|apply|applies|give(?:s|n)?|licensed|confer(?:s|red)?|yes|do|does|are|is|present|there's|there is|legal|explicit(?:ly)?|possible|ok)\b/i;
const ATTRIBUTED =
  /\b(?:people think|many think|you (?:said|mentioned|thought|believe|might|may think|say|claim|assumed)|your (?:impression|belief|understanding|experience|view)|if|whether|understand (?:that|why)|i (?:see|know|get|hear) (?:that|why|where|how)|common(?:ly)? (?:believed|misconception|assumed)|question of|asking (?:about|whether)|despite|regardless|even though|although|though|idea that|claim that|assumption that|impression that|belief that|would like|had always|sorry|surpris|disappoint|frustrat|seem(?:s)? (?:odd|strange|unfair)|say(?:ing)? that)\b/i;
const ANAPHORA =
  /^(?:\W*(?:but|and|so|yet|also|still|however|then|in fact|unfortunately)[\s,]+)*(?:they|them|those|these|it|that|this|neither|both|none|he|she|(?:the )?(?:text|file|document|handbook|licen[cs]e|policy) (?:doesn't|does not|has no|contains no|makes no))\b/i;

/**
 * What the answer says about the subject (stems of keywords.ts): clauses that name it, or that follow one which did
 * and stand for it by a pronoun. The opening word counts where the clauses say nothing.
 */
export function polarityAbout(text: string, subjects: readonly string[]): Polarity {
  const outer = sentences(text);
  const opening = outer[0]?.text ?? '';
  const opens = OPENS_NO.test(opening) ? 'no' : OPENS_YES.test(opening) ? 'yes' : 'none';
  let affirmed = 0;
  let denied = 0;
  let subjectSeen = false;
  for (const clause of clauses(text)) {
    if (/\?\W*$/.test(clause.text)) continue;
    const known = vocabulary(clause.text);
    const names = subjects.some((subject) => knows(known, subject));
    const stands = ANAPHORA.test(clause.text) && (subjectSeen || opens !== 'none');
    if (names) subjectSeen = true;
    const isWord = contentWords(clause.text).size === 0;
    if (
      EXCLUDES.test(clause.text) &&
      !/\b(?:not|n't|never)\b[^.]{0,12}\b(?:exclud|limit|restrict|reserv|barred|banned|only)|n't (?:exclud|limit|restrict|reserv|barred|banned|only)/i.test(
        clause.text,
      )
    ) {
      // "Only full-time employees": the rule excludes the subject without naming it.
      if (!ATTRIBUTED.test(clause.text) || names) denied += names || stands ? 2 : 1;
    } else if (names || stands) {
      if (NEGATION.test(clause.text)) denied += names ? 2 : 1;
      else if (AFFIRMS.test(clause.text) && !ATTRIBUTED.test(clause.text) && !isWord)
        affirmed += names ? 2 : stands && subjectSeen ? 1 : 0;
    }
  }
  const strong = affirmed >= 2;
  if (strong && denied >= 2) return 'mixed';
  if (strong) return opens === 'no' || denied > 0 ? 'mixed' : 'yes';
  if (denied > 0) return opens === 'yes' && denied < 2 ? 'mixed' : 'no';
  if (opens !== 'none') return opens;
  return affirmed > 0 ? 'yes' : 'none';
}

/** The words a yes-or-no question is about: a group of people where it names one, otherwise its content words. */
export function subjectsOf(question: string): string[] {
  const group =
    /\b(contractors?|freelancers?|interns?|temps|part-timers?|consultants?|bots?|robots?|minors?|users?|customers?|members?|students?|volunteers?|visitors?)\b/i.exec(
      question,
    );
  return [...contentWords(group?.[0] ?? question)];
}
