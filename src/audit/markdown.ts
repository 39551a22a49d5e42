/** An audit for people. */
import type { Audit, Fact, HistoryWindow } from './schema.ts';

/** Ends with a line break. */
export function auditMarkdown(audit: Audit): string {
  const { facts, version } = audit;
  const lines = [
    '# Architecture audit',
    '',
    `Source: \`${audit.folder}\`${version.found ? `, version ${code(version.value)}` : ''}`,
    '',
    '| what | value | where | code |',
    '|---|---|---|---|',
    row('History window', facts.history_window, windowText),
    row('Message truncation', facts.message_truncation, (value) => `${String(value)} characters`),
    row('Tool results in history', facts.tool_results_in_history, (value) => (value ? 'yes' : 'no')),
    row('Agent persistence', facts.agent_persistence, (value) => value.replaceAll('_', ' ')),
    '',
    ...notes(facts),
    '## Recommendations',
    '',
    ...orNone(
      audit.recommendations.map(
        ({ impact, description, at }) =>
          `- **${impact}**: ${description} (\`${at.file}:${String(at.line)}\`)`,
      ),
    ),
    '',
    '## Blocked by architecture',
    '',
    ...orNone(
      audit.blocked_scenarios.map(
        ({ scenario, blocked_by, explanation, at }) =>
          `- \`${scenario}\` by ${code(blocked_by)}: ${explanation} (\`${at.file}:${String(at.line)}\`)`,
      ),
    ),
  ];
  if (audit.unreadable.length > 0) {
    const places = audit.unreadable.map(({ file, lines: at }) => `\`${file}\` line ${at.join(', ')}`);
    lines.push('', `The parser could not read ${places.join('; ')}: what stands there was not seen.`);
  }
  return `${lines.join('\n')}\n`;
}

function row<Value>(what: string, fact: Fact<Value>, word: (value: Value) => string): string {
  if (!fact.found) return `| ${what} | not found | looked in ${listed(fact.looked_in)} | |`;
  return `| ${what} | ${word(fact.value)} | \`${fact.file}:${String(fact.line)}\` | ${code(fact.evidence)} |`;
}

function windowText(value: HistoryWindow): string {
  if (value.kind === 'pairs') return `${String(value.pairs)} pairs`;
  return value.kind === 'messages' ? `${String(value.messages)} messages` : 'a budget of tokens';
}

function notes(facts: Audit['facts']): string[] {
  const all = Object.entries(facts).flatMap(([name, fact]) => {
    const said = fact.found ? fact.note : fact.reason;
    const also = fact.found ? fact.also.map(({ file, line }) => `\`${file}:${String(line)}\``) : [];
    const places = also.length === 0 ? '' : ` (also ${also.join(', ')})`;
    return said === null && places === ''
      ? []
      : [`- ${name.replaceAll('_', ' ')}: ${said ?? 'the same elsewhere'}${places}`];
  });
  return all.length === 0 ? [] : [...all, ''];
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['None.'] : lines;
}

function listed(files: readonly string[]): string {
  return files.length === 0
    ? 'no file: there is none that handles a history'
    : files.map((file) => `\`${file}\``).join(', ');
}

/** Code in a table: a pipe would end the cell, a backtick the code. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', String.raw`\|`)}\``;
}
