/** "That is not in the document", in the many ways people say it; and answers that refuse to try. */
import { NEGATION } from './negation.ts';
import { clauses, type Span } from './sentences.ts';

const TELLING =
  /\b(?:sa(?:y|ys|id)|stat(?:e|es|ed|ing)|mention(?:s|ed|ing)?|nam(?:e|es|ed)|list(?:s|ed)?|giv(?:e|es|en)|gave|includ(?:e|es|ed)|contain(?:s|ed)?|provid(?:e|es|ed)|specif(?:y|ies|ied)|disclos(?:e|es|ed)|report(?:s|ed)?|cover(?:s|ed)?|reveal(?:s|ed)?|find|found|see|seen|spot|locat(?:e|ed)|tell(?:s)?|told|know(?:n|s)?|appear(?:s|ed)?|present|available|show(?:s|n)?|indicat(?:e|es|ed)|quot(?:e|es|ed)|break|broken|break(?:s|down)|document(?:s|ed)?|publish(?:ed|es)?|address(?:es|ed)?|discuss(?:es|ed)?|refer(?:s|red|ence)?|record(?:s|ed)?|answer(?:s|ed)?|determin(?:e|ed)|confirm(?:ed)?|identif(?:y|ies|ied)|offer(?:s|ed)?|spell(?:s|ed)?|defin(?:e|es|ed)|set|sets|impos(?:e|es)|mention|trace|hint|word|sign|info(?:rmation)?|detail(?:s|ed)?|data|figure(?:s)?|number(?:s)?|entry|record|column|row|match(?:es)?|result(?:s)?|hit(?:s)?|section|passage|line|anything|go(?:es)? into|speak(?:s)?|talk(?:s)?|touch(?:es)?|attribut(?:e|es|ed)|commit(?:s)?|project(?:s|ed|ion|ions)?|forecast(?:s)?|estimate(?:s|d)?|there|in it|pric(?:e|es|ing)|date|mak(?:e|es)|made|help|come up|turn(?:s|ed)? up|exist(?:s)?|describ(?:e|es|ed)|outlin(?:e|es|ed)|explain(?:s|ed)?|elaborat(?:e|es|ed)|occur(?:s)?|brought up|bring(?:s)? up|surfac(?:e|es)|here|recorded|stored|held|carr(?:y|ies|ied)|featured?)\b/i;
const WHERE =
  /\b(?:document|documents|report|file|handbook|workbook|spreadsheet|sheet|text|excerpt|filing|statement|spec|specification|datasheet|overview|summary|paper|licen[cs]e|terms|article|page|notes|it|there|here|material|source|context|digest|rfc|data|csv|pdf|in what i have|index)\b/i;
const OUTRIGHT =
  /\b(?:unknown|undisclosed|unspecified|unstated|unavailable|unmentioned|unlisted|not applicable|n\/a|silent (?:on|about|as to|when it comes)|stays silent|remains silent|is mute|keeps? (?:\w+ )?(?:to (?:itself|themselves)|quiet|mum)|(?:rather|prefer) not (?:to )?(?:guess|speculate|invent|make)|lacks?|lacking|omits?|omitted|leaves? (?:that|this|it) (?:open|out)|left (?:open|out)|missing from|absent from|is (?:missing|absent)|are (?:missing|absent)|fails? to (?:mention|say|state|give|name|list|specify|include)|beyond (?:the scope|what)|outside (?:the scope|what)|out of scope|came up empty|comes? up empty|came back empty|drew a blank|draws? a blank|blank on|no luck|no dice|no idea|nothing (?:there|about|on|in|of|to)|nothing doing|don't know|do not know|can't say|cannot say|couldn't say|can't tell|cannot tell|couldn't tell|unable to (?:find|say|tell|give|answer|locate|determine|provide|confirm|identify)|not able to (?:find|say|tell|give|answer|locate|determine|provide|confirm|identify)|have to pass|i(?:'d| would) (?:only )?be (?:guessing|making|speculating|inventing)|would be (?:a guess|guesswork|guessing|speculation|speculating|inventing|making)|without guessing|not something (?:the|this|that|it|i)|no such|won't (?:guess|speculate|make)|can't find|cannot find|couldn't find|could not find|did not find|didn't find|no mention|no trace|no reference|no record|no information|no info|no data|no details?|not (?:the (?:one|figure|rate|number|value)|that (?:of|for)|those)|not (?:given|stated|mentioned|listed|named|included|specified|disclosed|provided|there|in there|covered|available|known|found|reported|present|documented|published|shown|identified|recorded|quoted|addressed|defined|set|answered|indicated|revealed|in the|in this|in that|in it|part of|among|broken|possible|clear|anywhere))\b/i;

function isAdmission(clause: Span): boolean {
  if (/\b(?:no|not a) (?:problem|worries|doubt|question)\b/i.test(clause.text) && !OUTRIGHT.test(clause.text))
    return false;
  // "isn't among them" says what "is not among them" says.
  if (OUTRIGHT.test(clause.text) || OUTRIGHT.test(clause.text.replace(/n't\b/g, ' not'))) return true;
  return NEGATION.test(clause.text) && (TELLING.test(clause.text) || WHERE.test(clause.text));
}

/** The clauses that say the thing asked is not known or not in the document. */
export function admissions(text: string): Span[] {
  return clauses(text).filter(isAdmission);
}

const REFUSAL =
  /\b(?:can't|cannot|can not|couldn't|could not|unable to|not able to|won't|will not|don't have (?:access|any|the|enough|that|this|a)|do not have (?:access|any|the|enough|that)|have no (?:access|way|information|documents?|data|record)|there (?:are|is|'s) no (?:documents?|files?|record|mention|breakdown|data|information|prices?)|no documents? (?:are|is|have|has)|(?:doesn't|does not|isn't|is not|aren't|are not|didn't) (?:mention|say|state|contain|include|give|have|list|provide|specify|indexed|available|loaded)|please (?:upload|provide|share|check|open|contact|ask|send|consult|index|attach|refer)|check with|ask (?:your|the|hr|someone)|contact (?:your|the|hr)|consult (?:your|the|hr)|you(?:'d| would| will|'ll)? (?:have to|need to|should) (?:check|ask|open|contact|upload|consult|look)|not something i can|i (?:only|just) (?:handle|work)|beyond my|outside my|i'm not (?:sure|allowed|permitted|able)|i am not (?:sure|allowed|permitted|able)|nothing more i can do|unfortunately,? nothing|no idea|i don't know|i do not know|no (?:api reference|such file|matching|results?|match(?:es)?) (?:was |were )?(?:found)?|wasn't able|was not able|didn't (?:find|get|manage)|did not (?:find|get|manage)|nothing (?:was )?found|found nothing|can only|give up|gave up)\b/i;

/** Does the answer refuse, give up or send the user elsewhere? Says nothing about whether it is right to. */
export function refuses(text: string): boolean {
  return REFUSAL.test(text.replace(/\bcan't go wrong|can't wait|cannot be (?:sold|transferred)\b/gi, ''));
}
