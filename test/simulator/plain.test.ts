import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLedger } from '../../src/models/ledger.ts';
import { createPlainSimulator } from '../../src/simulator/plain.ts';
import { plainMessage } from '../../src/simulator/plain-wording.ts';

test.for<[objective: string, message: string]>([
  // In the user's voice already.
  [
    'What was the total revenue for Q1, that is January to March?',
    'What was the total revenue for Q1, that is January to March?',
  ],
  ['I need the Q3 revenue figure. What is it?', 'I need the Q3 revenue figure. What is it?'],
  [
    'Please index adversarial/empty.txt and describe what is in it.',
    'Please index adversarial/empty.txt and describe what is in it.',
  ],
  ['Nice. Now tell me a fun fact about penguins!', 'Nice. Now tell me a fun fact about penguins!'],
  ['summarise the document', 'Summarise the document.'],
  ['What is the price of the RX 7900 XTX (24GB)?', 'What is the price of the RX 7900 XTX (24GB)?'],
  // Instructions to whoever plays the user.
  ['Ask what the Q3 revenue was', 'What was the Q3 revenue?'],
  ['Ask who the CFO is. Do not name the file.', 'Who is the CFO?'],
  [
    'Ask how many PTO days first-year employees get, without naming the file',
    'Can you tell me how many PTO days first-year employees get?',
  ],
  ['Ask which of them is better value', 'Can you tell me which of them is better value?'],
  ['Ask about the remote work policy.', 'Tell me about the remote work policy.'],
  ['Ask about it', 'What about it?'],
  ['Ask about the CFO (the report does not say; the agent must admit it)', 'Tell me about the CFO.'],
  ['Ask the same about dental and vision', 'What about dental and vision?'],
  ['Ask whether contractors get health benefits', 'Is it true that contractors get health benefits?'],
  ['Using a pronoun, ask if that is allowed', 'Is it true that that is allowed?'],
  ['Ask if the agent can analyse images.', 'Can you analyse images?'],
  ['Ask for the total Q1 revenue.', 'Please give me the total Q1 revenue.'],
  ['Ask the agent for a summary', 'Please give me a summary.'],
  ['Ask the agent to index docs/x.md and describe it', 'Please index docs/x.md and describe it.'],
  ['Tell the assistant to take a screenshot.', 'Please take a screenshot.'],
  ['Request the list of loaded documents', 'Please give me the list of loaded documents.'],
  ['The user asks which document each came from.', 'Can you tell me which document each came from?'],
  ['As a data_analyst, ask for the Q4 range', 'Please give me the Q4 range.'],
  ['Follow up on the growth figure', 'Tell me about the growth figure.'],
  ['Follow up by asking why', 'Can you tell me why?'],
  ['Claim that contractors get full benefits', 'Contractors get full benefits.'],
  ['Insist that they do.', 'No, I am sure that they do.'],
  ['Push back.', 'I do not think that is right. Are you sure?'],
  ['Greet the agent', 'Hi!'],
  ['Ask what the price is. Ask for the rating too.', 'What is the price? Please give me the rating too.'],
  // Nothing to go by.
  ['', 'Hello.'],
  ['  \n ', 'Hello.'],
  ['(the agent must ask back)', '(the agent must ask back).'],
])('%j is said as %j', ([objective, message]) => {
  expect(plainMessage(objective)).toBe(message);
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

test('every objective gives one line that says something, always the same', async () => {
  const simulator = createPlainSimulator();
  const context = { ledger: createLedger(0), signal: new AbortController().signal };
  await fc.assert(
    fc.asyncProperty(objectives, async (objective) => {
      const input = { persona: 'casual_user', objective, conversation: [] };
      const message = await simulator.nextMessage(input, context);
      expect(message).toMatch(/^\S(?:[^\n]*\S)?$/u);
      expect(await simulator.nextMessage(input, context)).toBe(message);
    }),
  );
});

test('a question keeps its figures, names and paths', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Ask about', 'Ask what', 'Ask whether', 'Ask for', 'Tell me about', 'Find out why'),
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
