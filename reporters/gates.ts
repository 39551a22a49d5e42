/** Gates in words: for a terminal, and for markdown. */
import type { GateResult } from '../src/results/gates/gates.ts';
import { oneLine, wrap } from './plain-text.ts';
import { markdownProse } from './summary.ts';

const WORDS = { pass: 'pass', fail: 'FAIL', 'cannot tell': 'CANNOT TELL' } as const;
/** Characters of a message: it names scenarios and reasons. */
const MAX_MESSAGE = 600;

function word({ outcome, allowed }: GateResult): string {
  return allowed ? `${outcome} (allowed)` : WORDS[outcome];
}

/** One gate a line, further lines indented; ends without a newline. Nothing is coloured. */
export function gateLines(gates: readonly GateResult[], columns = 100): string {
  const name = Math.max(0, ...gates.map(({ gate }) => gate.length));
  const outcome = Math.max(0, ...gates.map((gate) => word(gate).length));
  const indent = name + outcome + 4;
  return gates
    .map((gate) => {
      const [first = '', ...rest] = wrap(oneLine(gate.message, MAX_MESSAGE), Math.max(40, columns - indent));
      const head = `${gate.gate.padEnd(name)}  ${word(gate).padEnd(outcome)}  ${first}`;
      return [head, ...rest.map((line) => ' '.repeat(indent) + line)].join('\n');
    })
    .join('\n');
}

const ICONS = { pass: '✅', fail: '❌', 'cannot tell': '❔' } as const;

/** A table under a heading; empty without gates. */
export function gatesMarkdown(gates: readonly GateResult[]): string {
  if (gates.length === 0) return '';
  const rows = gates.map(
    (gate) =>
      `| ${gate.gate} | ${ICONS[gate.outcome]} ${word(gate)} | ${markdownProse(gate.message, MAX_MESSAGE)} |`,
  );
  return `${['## Gates', '', '| Gate | | |', '|---|---|---|', ...rows].join('\n')}\n`;
}
