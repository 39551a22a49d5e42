import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblems, parseScenario, type ParsedScenario } from '../../src/scenario/parse.ts';
import { scenarioSchema } from '../../src/scenario/schema.ts';
import { FULL, MINIMAL } from '../support/scenario-text.ts';

function told(parsed: ParsedScenario): string[] {
  return parsed.problems.map(
    ({ line, column, severity, message }) => `${String(line)}:${String(column)} ${severity}: ${message}`,
  );
}

/** MINIMAL with one piece replaced. */
function broken(from: string, to: string): ParsedScenario {
  expect(MINIMAL).toContain(from);
  return parseScenario(MINIMAL.replace(from, to), 'small.yaml');
}

test('the smallest scenario gets every default and no problem', () => {
  const parsed = parseScenario(MINIMAL, 'small.yaml');
  expect(parsed.problems).toEqual([]);
  expect(parsed.scenario).toEqual({
    id: 'small_one',
    name: 'small_one',
    category: 'rag_quality',
    severity: 'standard',
    description: '',
    persona: 'casual_user',
    setup: { index_documents: [] },
    turns: [{ turn: 1, objective: 'Ask for the revenue.', success_criteria: 'The answer names it.' }],
    expected_outcome: '',
  });
});

test('every key of the format is kept, and documents become one shape', () => {
  const parsed = parseScenario(FULL, 'full.yaml');
  expect(told(parsed)).toEqual([]);
  const { scenario } = parsed;
  expect(scenario?.setup).toEqual({
    index_documents: [
      { corpus_doc: 'report', path: 'documents/report.md' },
      { corpus_doc: 'notes' },
      { path: 'adversarial/empty.txt' },
    ],
    memory_clear: true,
    memory_seed: [{ fact: 'The user likes tables.' }],
    notes: 'Nothing else.',
  });
  expect(scenario?.turns[1]?.ground_truth?.expected_answer).toBeNull();
  expect(scenario?.turns[0]?.checks?.number).toEqual({ value: 14_200_000, unit: '$', tolerance: 0.01 });
  expect(scenario).toMatchObject({
    severity: 'critical',
    captured_from: 'session-12',
    note: 'Read me.',
    agent_type: 'doc',
  });
});

test('what comes out is what the canonical schema says, unchanged by it', () => {
  const { scenario } = parseScenario(FULL, 'full.yaml');
  expect(scenarioSchema.parse(scenario)).toEqual(scenario);
});

test.each([
  ['id: small_one', 'id: ""', '1:1 error: `id` may hold only letters, digits'],
  ['id: small_one', 'id: con', '1:1 error: `id` con is a reserved file name on Windows'],
  ['id: small_one', 'id: Lpt1.old', '1:1 error: `id` Lpt1.old is a reserved file name on Windows'],
  ['id: small_one', 'id: ends.', '1:1 error: `id` must not end with a dot'],
  ['id: small_one', 'id: a/b', '1:1 error: `id` may hold only letters, digits'],
  ['id: small_one', 'id: ../up', '1:1 error: `id` may hold only letters, digits'],
  ['id: small_one', `id: ${'a'.repeat(101)}`, '1:1 error: `id` must have at most 100 characters'],
  ['id: small_one', 'id: 12', '1:1 error: `id` must be text, not 12: put it in quotes, "12"'],
  ['id: small_one\n', '', '1:1 error: `id` is missing'],
  ['category: rag_quality', 'category: ', '2:1 error: `category` is missing'],
  [
    'category: rag_quality',
    'category: rag_qualty',
    "2:1 warning: `category` rag_qualty is none of the benchmark's. Did you mean rag_quality?",
  ],
  ['persona: casual_user\n', '', '1:1 warning: `persona` is missing: casual_user is taken'],
  [
    'persona: casual_user',
    'persona: casual_usr',
    '3:1 warning: `persona` casual_usr is a description of your own. Did you mean casual_user?',
  ],
  [
    'persona: casual_user',
    'persona: casual_user\nseverity: urgent',
    '4:1 error: `severity` must be "critical", "standard", "high", "medium" or "low", not "urgent"',
  ],
  [
    'persona: casual_user',
    'persona: casual_user\nseverity: hihg',
    '4:1 error: `severity` must be "critical", "standard", "high", "medium" or "low", not "hihg": did you mean "high"?',
  ],
  ['objective:', 'objectve:', '6:5 error: unknown key `objectve`: did you mean `objective`?'],
  [
    'persona: casual_user',
    'persona: casual_user\nowner: me',
    '4:1 warning: unknown key `owner`: its value is ignored',
  ],
  [
    'turn: 1',
    'turn: 2',
    '5:5 error: `turns[0].turn` must be 1, not 2: turns are numbered 1, 2, 3 … in order',
  ],
  ['turn: 1', 'turn: 1.5', '5:5 error: `turns[0].turn` must be a whole number, not 1.5'],
  ['    objective: Ask for the revenue.\n', '', '5:5 error: turns[0] needs an `objective`'],
  ['objective: Ask for the revenue.', 'objective: "  "', '6:5 error: `turns[0].objective` must not be empty'],
  ['success_criteria: The answer names it.', 'ground_truth: {}', '7:5 error: turns[0] cannot be judged'],
  ['success_criteria: The answer names it.', 'ground_truth: null', '7:5 error: turns[0] cannot be judged'],
  [
    'success_criteria: The answer names it.',
    'success_criteria: {a: b}',
    '7:5 error: `turns[0].success_criteria` must be text, not a mapping',
  ],
  [
    'success_criteria: The answer names it.',
    'ground_truth: {fact_id: x}',
    '7:20 error: `turns[0].ground_truth.fact_id` needs the `doc_id` it belongs to',
  ],
  [
    'success_criteria: The answer names it.',
    'ground_truth: {doc_id: x}',
    '7:5 warning: turns[0].ground_truth says nothing an answer can be judged by',
  ],
  [
    'success_criteria: The answer names it.',
    'ground_truth: {expected_answer: 30}',
    '7:20 error: `turns[0].ground_truth.expected_answer` must be text or null, not 30: put it in quotes, "30"',
  ],
])('%j written as %j says so', (from, to, message) => {
  const parsed = broken(from, to);
  const [first] = told(parsed).filter((each) => each.startsWith(message));
  expect(first, told(parsed).join('\n')).toBeDefined();
  expect(parsed.problems).toHaveLength(1);
  expect(parsed.scenario === null).toBe(message.includes(' error: '));
});

test.each([
  ['mentions:', '`turns[0].checks.mentions` must be a list, not null'],
  ['mentions: []', '`turns[0].checks.mentions` must have at least one entry'],
  [
    'mentions: [30]',
    '`turns[0].checks.mentions[0]` must be text or a list or a mapping, not 30: put it in quotes, "30"',
  ],
  ['mention: [x]', 'unknown key `mention`: did you mean `mentions`?'],
  ['number: 3', '`turns[0].checks.number` must be a mapping or a list, not 3'],
  ['number: {value: abc}', '`turns[0].checks.number.value` must be a number, not "abc"'],
  ['number: {value: .inf}', '`turns[0].checks.number.value` must be a number, not .inf'],
  ['number: {value: 1, tolerance: 5}', '`turns[0].checks.number.tolerance` must be at most 1'],
  ['number: {value: 1, tolerence: 0}', 'unknown key `tolerence`: did you mean `tolerance`?'],
  ['calls_tool: [[]]', '`turns[0].checks.calls_tool[0]` must have at least one entry'],
  ['calls_tool: read_file', '`turns[0].checks.calls_tool` must be a list, not "read_file"'],
  ['calls_no_tool: false', '`turns[0].checks.calls_no_tool` must be true, not false'],
  ['max_sentences: 0', '`turns[0].checks.max_sentences` must be at least 1'],
  ['{calls_tool: [a], calls_no_tool: true}', '`calls_tool` and `calls_no_tool` cannot both hold'],
  ['{asks_back: true, asks_nothing_back: true}', '`asks_back` and `asks_nothing_back` cannot both hold'],
  [
    '{mentions: ["No, never"], never_mentions: [never]}',
    '"never" is forbidden here, while `mentions` asks for "no, never"',
  ],
])('the check %s is refused', (check, message) => {
  const inline = check.startsWith('{') ? ` ${check}` : `\n      ${check}`;
  const parsed = parseScenario(`${MINIMAL}    checks:${inline}\n`, 'small.yaml');
  expect(parsed.scenario).toBeNull();
  expect(parsed.problems.map((problem) => problem.message)).toEqual([message]);
});

test('all problems are reported together, in the order of the file, with their frames', () => {
  const parsed = parseScenario(
    ['id: nul', 'colour: red', 'turns:', '  - turn: 2', '    objectve: x', '    ground_truth: {}', ''].join(
      '\n',
    ),
    'scenarios/bad.yaml',
  );
  expect(parsed.scenario).toBeNull();
  expect(parsed.id).toBe('nul');
  expect(parsed.unsupported).toEqual(['colour']);
  expect(formatProblems(parsed.problems)).toMatchInlineSnapshot(`
    "scenarios/bad.yaml:1:1 error: \`category\` is missing
    > 1 | id: nul
        | ^
      2 | colour: red

    scenarios/bad.yaml:1:1 error: \`id\` nul is a reserved file name on Windows; choose another
    > 1 | id: nul
        | ^
      2 | colour: red

    scenarios/bad.yaml:4:5 error: \`turns[0].turn\` must be 1, not 2: turns are numbered 1, 2, 3 … in order
      2 | colour: red
      3 | turns:
    > 4 |   - turn: 2
        |     ^
      5 |     objectve: x

    scenarios/bad.yaml:5:5 error: unknown key \`objectve\`: did you mean \`objective\`?
      3 | turns:
      4 |   - turn: 2
    > 5 |     objectve: x
        |     ^
      6 |     ground_truth: {}

    scenarios/bad.yaml:6:5 error: turns[0] cannot be judged: it needs a \`ground_truth\` that is not empty, \`checks\`, or a \`success_criteria\`
      4 |   - turn: 2
      5 |     objectve: x
    > 6 |     ground_truth: {}
        |     ^

    scenarios/bad.yaml:1:1 warning: \`persona\` is missing: casual_user is taken
    > 1 | id: nul
        | ^
      2 | colour: red

    scenarios/bad.yaml:2:1 warning: unknown key \`colour\`: its value is ignored
      1 | id: nul
    > 2 | colour: red
        | ^
      3 | turns:"
  `);
});

test('positions point at keys and values, and at the nearest parent of what is not written', () => {
  const { positions } = parseScenario(FULL, 'full.yaml');
  const line = (...path: (string | number)[]): string | undefined =>
    FULL.split('\n')[positions.at(path).line - 1]?.trim();
  expect(line('turns', 0, 'checks', 'number')).toBe('number: { value: 14200000, unit: $, tolerance: 0.01 }');
  expect(positions.at(['turns', 0, 'checks', 'number', 'tolerance']).column).toBe(43);
  expect(line('turns', 1)).toBe('- turn: 2');
  expect(line('turns', 1, 'checks', 'mentions')).toBe('checks:');
  expect(line('setup', 'index_documents', 1)).toBe('- notes');
  expect(positions.at([])).toEqual({ line: 1, column: 1 });
  expect(positions.at(['no', 'such', 3])).toEqual({ line: 1, column: 1 });
});

const PIECES = [
  'id: a\n|turns:\n|  - turn: 1\n|    objective: x\n|setup: |ground_truth: |checks: ',
  '- |? |: |{|}|[|]|,|>\n|"|\'|#|\n|\r\n|\r|\t|  |&a |*a |<<: *a\n|!!str |! |---\n|...\n|%YAML 1.1\n',
  '__proto__: {x: 1}\n|constructor: 1\n|1e400|null|~|.nan|\u0000|\u2028|\ufeff|\ud800',
].flatMap((pieces) => pieces.split('|'));
const piece = fc.constantFrom('|\n', ...PIECES);
const anyText = fc
  .array(fc.oneof({ arbitrary: piece, weight: 5 }, fc.string({ unit: 'binary', maxLength: 6 })), {
    maxLength: 50,
  })
  .map((pieces) => pieces.join(''));

test('no text makes it throw; without a scenario there is an error, and every place is in the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { scenario, problems } = parseScenario(text, 'fuzz.yaml');
      const lines = text.split('\n').length;
      expect(problems.every(({ line, column }) => line >= 1 && line <= lines && column >= 1)).toBe(true);
      expect(scenario === null).toBe(problems.some(({ severity }) => severity === 'error'));
    }),
    { numRuns: 600 },
  );
}, 60_000);

test('no value in any place makes it throw', () => {
  const any = fc.jsonValue({ maxDepth: 3 });
  const turn = fc.record(
    { turn: any, objective: any, persona: any, ground_truth: any, checks: any },
    { requiredKeys: [] },
  );
  const file = fc.record(
    { id: any, persona: any, setup: any, turns: fc.oneof(any, fc.array(turn, { maxLength: 2 })) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(file, (value) => {
      expect(parseScenario(JSON.stringify(value), 'fuzz.yaml').scenario).toBeNull();
    }),
    { numRuns: 200 },
  );
}, 60_000);
