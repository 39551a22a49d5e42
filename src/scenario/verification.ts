/** What is to be looked up at the agent after a turn: by `VERIFY VIA MCP:` in success criteria, or by a check. */
import type { Turn } from './schema.ts';

export interface LookUp {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface WantedLookUps {
  /** Each once, in the order in which they are written. */
  readonly calls: readonly LookUp[];
  /** Why not everything that is wanted can be looked up, without a full stop; null when it can. */
  readonly problem: string | null;
}

/** The words of the format that this benchmark's scenarios come from. */
const MARK = 'VERIFY VIA MCP:';
const CALL = /\b([a-z][a-z0-9_]{0,80})\(([^()]{0,1000})\)/g;
const ARGUMENT =
  /\s*([a-z_]\w{0,80})\s*=\s*("[^"\\]{0,500}"|'[^'\\]{0,500}'|-?\d{1,12}(?:\.\d{1,6})?|true|false|none|null)\s*(?:,|$)/iy;

const READS =
  /^(?:list|get|recall|search|read|stats|status|find|query|show|count|view|describe|lookup|info|history)$/;
const CHANGES =
  /^(?:set|clear|seed|delete|remove|drop|write|create|update|add|send|start|stop|cancel|answer|index|store|save|insert|forget|remember|run|execute|post|put|open|close|move|rename|edit|reset|import|upload|install|mark)$/;

/** Does the tool only read, by its name? One that may change something is never called to look. */
export function readsOnly(tool: string): boolean {
  const words = tool.toLowerCase().split(/[^a-z]+/);
  return words.some((word) => READS.test(word)) && !words.some((word) => CHANGES.test(word));
}

/** Does the turn ask for a look at the agent's own state, in words? */
export function hasVerifyClause({ success_criteria }: Pick<Turn, 'success_criteria'>): boolean {
  return success_criteria?.includes(MARK) ?? false;
}

/** Everything that a turn wants looked up, its checks' calls included. */
export function wantedLookUps(turn: Pick<Turn, 'success_criteria' | 'checks'>): WantedLookUps {
  const ofChecks = verifyChecks(turn.checks).map(({ tool, arguments: given = {} }) => ({
    tool,
    arguments: given,
  }));
  const clause = clauseCalls(turn.success_criteria);
  const calls = uniqueCalls([...ofChecks, ...clause.calls]);
  const forbidden = calls.find(({ tool }) => !readsOnly(tool));
  return {
    calls: calls.filter(({ tool }) => readsOnly(tool)),
    problem:
      forbidden === undefined
        ? clause.problem
        : `${forbidden.tool} is not known to only read, and is not called to look`,
  };
}

/** One check or several, as a list. */
export function verifyChecks(checks: Turn['checks']): readonly VerifyCheck[] {
  const verify = checks?.verify;
  if (verify === undefined) return [];
  return Array.isArray(verify) ? verify : [verify];
}
type VerifyCheck = Extract<NonNullable<NonNullable<Turn['checks']>['verify']>, { readonly tool: string }>;

/** One name for a call, so that a check finds what its call returned. */
export function lookUpText({ arguments: given }: Pick<LookUp, 'arguments'>): string {
  const sorted = Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

function clauseCalls(criteria: string | undefined): WantedLookUps {
  const at = criteria?.indexOf(MARK) ?? -1;
  if (criteria === undefined || at === -1) return { calls: [], problem: null };
  const calls: LookUp[] = [];
  for (const [written, tool = '', given = ''] of criteria.slice(at).matchAll(CALL)) {
    const read = readArguments(given);
    if (read === null) return { calls, problem: `${MARK} the arguments of ${written} cannot be read` };
    calls.push({ tool, arguments: read });
  }
  return {
    calls,
    problem: calls.length === 0 ? `${MARK} names no call such as memory_recall(query="x")` : null,
  };
}

/** `query="Jordan", limit=5`; null when something in it is not of this form. */
function readArguments(text: string): Record<string, unknown> | null {
  const found: Record<string, unknown> = {};
  if (text.trim() === '') return found;
  for (let at = 0; at < text.length; at = ARGUMENT.lastIndex) {
    ARGUMENT.lastIndex = at;
    const [, name, value] = ARGUMENT.exec(text) ?? [];
    if (name === undefined || value === undefined) return null;
    found[name] = readValue(value);
  }
  return found;
}

function readValue(text: string): unknown {
  if (/^["']/.test(text)) return text.slice(1, -1);
  if (/^(?:none|null)$/i.test(text)) return null;
  return /^(?:true|false)$/i.test(text) ? /^true$/i.test(text) : Number(text);
}

function uniqueCalls(calls: readonly LookUp[]): LookUp[] {
  const key = (call: LookUp): string => `${call.tool} ${lookUpText(call)}`;
  return [...new Map(calls.map((call) => [key(call), call])).values()];
}
