import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLedger } from '../../src/models/ledger.ts';
import { createPlainSimulator } from '../../src/simulator/plain.ts';
import { plainMessage } from '../../src/simulator/plain-wording.ts';
import { SimulatorError } from '../../src/simulator/simulator.ts';

test.for<[objective: string, message: string]>([
  // Said to the agent as it stands.
  [
    'What was the total revenue for Q1, that is January to March?',
    'What was the total revenue for Q1, that is January to March?',
  ],
  ['I need the Q3 revenue figure. What is it?', 'I need the Q3 revenue figure. What is it?'],
  ['Please index adversarial/empty.txt.', 'Please index adversarial/empty.txt.'],
  ['Nice. Now tell me a fun fact about penguins!', 'Nice. Now tell me a fun fact about penguins!'],
  ['summarise the document', 'Summarise the document.'],
  ['Then make one of a sunset.', 'Then make one of a sunset.'],
  ['Which sector grew most? With figures.', 'Which sector grew most? With figures.'],
  ['What maximum size does it set for a message body?', 'What maximum size does it set for a message body?'],
  // A message that is quoted.
  ["Please give me 'Who is Acme Corp's CFO?'", "Who is Acme Corp's CFO?"],
  ["Say 'Hi!'", 'Hi!'],
  ['Say exactly: "no thanks".', 'no thanks'],
  ['The user asks: “What is PTO?”', 'What is PTO?'],
  // Plain instructions to ask.
  ['Ask how long goods can be returned.', 'Can you tell me how long goods can be returned?'],
  ['Ask whether contractors get health benefits', 'Can you tell me whether contractors get health benefits?'],
  ['Ask what "PTO" means', 'Can you tell me what "PTO" means?'],
  ['Ask about the remote work policy.', 'What about the remote work policy?'],
  ['Ask for the total Q1 revenue.', 'Please give me the total Q1 revenue.'],
])('fault 37: %j is said as %j', ([objective, message]) => {
  expect(plainMessage(objective)).toBe(message);
});

test.for([
  '',
  '  \n ',
  'Ask a follow-up that must NOT be answered',
  'Ask about the CFO (the report does not say; the agent must admit it)',
  'Ask who the CFO is. Do not name the file.',
  'Ask the agent for a summary',
  'Ask to see the list of documents',
  'The user asks which document each came from.',
  'Then ask which of them is better value',
  'Claim that contractors get full benefits',
  'Push back.',
  'Greet them',
  'A question about the budget',
  'Using a pronoun, ask if that is allowed',
])('fault 37: %j speaks to whoever plays the user', (objective) => {
  expect(plainMessage(objective)).toBeNull();
});

const objectives = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'Ask',
        'about',
        'whether',
        'the agent',
        '(the agent must)',
        'that',
        'is',
        '.',
        '?',
        ',',
        'do not name',
        'claim',
        'I',
        'revenue',
        '\n',
      ),
      { maxLength: 14 },
    )
    .map((words) => words.join(' ')),
);

test('an objective gives one line, always the same, or the reason why it cannot be worded', async () => {
  const simulator = createPlainSimulator();
  const context = { ledger: createLedger(0), signal: new AbortController().signal };
  await fc.assert(
    fc.asyncProperty(objectives, async (objective) => {
      const input = { persona: 'casual_user', objective, conversation: [] };
      const problem = simulator.wordingProblem(objective);
      if (problem !== null) {
        await expect(simulator.nextMessage(input, context)).rejects.toThrow(new SimulatorError(problem));
        return;
      }
      const message = await simulator.nextMessage(input, context);
      expect(message).toMatch(/^\S(?:[^\n]*\S)?$/u);
      expect(await simulator.nextMessage(input, context)).toBe(message);
    }),
  );
});

test('a question keeps its figures, names and paths', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Ask about', 'Ask what', 'Ask whether', 'Ask for', 'Tell me about'),
      fc.array(
        fc.constantFrom('Q3 2025', 'docs/a_b-c.md', '$14.2 million', 'Sarah Chen', 'RFC 7231', '15%'),
        { minLength: 1, maxLength: 4 },
      ),
      (start, things) => {
        const message = plainMessage(`${start} ${things.join(' and ')}`);
        for (const thing of things) expect(message).toContain(thing);
      },
    ),
  );
});
