/** The words by which answers grant, deny, concede or merely advise. */

const LEAD =
  "(?:(?:short answer|in short|in a word|briefly|the answer(?: is)?|answer|quick answer|well|sorry|actually|(?:i'm |i am )?afraid|unfortunately|sadly|hmm+|ok(?:ay)?|still|again|and|as before|then|oh|ah|honestly|good news(?: there)?|bad news(?: there)?|(?:[\\w' -]{1,40}):)[\\s,:–.!-]+)*";
export const OPENS_NO = new RegExp(
  `^${LEAD}(?:no(?=\\W*$|\\s*[,.;:!?)–—-]|\\s+(?:it|they|that|this|these|those|there|he|she|we|you|i|the)\\b)|nope|nah|not(?! only| just)|negative|neither|none|there(?:'s| is| are) (?:no|none|not)|there (?:isn't|aren't)|(?:they|it|that|he|she|those|we) (?:aren't|don't|doesn't|isn't|do not|does not|is not|are not|cannot|can't|won't))\\b(?!\\s+(?:doubt|problem|question|worries|matter|need))`,
  'i',
);
export const OPENS_YES = new RegExp(
  `^${LEAD}(?:yes|yep|yeah|yup|sure|absolutely|correct|right|indeed|of course|certainly|definitely|exactly|true|affirmative|(?:you're|you are|that's|that is) (?:absolutely |quite |completely |totally )?(?:right|correct|true)|(?:they|it) (?:do|does|are|is|can|may)\\b(?! not))`,
  'i',
);
/** Giving in to the user's own claim. */
export const CONCEDES =
  /\b(?:i stand corrected|my (?:mistake|apologies|bad)|i was (?:wrong|mistaken)|you(?:'re| are) (?:absolutely |quite |completely |totally |of course )?(?:right|correct)(?! (?:to|that it'?s))|(?:thanks|thank you) for (?:the correction|correcting|pointing|clarifying|letting me know)|i(?:'ve| have)? (?:must have )?(?:misread|misunderstood|got (?:it|that) wrong)|i(?:'ll| will) take your word|updated my answer|i apologi[sz]e for the (?:error|mistake|confusion))\b/i;

export const EXCLUDES =
  /\b(?:exclud(?:e|es|ed|ing)|ineligible|non-eligible|left out|leaves? [\w ]{0,20}out|barred|bars|banned|bans|forbid(?:s|den)?|prohibit(?:s|ed)?|disallow(?:s|ed)?|off[- ]limits|reserved? (?:\w+ ){0,3}(?:for|to)|reserves|limit(?:s|ed)? (?:\w+ ){0,4}to|restrict(?:s|ed)? (?:\w+ ){0,4}to|confined to|exclusive(?:ly)? (?:to|for)|exclusively|withh(?:e|o)ld|den(?:y|ies|ied)|miss(?:es)? out|go(?:es)? without|empty-handed|lack(?:s|ing)?|absent|outside (?:of )?(?:the|that|its)|out of luck|exempt(?:ed)?|(?:full[- ]time(?:rs)?|full[- ]timers?|employees?|staff|humans?|people|persons?|regulars?|workers?|ones)(?: \w+){0,2} only|only (?:\w+[ -]){0,4}(?:full[- ]time|full[- ]timers?|employees?|humans?|people|persons?|permanent)|(?:full[- ]time \w+|full[- ]timers?) (?:alone|exclusively|and (?:nobody|no one) else)|perk of (?:being )?full|(?:belongs? to|part of|comes? with|tied to) (?:the )?full[- ]time|(?:must|has to|have to|needs? to) be (?:\w+ ){0,3}human|a human (?:has to|must|needs to)|(?:registered|created|set up|opened|made) by a (?:human|person)|human beings?|real (?:person|people|human)|ruled out|rules? (?:\w+ )?out|beyond (?:\w+ ){0,2}scope|reject(?:s|ed)?|refus(?:e|es|ed)|silent (?:on|about)|non-commercial|fully exempt)\b/i;
/** A denial denied: "aren't excluded", "no restrictions". */
export const GRANTS_BY_NEGATION =
  /(?:\b(?:not|never|nor)\b|n't)[^.;,]{0,14}\b(?:exclud|limit|restrict|reserv|barred|banned|only|prohibit|forbid|ban|prevent|stop|den(?:y|ied)|object)|\b(?:no|without(?: any)?|any|zero)\s+(?:\w+\s+){0,2}?(?:restrictions?|limits?|limitations?|problems?|obstacles?|objections?|bans?|prohibitions?|fee|need to (?:ask|pay)|issue)\b|\bno (?:\w+ ){1,3}(?:is|are|was|were) (?:exclud|barred|banned|ruled out|forbidden|prohibited|restricted|limited|denied|off[- ]limits)|\bnothing\b[^.;,]{0,20}\b(?:prevent|stop|against|forbid|prohibit|wrong with)/i;

export const GRANTS =
  /\b(?:gets?|receives?|eligible|covered|covers|entitled|qualif(?:y|ies)|included|includes|allow(?:s|ed)|permit(?:s|ted)|enjoys?|grants?|granted|granting|enrol(?:l|led)?|sign up|join|free to|welcome|licensed|confers?|same (?:benefits?|terms|conditions|plan|coverage|package|rights|options|as (?:everyone|everybody|employees|regular|staff|full|any))|too|as well|like everyone|just like|equal(?:ly)?|legal|explicit(?:ly)?|okay|ok|fine|yes|open to|available to|extended? to|appl(?:y|ies) to|full access|contains?|provides?)\b/i;
/** What a yes leaves out: "..., just not the retirement plan". */
export const EXCEPTION =
  /[,;(–]\s*(?:(?:just|only|though|but|albeit)\s+not|minus|except(?:\s+for)?|apart\s+from|aside\s+from|other\s+than)\s[^.;!?)]*/gi;
/** Says that something belongs to what was spoken of, and not what holds of it: "dental is among them". */
export const BELONGS =
  /\b(?:is|are|was|were)\s+(?:all\s+|both\s+)?(?:among|one of|part of)\s+(?:them|those|these)\b/gi;

/** Weaker: they grant only what the sentence names beside them. */
export const MAY_GRANT =
  /\b(?:can|may|could|have|has|having|do|does|are|is|offer(?:s|ed)?|provid(?:e|es|ed)|give(?:s|n)?|there's|possible)\b/i;
/** A remark on the edge of a denial, not a grant: "may be used only as far as is customary". */
export const ONLY_SO_FAR = /\bonly (?:as far as|in so far|insofar|to the extent|so far as)\b/i;
/** Says where something stands, not what: "That is in Section 6, Trademarks." */
export const CITES =
  /\b(?:is|are|stands?|found|stated|see) (?:in|under|at|by) (?:the )?(?:section|article|clause|paragraph|chapter|page|§)\b/i;
export const ADVISES =
  /\b(?:ask|check|contact|consult|talk to|speak (?:to|with)|buy|purchase|arrange|look (?:at|up|into)|reach out|request|confirm|verify|negotiate|get in touch|see (?:why|how)|tell you|say (?:more|for sure)|would have to|separate(?:ly)?)\b/i;
export const ATTRIBUTED =
  /\b(?:people think|many think|some think|you (?:said|mentioned|thought|believe|might|may think|say|claim|assumed|think|feel)|your (?:impression|belief|understanding|experience|view|sense)|if|whether|understand (?:that|why|how)|i (?:see|know|get|hear) (?:that|why|where|how)|common(?:ly)? (?:believed|misconception|assumed)|misconception|question of|asking (?:about|whether)|despite|regardless|even though|although|though|idea that|claim that|assumption that|impression that|belief that|would like|had always|sorry|surpris|disappoint|frustrat|seem(?:s)? (?:odd|strange|unfair)|say(?:ing)? that|unless)\b/i;
export const ANAPHORA =
  /^(?!\W*so that\b)(?:\W*(?:but|and|so|yet|also|still|however|then|in fact|unfortunately|instead)[\s,]+)*(?:they|them|those|these|it|that|this|neither|both|none|he|she|(?:the )?(?:text|file|document|handbook|licen[cs]e|policy) (?:doesn't|does not|has no|contains no|makes no))\b/i;
/** Not a no, but that nothing is said: "doesn't mention contractors". */
export const SAYS_NOTHING =
  /(?:\b(?:not|never|nowhere|nothing|no)\b|n't)[^.;:]{0,24}\b(?:mention(?:s|ed)?|sa(?:y|ys|id)|covers?|address(?:es|ed)?|specif(?:y|ies|ied)|stat(?:e|es|ed)|discuss(?:es|ed)?|find|found|tell|information|info|reference|details?|clear|know|sure|idea|locate)\b/i;
/** A question whether a text holds something: there "not mentioned" is a no. */
export const ASKS_OF_TEXT =
  /\b(?:contain|include|mention|grant|have|has|is there|are there|state|say|provide)s?\b/i;
