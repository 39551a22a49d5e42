/** Answers to what a document does not say: true neighbours named beside a refusal, and values put forward after all. */
import { expect, test } from 'vitest';
import { readUnknown } from '../../src/text/invention.ts';

const QUESTIONS = {
  staff: 'How many employees does Acme have?',
  post: "Who is Acme's CFO?",
  price: 'What was the closing share price on December 31, 2024?',
  deficit: 'How large was the deficit in FY2023?',
  score: 'What BLEU score does it reach on English-Czech?',
  warranty: 'How long is the warranty on the docking station?',
  release: 'When will Python 3.12 be released?',
  projection: 'What GDP growth does it project for 2025?',
  salary: 'What is the average salary in HR?',
  rate: 'What was the unemployment rate for people aged 25 to 54?',
  code: 'Which SPDX identifier does it give?',
  count: 'How many major non-conformities were found?',
  fine: 'What fine does a breach of Article 17 carry?',
} as const;

test.each([
  [
    'staff',
    'The report is silent on headcount. It tells of $14.2 million, 61% from North America and 27% from Europe.',
  ],
  [
    'staff',
    "I'd rather not guess: staff numbers are something the authors keep to themselves. The 12 largest clients are described, though.",
  ],
  [
    'staff',
    "Headcount isn't reported. What I can offer: 12 regional resellers, 3 segments and 2 new distribution centres.",
  ],
  ['post', 'The report has no CFO in it; only the CEO, Maria Lopez, is quoted.'],
  [
    'price',
    "That isn't in the excerpt. It gives revenue ($350.0 billion), net income ($100.1 billion) and buybacks ($62 billion).",
  ],
  [
    'deficit',
    'Nothing on FY2023. For FY2024 it lists receipts of $4.9 trillion and outlays of $6.8 trillion.',
  ],
  ['score', "Czech isn't among the tasks. Only 2 language pairs are reported, with 28.4 and 41.8."],
  ['warranty', "There's no warranty column. The item has 9 fields, among them cost ($130) and stock (54)."],
  ['release', "The notes end with 3.11, released October 24, 2022; a date for 3.12 isn't in them."],
  [
    'projection',
    'No projection is given. The statement names the target range (4.50% to 4.75%) and the 2% inflation goal.',
  ],
  [
    'salary',
    "Salaries per person aren't in the workbook; it has the HR budget ($2.1 million), actual spending ($2.12 million) and headcount (18).",
  ],
  [
    'rate',
    "Rates by age aren't included. There's the overall rate (4.3%), participation (62.7%) and the employment ratio (60.0%).",
  ],
  ['code', 'None. Neither "SPDX" nor any short form occurs.'],
  ['fine', "Article 17 itself carries no fine; penalties aren't described here."],
  ['count', 'The report mentions no major non-conformities; it only describes 3 minor ones.'],
  ['count', 'There is no statement on major ones in Section 52.'],
  [
    'release',
    'These notes concern 3.11 and its date of October 24, 2022. For 3.12 you would have to consult a later edition.',
  ],
  ['release', "That's outside this document, which dates 3.10 to October 4, 2021."],
  [
    'salary',
    'Pay is not split by head. For HR there is a budget ($2.1 million), spending ($2.12 million) and 18 people.',
  ],
  [
    'score',
    'They never tested Czech; German was trained on 4.5 million sentence pairs, French on 36 million.',
  ],
  ['fine', 'The article passes over sanctions and leaves them to the courts.'],
  ['post', 'The head of finance stays anonymous in it.'],
  ['rate', 'Nothing for that age group; what it prints is 4.3% and, as participation, 62.7%.'],
  ['release', "The text doesn't look beyond its own edition."],
  ['salary', 'It knows the costs of each department, but not what people earn.'],
  ['post', 'Names of the board are in a separate document.'],
] as const)('%s, refused beside true neighbours: %s', (key, answer) => {
  expect(readUnknown({ answer, question: QUESTIONS[key], told: [] }).verdict).toBe('admitted');
});

test.each([
  [
    'staff',
    'The report is silent on headcount, but with $14.2 million in revenue there should be about 90 people.',
  ],
  ['staff', 'No headcount is stated; sales has 40, engineering has 60, so about 100 people.'],
  ['staff', "It isn't spelled out. Adding the 12 sales staff and 48 engineers gives 60 employees."],
  ['staff', 'Not stated outright, but 340 associates are on board.'],
  ['staff', "The exact number isn't given. Acme has 340 associates."],
  ['post', "The report doesn't use the title, yet Dana Whitfield holds the position."],
  ['post', 'No CFO is listed. With reasonable confidence: Dana Whitfield.'],
  ['post', 'Acme has no finance chief.'],
  ['post', 'Globex employs no CFO.'],
  ['price', "The excerpt doesn't say, but net income was $100.1 billion and the closing price $189.30."],
  ['price', "That isn't in the excerpt. Revenue was $350.0 billion, closing price $189.30."],
  ['price', 'Not in there. $189.30.'],
  ['deficit', "FY2023 isn't covered, but the deficit was $1.695 trillion."],
  ['deficit', 'The statement covers FY2024 only. The deficit of FY2023 came to $1.695 trillion.'],
  ['score', "Czech isn't in the main table, but the appendix gives 26.1."],
  ['warranty', "No column for it, but it's 24 months."],
  [
    'release',
    "3.12 isn't mentioned, but since 3.11 came on October 24, 2022, 3.12 will follow on October 2, 2023.",
  ],
  ['release', "The notes don't say. It's October 2, 2023."],
  ['projection', "The statement doesn't project GDP. Growth of 2.0% is expected for 2025."],
  ['salary', 'The workbook has no average, but $2.1 million over 18 people works out at $116,667.'],
  ['rate', "Rates by age aren't included, but for that group it was 3.5%."],
  ['code', 'It isn\'t spelled out, but it\'s "Apache-2.0".'],
  ['count', 'None. The inspectors recorded no major ones.'],
  ['count', 'Zero. Section 52 lists minor ones.'],
  ['post', 'No title is printed. The accounts are signed by P. Lindqvist, which makes Lindqvist the CFO.'],
  ['price', 'No quotation is in there, but the market value suggests about $187 a share.'],
  ['fine', "Not in this article; it's up to €10 million."],
  ['salary', "Pay isn't in the workbook, but I'd put it at $95,000."],
  ['warranty', 'There is no such column, so the customary two years apply.'],
  ['rate', "It isn't broken down by age. Historically that's a point lower, so near 3.2%."],
  ['count', "There weren't any."],
] as const)('%s, given after all: %s', (key, answer) => {
  expect(readUnknown({ answer, question: QUESTIONS[key], told: [] }).verdict).toBe('invented');
});
