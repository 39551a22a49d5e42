/** Values with file and line for each shape of the source, and "not found" for everything else. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { auditMarkdown, auditSchema, auditTarget, constraintsFrom } from '../../src/audit/audit.ts';
import { BUDGET_TREE, HELPERS, pairsSource, tree } from './trees.ts';

/** Line of a text, from 1. */
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

test('0.18 to 0.22: constants, no tool results, agents kept by session', async () => {
  const source = pairsSource();
  const audit = await auditTarget(tree({ [HELPERS]: source, 'gaia/version.py': '__version__ = "0.21.9"\n' }));
  expect(audit.version).toMatchObject({ found: true, value: '0.21.9', file: 'gaia/version.py', line: 1 });
  expect(audit.facts).toMatchObject({
    history_window: {
      value: { kind: 'pairs', pairs: 5 },
      file: HELPERS,
      line: lineOf(source, '_MAX_HISTORY_PAIRS = 5'),
      evidence: '_MAX_HISTORY_PAIRS = 5',
    },
    message_truncation: {
      value: 2000,
      line: lineOf(source, '_MAX_MSG_CHARS = 2000'),
      evidence: '_MAX_MSG_CHARS = 2000',
    },
    tool_results_in_history: { value: false, file: HELPERS, line: lineOf(source, '{"role": "assistant"') },
    agent_persistence: {
      value: 'persistent',
      line: lineOf(source, '_agents[session_id] = {'),
      note: expect.stringContaining('10 at most'),
    },
  });
  // Every place is what stands there.
  for (const fact of Object.values(audit.facts)) {
    if (!fact.found) continue;
    const there = source.split('\n')[fact.line - 1]?.trim().slice(0, 20) ?? '';
    expect(fact.evidence).toContain(there.slice(0, fact.evidence.length));
  }
  expect(audit.recommendations).toMatchObject([{ id: 'include_tool_results', impact: 'critical' }]);
  expect(audit.blocked_scenarios).toMatchObject([
    { scenario: 'cross_turn_file_recall', blocked_by: 'tool_results_in_history=false' },
  ]);
  expect(auditSchema.parse(JSON.parse(JSON.stringify(audit)))).toEqual(audit);
});

test('0.25: a budget of tokens, tool results from the model messages', async () => {
  const audit = await auditTarget(tree(BUDGET_TREE));
  expect(audit.facts).toMatchObject({
    history_window: { value: { kind: 'token_budget' }, file: HELPERS, line: 27 },
    message_truncation: { found: false, value: null, looked_in: [HELPERS] },
    tool_results_in_history: {
      value: true,
      file: 'gaia/agents/base/history.py',
      line: 4,
      evidence: 'recorded = message.get("model_messages")',
    },
    agent_persistence: { value: 'persistent', line: 11 },
  });
  expect(audit.facts.history_window).toMatchObject({ evidence: expect.not.stringContaining('#') });
  expect(audit.recommendations).toEqual([]);
  expect(audit.blocked_scenarios).toEqual([]);
  expect(constraintsFrom(audit)).toEqual([]);
});

test.each([
  { pairs: '4', characters: '2000', ids: ['increase_history_pairs', 'include_tool_results'], blocked: 1 },
  { pairs: '5', characters: '1000', ids: ['include_tool_results'], blocked: 1 },
  { pairs: '5', characters: '999', ids: ['increase_truncation', 'include_tool_results'], blocked: 2 },
])('thresholds: $pairs pairs of $characters characters', async ({ pairs, characters, ids, blocked }) => {
  const audit = await auditTarget(tree({ [HELPERS]: pairsSource({ pairs, characters }) }));
  expect(audit.recommendations.map(({ id }) => id)).toEqual(ids);
  expect(audit.blocked_scenarios).toHaveLength(blocked);
  expect(audit.blocked_scenarios.every(({ scenario }) => scenario === 'cross_turn_file_recall')).toBe(true);
});

test.each([
  ['a number with underscores', '2_000', 2000],
  ['in parentheses', '(2000)', 2000],
  ['another constant of the module', '_MOST_AGENTS', 10],
])('a constant may be written as %s', async (_how, characters, value) => {
  const audit = await auditTarget(tree({ [HELPERS]: pairsSource({ characters }) }));
  expect(audit.facts.message_truncation).toMatchObject({ found: true, value });
});

test('a constant may be imported', async () => {
  const source = pairsSource({ pairs: 'SHOWN' }).replace(
    'import threading',
    'from .limits import PAIRS as SHOWN',
  );
  const audit = await auditTarget(tree({ [HELPERS]: source, 'gaia/ui/limits.py': '# limits\nPAIRS = 3\n' }));
  expect(audit.facts.history_window).toMatchObject({ value: { pairs: 3 }, line: expect.any(Number) });
});

test.each([
  ['read from the environment', 'int(os.environ.get("PAIRS", "5"))'],
  ['computed', 'pairs_for(model)'],
  ['set twice', '5\n        _MAX_HISTORY_PAIRS = 6'],
])('a limit that is %s is not found, never guessed', async (_how, pairs) => {
  const audit = await auditTarget(tree({ [HELPERS]: pairsSource({ pairs }) }));
  expect(audit.facts.history_window).toMatchObject({
    found: false,
    value: null,
    reason: expect.stringContaining('is no constant of the source'),
    looked_in: [HELPERS],
  });
  expect(audit.recommendations.map(({ id }) => id)).not.toContain('increase_history_pairs');
});

test('a constant that limits nothing is no value', async () => {
  const source = pairsSource().replace('history[-_MAX_HISTORY_PAIRS:]', 'history');
  const audit = await auditTarget(tree({ [HELPERS]: source }));
  expect(audit.facts.history_window).toMatchObject({
    found: false,
    reason: expect.stringContaining('no limit'),
  });
});

test('of two places that differ the tighter one counts, and both are named', async () => {
  const other = pairsSource({ pairs: '3' })
    .replaceAll('_MAX_HISTORY_PAIRS', '_MAX_PAIRS')
    .replace('async def stream', 'async def send');
  const audit = await auditTarget(tree({ [HELPERS]: `${pairsSource()}\n\n${other}` }));
  expect(audit.facts.history_window).toMatchObject({
    value: { pairs: 3 },
    evidence: '_MAX_PAIRS = 3',
    note: expect.stringContaining('3 and 5'),
    also: [{ evidence: '_MAX_HISTORY_PAIRS = 5' }],
  });
});

test('tool results may be put beside the texts', async () => {
  const source = pairsSource().replace(
    'found.append((first["content"], second["content"]))',
    'found.append((first["content"], second["content"] + summary(second["agent_steps"])))',
  );
  const audit = await auditTarget(tree({ [HELPERS]: source }));
  expect(audit.facts.tool_results_in_history).toMatchObject({
    value: true,
    evidence: expect.stringContaining('second["agent_steps"]'),
  });
  expect(audit.blocked_scenarios).toEqual([]);
});

test('what cannot be followed is not found', async () => {
  const source = pairsSource().replace('history = _pairs(messages)', 'history = load_history(request)');
  const audit = await auditTarget(tree({ [HELPERS]: source }));
  expect(audit.facts.tool_results_in_history).toMatchObject({
    found: false,
    reason: expect.stringContaining('cannot be followed'),
  });
  expect(audit.blocked_scenarios).toEqual([]);
});

test('an agent made for every message, and one nobody can tell', async () => {
  const fresh = pairsSource()
    .replace('_find(request.session_id, request.model)', 'ChatAgent(request.config)')
    .replace('entry = _agents.get(session_id)', 'entry = None');
  const made = await auditTarget(tree({ [HELPERS]: fresh }));
  expect(made.facts.agent_persistence).toMatchObject({
    value: 'stateless_per_message',
    evidence: 'agent = ChatAgent(request.config)',
  });
  expect(constraintsFrom(made).at(-1)).toContain('A new agent is made for every message');

  const unknown = fresh.replace('ChatAgent(request.config)', 'request.app.state.agents.take(request)');
  const audit = await auditTarget(tree({ [HELPERS]: unknown }));
  expect(audit.facts.agent_persistence).toMatchObject({ found: false });
});

test.each([
  ['a checkout', 'src/', ''],
  ['site-packages', '', ''],
  ['the package itself', '', 'gaia'],
  ['the folder of the file', '', 'gaia/ui'],
])('the tree may be %s', async (_what, prefix, inside) => {
  const folder = tree({
    [`${prefix}${HELPERS}`]: pairsSource(),
    [`${prefix}gaia/version.py`]: '__version__ = "1"\n',
  });
  const audit = await auditTarget(path.join(folder, inside));
  const { history_window } = audit.facts;
  expect(history_window).toMatchObject({ value: { pairs: 5 } });
  // The place leads to the file from the folder that was named.
  const file = history_window.found ? path.join(folder, inside, history_window.file) : '';
  expect(readFileSync(file, 'utf8')).toContain('_MAX_HISTORY_PAIRS = 5');
  expect(audit.version).toMatchObject({ value: '1' });
});

test('a tree without the Agent UI’s file is searched for a history', async () => {
  const audit = await auditTarget(
    tree({ 'app/chat.py': pairsSource(), 'tests/x.py': pairsSource({ pairs: '1' }) }),
  );
  expect(audit.facts.history_window).toMatchObject({ value: { pairs: 5 }, file: 'app/chat.py' });
});

test('a tree without any history: nothing is found, and that is said', async () => {
  const audit = await auditTarget(tree({ 'app/main.py': 'print("_MAX_HISTORY_PAIRS = 5")\n' }));
  expect(Object.values(audit.facts).map(({ found }) => found)).toEqual([false, false, false, false]);
  expect(audit.version.found).toBe(false);
  expect(auditMarkdown(audit)).toContain('| History window | not found | looked in no file');
});

test('what the parser cannot read is said', async () => {
  const audit = await auditTarget(tree({ [HELPERS]: `${pairsSource()}\nthis is (not python\n` }));
  expect(audit.unreadable).toMatchObject([{ file: HELPERS }]);
  expect(auditMarkdown(audit)).toContain('The parser could not read');
});

test('a missing folder and a file are refused', async () => {
  await expect(auditTarget('/nowhere/at/all')).rejects.toThrow('There is no folder');
  const folder = tree({ 'x.py': '' });
  await expect(auditTarget(path.join(folder, 'x.py'))).rejects.toThrow('is not a folder');
});

test('constraints state limits with their line, the markdown shows all', async () => {
  const folder = tree({ [HELPERS]: pairsSource(), 'gaia/version.py': '__version__ = "0.21.9"\n' });
  const audit = await auditTarget(folder);
  const constraints = constraintsFrom(audit);
  expect(constraints).toHaveLength(3);
  expect(constraints[0]).toMatch(
    /the last 5 pairs .* \(gaia\/ui\/_chat_helpers\.py:\d+ of version 0\.21\.9\)$/,
  );
  expect(constraints[1]).toContain('2000 characters');
  expect(constraints[2]).toContain('What tools returned in earlier turns is not part of the history');
  const markdown = auditMarkdown(audit);
  expect(markdown).toContain('| History window | 5 pairs | `gaia/ui/_chat_helpers.py:');
  expect(markdown).toContain('- **critical**: The history holds no results of tools.');
  expect(markdown).toContain('`cross_turn_file_recall` by `tool_results_in_history=false`');
});
