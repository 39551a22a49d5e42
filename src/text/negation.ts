/** How a clause stands to what it names: says it, denies it, or sets it aside as something else. */
import { type Span, spanAt } from './sentences.ts';

/**
 * - `asserted`: the answer says it.
 * - `negated`: the answer says that it is not so.
 * - `superseded`: an old, corrected, mistaken or the user's own value.
 * - `comparison`: named beside the answer (compared with, unlike, not to be confused with).
 */
export type Stance = 'asserted' | 'negated' | 'superseded' | 'comparison';

export const NEGATION =
  /\b(?:not|never|no|none|nor|neither|nothing|nobody|nowhere|cannot|without|hardly|nope|nay|n't)\b|n't\b|\bcant\b|\bwont\b|\bdont\b|\bisnt\b|\barent\b|\bdoesnt\b/i;

const FILLER =
  '(?:(?:the|a|an|about|around|roughly|exactly|actually|quite|really|at|on|in|for|by|of|be|been|that|its?|as|high|low|as much as|even|usd|us\\$|simply|therefore|to|with|based on|from|was|is|were|are|figure|value|total|revenue|rate)\\s+)*[$€£+~"\'(-]*$';
const NEGATED_BEFORE = new RegExp(
  `(?:\\b(?:not|never|cannot)|n't|\\bno longer|\\bnowhere near|\\bfar from|\\banything but|\\bneither|\\bnor|\\b(?:wrong|incorrect|false|untrue|mistaken|inaccurate) (?:to say|that it (?:is|was)))\\s+(?!only|just|merely)${FILLER}`,
  'i',
);
const NEGATED_AFTER =
  /^[^.;:!?]{0,40}?(?:\b(?:is|was|are|were|would be|'s)\s+(?:actually\s+|simply\s+|just\s+)?(?:wrong|incorrect|false|mistaken|inaccurate|untrue|a (?:mistake|typo|myth|misprint|misreading|common (?:misconception|mistake)))\b|\b(?:isn't|wasn't|aren't|weren't|is not|was not|are not|were not)\s+(?:the (?:right|correct|actual|real|true|limit|answer|figure|value|number|threshold|total|one|amount|rule|case|range|name)|right|correct|true|accurate|it\b|what)|,?\s+but (?:that|this|it)(?:'s| is| was| would be| isn't| wasn't)\s+(?:wrong|incorrect|false|mistaken|not (?:right|correct|true|so)|right|correct)|\s+(?:can|should) be (?:ruled out|discounted|disregarded|ignored))/i;
const REJECTED_BEFORE =
  /\b(?:you (?:might|may|could|would) (?:expect|think|assume|guess|have (?:heard|read|expected))|contrary to|despite what|it (?:might|may) (?:look|seem) like|people (?:often )?(?:think|say|assume|believe|claim)|many (?:people )?(?:think|say|believe|assume)|some(?: people| sources)? (?:think|say|believe|assume|claim)|forget(?: about)?|ignore|disregard|don't (?:believe|trust))\b[^.;!?]*$/i;
const SUPERSEDED_BEFORE =
  /\b(?:previously|formerly|originally|initially|at first|used to (?:be|say|show|stand)|(?:an? |the )?(?:earlier|older?|previous|prior|first|preliminary|initial|outdated|original|superseded|draft) (?:draft|version|report|estimate|figure|value|number|edition|release|statement|count|amount|total|filing|guidance|policy|handbook|limit|threshold|price|rate)s?|the draft|(?:revised|corrected|restated|amended|adjusted|updated|changed|cut|lowered|raised|reduced) (?:down |up |upward |downward )?from|instead of|rather than|replac(?:es|ed|ing)|no longer|until (?:last year|recently|\d{4})|before (?:the )?(?:correction|revision|restatement|change|update)|you (?:said|mentioned|suggested|quoted|named|stated|assumed|cited|gave)|your (?:figure|number|guess|value)(?: of)?|(?:i|we) (?:\w+ )?(?:said|wrote|mistakenly|wrongly|misread)|mistakenly|erroneously|wrongly|typo)\b[^.;!?]*$/i;
const SUPERSEDED_AFTER =
  /^[^.;!?]{0,30}?(?:\b(?:was|were|is) (?:the )?(?:old|earlier|previous|prior|former|original|initial|preliminary|outdated|draft)\b|\b(?:was|were|has been|have been|got) (?:later |since |subsequently |then )?(?:revised|corrected|restated|amended|replaced|superseded|updated|withdrawn|retracted|lowered|raised|changed)\b|\((?:old|previous|outdated|superseded|former|draft|before)\b|\bin (?:the|an) (?:earlier|older?|previous|first|initial|draft|preliminary) (?:draft|version|report|edition|release)|\b(?:no longer|anymore|any more)\b|\b(?:is|was) (?:outdated|out of date|obsolete|superseded|stale)\b)/i;
const COMPARISON_BEFORE =
  /\b(?:don't|do not|not to be|never|shouldn't|should not|careful not to|easy to)\s+(?:be )?(?:confuse|confused|mix|mixed|mistake|mistaken|take|taken|conflate|conflated)\b[^.;!?]*$|\b(?:compared (?:to|with)|in comparison (?:to|with)|versus|vs\.?|against|unlike|as opposed to|ahead of|beating|followed by|behind|trails?|trailing|beats?|as against|more than (?=[A-Z])|different from|distinct from|not (?:the same as|counting)|separate from|on top of|apart from|aside from|other than|except(?: for)?)\b(?:\s+[\p{L}\p{N}$€£'.-]+){0,6}\s*[$€£"'(~+-]*$/iu;
const COMPARISON_AFTER =
  /^[^.;!?]{0,24}?(?:\b(?:is|was|are|were|refers? to|belongs? to|concerns?|relates? to) (?:the |a |an )?(?:different|another|something else|unrelated|separate)\b|,? which is (?:a )?different|\b(?:a|the) different (?:thing|figure|number|matter|metric)\b)/i;

/** Runner-up to the thing asked. */
const SECOND_PLACE =
  /^(?:'s)?,?\s(?:only\s)?(?:is|comes?|was|ranks?|follows?|finishe[sd]|came|ranked)?\s?(?:only\s)?(?:in\s|as\s)?(?:second|third|runner-up|behind|next|close behind|number two)\b/i;

/** The stance of what stands from `start` to `end`. `spans` are the text's clauses, `outer` its sentences. */
export function stanceAt(
  text: string,
  spans: readonly Span[],
  outer: readonly Span[],
  start: number,
  end: number,
): Stance {
  const sentence = spanAt(outer, start);
  const clause = spanAt(spans, start) ?? sentence;
  if (sentence === undefined || clause === undefined) return 'asserted';
  const before = text.slice(clause.start, start);
  const sentenceBefore = text.slice(sentence.start, start);
  const after = text.slice(end, sentence.end);
  if (NEGATED_BEFORE.test(before) && !/\bnot (?:only|just)\b/i.test(before)) return 'negated';
  if (NEGATED_AFTER.test(after)) return 'negated';
  if (
    REJECTED_BEFORE.test(before) ||
    REJECTED_BEFORE.test(sentenceBefore.slice(-80).replace(/[\s\S]*\b(?:but|it's|it is)\b/i, ''))
  )
    return 'negated';
  if (COMPARISON_BEFORE.test(sentenceBefore) && !/\bbut\b/i.test(sentenceBefore)) return 'comparison';
  if (SUPERSEDED_BEFORE.test(before)) return SUPERSEDED_TURN.test(before) ? 'asserted' : 'superseded';
  if (SUPERSEDED_AFTER.test(after)) return 'superseded';
  if (COMPARISON_AFTER.test(after)) return 'comparison';
  if (SECOND_PLACE.test(after)) return 'comparison';
  if (
    /\b(?:more|less|higher|lower|cheaper|dearer|better|worse|above|below)\s(?:than\s)?(?:the|its|last|previous|that|those|their|this)\s(?:[\w']+\s){0,4}(?:of\s)?(?:about\s|around\s)?(?:usd\s?|us\$|[$€£])?$/i.test(
      before,
    )
  )
    return 'comparison';
  if (
    /\b(?:out )?of (?:the|its|our|a|that) (?:total |overall )?(?:of )?$/i.test(before) &&
    /^\s?(?:total|overall|budget|sum|altogether|whole|in total)\b/i.test(after)
  )
    return 'comparison';
  return 'asserted';
}

/** After "revised from A to" the new value follows; after "…, now" as well. */
const SUPERSEDED_TURN =
  /\b(?:from\b[^.;!?]*\bto|now|today|currently|it is|it's|the (?:final|correct|current|new|right|actual))\s+(?:(?:is|at|about|a|the|stands at|usd|figure|value|number|one|of)\s+)*[$€£~"'(]*$/i;
