/** The checks `mentions`, `mentions_any` and `never_mentions`: wordings in the answer. */
import type { Checks } from '../scenario/checks-schema.ts';
import { mentionsOf } from '../text/mentions.ts';
import { finding, type Finding } from './finding.ts';

/** How many of the wordings stand in the answer, and how many perhaps do, within another word. */
function countMentions(wordings: readonly string[], answer: string): { sure: string[]; unsure: number } {
  const found = wordings.map((wording) => ({ wording, ...mentionsOf(answer, wording) }));
  return {
    sure: found.filter(({ total }) => total > 0).map(({ wording }) => wording),
    unsure: found.filter(({ total, isUnsure }) => total === 0 && isUnsure).length,
  };
}

/** An inner list asks for one of its wordings, `at_least` for several of them. */
export function checkMentions(wanted: NonNullable<Checks['mentions']>, answer: string): Finding {
  const missing = wanted.flatMap((entry): Finding[] => {
    const { at_least, of } =
      typeof entry === 'string' || Array.isArray(entry) ? { at_least: 1, of: [entry].flat() } : entry;
    const { sure, unsure } = countMentions(of, answer);
    if (sure.length >= at_least) return [];
    const what = at_least === 1 ? 'does not plainly mention' : `plainly mentions ${sure.length} of`;
    const outcome = sure.length + unsure >= at_least ? 'undecided' : 'fail';
    return [finding(outcome, `${what} "${of.join('" or "')}"`)];
  });
  return missing.find(({ outcome }) => outcome === 'fail') ?? missing[0] ?? finding('pass', 'mentions all');
}

export function checkAnyMention(wordings: readonly string[], answer: string): Finding {
  const { sure, unsure } = countMentions(wordings, answer);
  const [stated] = sure;
  return stated === undefined
    ? finding(unsure > 0 ? 'undecided' : 'fail', `mentions none of "${wordings.join('", "')}" plainly`)
    : finding('pass', `mentions "${stated}"`);
}

/** `never_mentions` of what the answer only denies ("no penguins live there") cannot be told by rule. */
export function checkNever(wordings: readonly string[], answer: string): Finding {
  const found = wordings.map((wording) => ({ wording, ...mentionsOf(answer, wording) }));
  const stated = found.find(({ asserted }) => asserted > 0);
  if (stated !== undefined) return finding('fail', `mentions "${stated.wording}"`);
  const denied = found.find((mention) => mention.denied > 0 || mention.isUnsure);
  return denied === undefined
    ? finding('pass', 'mentions none')
    : finding('undecided', `mentions "${denied.wording}", perhaps to deny it or within another word`);
}
