/** Questions in an answer (offers aside), and what a user's question asks for. */
import { sentences } from './sentences.ts';

const OFFER =
  /^(?:(?:\w+[ ,–-]+){0,3})?(?:(?:is there )?anything else|any(?: other| more| further)? questions?|(?:would|do) you (?:like|want|need) (?:me to|more|to (?:know|see|hear|go|dig)|the (?:details|exact|full|split|breakdown)|a (?:breakdown|split|summary of)|details|any)|want (?:me to|more|the|a|to (?:know|see|hear))|shall i|should i|need (?:more|anything|any|me to)|does (?:that|this) (?:help|answer|work|make sense)|how (?:can|may|could|might) i (?:help|assist)|what (?:can|may) i (?:do|help)|what would you like (?:to (?:know|do|start|talk)|me to do|help)|ready to|interested in|curious (?:about|to)|okay\?|ok\?|right\?|make sense|can i help|may i help|what(?:'s| is) (?:on your mind|up)|how(?:'s| are| is) (?:you|it|your)|where (?:shall|should|would you like to) (?:we|i|to) (?:start|begin)|got (?:a|any) (?:file|document|question)|is that (?:enough|all|ok|okay))/i;
const CLARIFYING =
  /\b(?:which (?:one|document|of|file|report|two|benefits?|product|products|company|function|page|do|would|did|should|are|is)|which\b|what (?:do you mean|exactly|document|file|are you referring|products?|benefits?|would you like (?:summari[sz]ed|summed))|do you mean|did you mean|are you (?:asking|referring|talking|thinking|after|looking)|could you (?:tell|clarify|specify|confirm|say|let|give|share|provide|upload|remind|point|paste|repeat|send|be)|can you (?:tell|clarify|specify|confirm|say|let|give|share|provide|upload|remind|point|paste|repeat|send|be)|please (?:tell|clarify|specify|confirm|say|let|give|share|provide|upload|remind|point|paste|repeat|send|name|pick|choose)|who (?:do|are) you|whose|where (?:is|are|can|did)|is it the|is that the|the [\w\s.']+ or (?:the )?[\w\s.']+\?|\bor\b[^?]*\?)/i;
const IMPERATIVE =
  /(?:^|[.!,;:–]\s*|\b(?:just|please|first|so|and|but|then)\s+)(?:please\s+)?(?:let me know|tell me|clarify|specify|remind me|point me|say|give me|send me|share|provide|confirm|pick|choose|name)\b(?:[^.!?]*\b(?:which|what|whether|who|where|one|path|name|file|document|two|mean|context|meant|either|again)\b)|\b(?:i(?:'d| would)? need (?:to know|a bit more|more|some more|you to|the)|i'm not sure which|not sure (?:which|what)|it's (?:not clear|unclear) (?:which|what|to me)|need (?:more|a bit more) (?:context|information|details))\b/i;

/** Does the answer ask the user something it needs? Offers of more help are no such question. */
export function asksBack(text: string): boolean {
  return sentences(text).some((sentence) => {
    if (/\?["')\]]*$/.test(sentence.text)) {
      const question = sentence.text.replace(/^.*[:–]\s+(?=\S+\s)/, '');
      if (
        OFFER.test(question) &&
        !/\bor (?:rather )?(?:of |about |for )?(?:the|both|is it|do you mean|acme)\b|\bwhich (?:one|of|document)/i.test(
          question,
        )
      )
        return false;
      return CLARIFYING.test(sentence.text);
    }
    return (
      IMPERATIVE.test(sentence.text) &&
      !/\blet me know (?:if|when|whether)\b|\banything else\b/i.test(sentence.text)
    );
  });
}

/** Does a question ask what something is compared with? */
export const ASKS_FOR_BASE =
  /\b(?:base|from (?:what|which|where)|compar\w*|versus|vs|both|each|against|starting point|previous figure|prior figure|year-ago figure|last year's (?:figure|q3|number|amount))\b/i;

/** The kinds of value a question can ask for. */
export type AskedKind =
  | 'person'
  | 'money'
  | 'percent'
  | 'count'
  | 'date'
  | 'time'
  | 'length'
  | 'code'
  | 'list'
  | 'size'
  | 'any';

const ASKED: readonly (readonly [RegExp, readonly AskedKind[]])[] = [
  [/\bwho\b|\bwhose\b|\bname of\b|\b(?:cfo|ceo|cto|chief \w+ officer|chief financial)\b/i, ['person']],
  [
    /\b(?:price|prices|priced|pricing|cost|costs|fee|fine|fines|penalty|penalties|salary|salaries|pay|wage|earns?|revenue|deficit|profit|income|budget|how much|turnover|share price|closing|stock)\b/i,
    ['money'],
  ],
  [
    /\b(?:percent|percentage|per cent|rate|share of|proportion|growth|gdp|unemployment|what share|how fast|vaccinated)\b|%/i,
    ['percent'],
  ],
  [/\b(?:how many|number of|count|headcount|employees|staff|bleu|score)\b/i, ['count']],
  [/\b(?:when|date|which day|what day)\b/i, ['date']],
  [/\b(?:how long|duration|length of|period|warranty)\b/i, ['time']],
  [/\b(?:cable|length|how long|distance|far)\b/i, ['length']],
  [/\b(?:identifier|spdx|id|code|number)\b/i, ['code']],
  [/\b(?:entitled|entitlements?|what (?:are|do) \w+ (?:get|have))\b/i, ['list']],
  [/\b(?:size|limit|maximum|max|largest|biggest|cap)\b/i, ['size']],
];

/** What the question asks for; `any` when it can not be told. */
export function askedKinds(question: string): ReadonlySet<AskedKind> {
  const kinds = new Set<AskedKind>();
  for (const [pattern, names] of ASKED) if (pattern.test(question)) for (const name of names) kinds.add(name);
  if (kinds.size === 0) kinds.add('any');
  return kinds;
}
