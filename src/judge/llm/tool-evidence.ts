/** What tools returned, as a judge sees it: as much as fits, shared fairly, and a mark where something is left out. */
import type { Conversation, ToolCall } from '../../conversation.ts';
import { onOneLine, shorten } from '../../models/untrusted.ts';

/** Characters of arguments and results in one judgement, all calls together. */
export const EVIDENCE = 8_000;
/** A turn with more calls loses those in its middle; an earlier turn its first ones. */
const MOST_CALLS = 40;
const MOST_EARLIER_CALLS = 40;
/** Characters of a tool's name. */
export const TOOL_NAME = 80;
/** Characters: arguments say what was looked for, and no more is needed of them. */
const ARGUMENTS = 400;

interface ShownCall {
  readonly call: ToolCall;
  /** 1 for the first of its turn. */
  readonly position: number;
}

/**
 * The turn's own calls have the first claim on the characters; what they leave goes to the turns before, whose
 * results are evidence for this answer too (what they were asked for is judged with their own turn).
 */
export function toolEvidence(
  calls: readonly ToolCall[],
  before: Conversation,
): { readonly own: string; readonly earlier: ReadonlyMap<number, string> } {
  const own = ends(calls, MOST_CALLS);
  const ownSizes = fairShares(own.map(sizeOf), EVIDENCE);
  const left = EVIDENCE - ownSizes.reduce((sum, size) => sum + size, 0);
  const told = before
    .flatMap(({ turn, tool_calls }) => tool_calls.map((call) => ({ turn, call })))
    .slice(-MOST_EARLIER_CALLS);
  const results = told.map(({ call }) => onOneLine(call.summary));
  const toldSizes = fairShares(
    results.map((result) => result.length),
    left,
  );
  const earlier = new Map<number, string>();
  for (const [index, { turn, call }] of told.entries()) {
    const result = cut(results[index] ?? '', toldSizes[index] ?? 0) || 'no result shown';
    const line = `${cut(call.tool, TOOL_NAME)}${call.success ? '' : ' FAILED'}: ${result}`;
    const known = earlier.get(turn);
    earlier.set(turn, known === undefined ? line : `${known}\n${line}`);
  }
  return { own: ownText(own, ownSizes, calls.length), earlier };
}

function ownText(shown: readonly ShownCall[], sizes: readonly number[], count: number): string {
  if (count === 0) return 'none';
  const lines = shown.map((each, index) => callText(each, sizes[index] ?? 0));
  const half = Math.ceil(MOST_CALLS / 2);
  return shown.length === count
    ? lines.join('\n')
    : [...lines.slice(0, half), `[… ${count - shown.length} calls left out …]`, ...lines.slice(half)].join(
        '\n',
      );
}

function ends(calls: readonly ToolCall[], most: number): readonly ShownCall[] {
  const all = calls.map((call, index) => ({ call, position: index + 1 }));
  if (all.length <= most) return all;
  return [...all.slice(0, Math.ceil(most / 2)), ...all.slice(-Math.floor(most / 2))];
}

/** The sizes that fit: nobody gets more than he needs, and nobody less than another who needs as much. */
export function fairShares(needs: readonly number[], total: number): readonly number[] {
  const shares = needs.map(() => 0);
  let left = total;
  const bySize = needs
    .map((need, index) => ({ need, index }))
    .toSorted((one, other) => one.need - other.need);
  for (const [done, { need, index }] of bySize.entries()) {
    const share = Math.min(need, Math.floor(left / (bySize.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

function partsOf({ call }: ShownCall): { readonly given: string; readonly result: string } {
  return {
    given: call.arguments === null ? '' : cut(call.arguments, ARGUMENTS),
    result: onOneLine(call.summary),
  };
}

function sizeOf(shown: ShownCall): number {
  const { given, result } = partsOf(shown);
  return given.length + result.length;
}

/** Arguments get at most half of what a call may take. */
function callText(shown: ShownCall, size: number): string {
  const { given, result } = partsOf(shown);
  const forGiven = Math.min(given.length, Math.max(Math.floor(size / 2), size - result.length));
  const asked = given === '' ? '' : ` with ${cut(given, forGiven)}`;
  const outcome = shown.call.success ? 'succeeded' : 'FAILED';
  const returned = cut(result, size - forGiven) || 'no result shown';
  return `${shown.position}. ${cut(shown.call.tool, TOOL_NAME)}${asked} ${outcome}: ${returned}`;
}

function cut(text: string, max: number): string {
  return onOneLine(shorten(text, max));
}
