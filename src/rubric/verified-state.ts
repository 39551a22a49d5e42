/** The check `verify`: what a look at the agent's own state after the turn shows. */
import type { Exchange } from '../conversation.ts';
import type { Checks } from '../scenario/checks-schema.ts';
import { lookUpText, verifyChecks } from '../scenario/verification.ts';
import { mentionsOf } from './mentions.ts';
import { finding, type Finding } from './finding.ts';

type Wanted = ReturnType<typeof verifyChecks>[number];

/** Characters that are searched for a wording. */
const MAX_SEARCHED = 8_000;

/** The first that fails, else the first that is undecided, else a pass. */
export function checkVerified(verify: NonNullable<Checks['verify']>, exchange: Exchange): Finding {
  const found = verifyChecks({ verify }).map((wanted) => checkOne(wanted, exchange));
  return (
    found.find(({ outcome }) => outcome === 'fail') ??
    found.find(({ outcome }) => outcome === 'undecided') ??
    finding('pass', found.map(({ evidence }) => evidence).join('; '))
  );
}

function checkOne(wanted: Wanted, { verified = [] }: Exchange): Finding {
  const { tool, mentions = [], never_mentions: never = [] } = wanted;
  const given = wanted.arguments ?? {};
  const asked = lookUpText({ arguments: given });
  const call = verified.find((each) => each.tool === tool && each.arguments === asked);
  if (call === undefined) return finding('undecided', `${tool} was not called after the turn`);
  if (!call.success) return finding('undecided', `${tool} could not be looked up: ${call.summary}`);
  const text = textOf(call.summary, given);
  const stated = never.find((wording) => mentionsOf(text, wording).total > 0);
  if (stated !== undefined) return finding('fail', `${tool} returns "${stated}"`);
  const missing = mentions.find((wording) => mentionsOf(text, wording).total === 0);
  const isCut = text.length > MAX_SEARCHED || /\[… \d+ characters left out …\]/.test(call.summary);
  if (isCut && (missing !== undefined || never.length > 0))
    return finding('undecided', `${tool} returns more than is read`);
  if (missing !== undefined) return finding('fail', `${tool} does not return "${missing}"`);
  return finding('pass', `${tool} returns what is expected`);
}

/** The values of a result. What only repeats an argument of the call shows nothing. */
function textOf(summary: string, given: Readonly<Record<string, unknown>>): string {
  let value: unknown;
  try {
    value = JSON.parse(summary);
  } catch {
    return summary;
  }
  return leaves(value, given).join('\n');
}

function leaves(value: unknown, given: Readonly<Record<string, unknown>>): string[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => leaves(each, given));
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? [value] : [JSON.stringify(value) ?? ''];
  }
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    Object.values(given).includes(each) && (key in given || key === 'search') ? [] : leaves(each, given),
  );
}
