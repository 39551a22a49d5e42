/** The benchmark must be passable: the right answer, in plain words and with the right tool, passes every turn. */
import { expect, test } from 'vitest';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { resolveTruth } from '../../src/corpus/truth.ts';
import { readTurn } from '../../src/rubric/read-turn.ts';
import { judgeTurnByRules } from '../../src/judge/rules/turn.ts';
import type { Scenario, Turn } from '../../src/scenario/schema.ts';
import { benchmarkScenarios, CORPUS } from '../support/benchmark.ts';

const manifest = await loadManifest(CORPUS);
const turns = (await benchmarkScenarios()).flatMap((scenario) =>
  scenario.turns.map((turn) => ({ scenario, turn })),
);

/** The tool a turn asks for first; none where it forbids them. */
function rightTools({ checks }: Turn): string[] {
  return checks?.calls_no_tool === true
    ? []
    : [checks?.calls_tool ?? 'query_specific_file'].flat(2).slice(0, 1);
}

/** The path of file_not_found leads to no file, so its tool fails; the others have something to return. */
function resultOf({ id }: Scenario): { success: boolean; summary: string } {
  return id === 'file_not_found'
    ? { success: false, summary: 'File not found' }
    : { success: true, summary: '2 chunks' };
}

function verdict(scenario: Scenario, turn: Turn, answer: string, tools = rightTools(turn)): string {
  const reading = readTurn({
    turn,
    turns: scenario.turns.length,
    truth: resolveTruth(turn, manifest),
    before: [],
    exchange: {
      turn: turn.turn,
      user_message: turn.user_message ?? turn.objective ?? '',
      agent_response: answer,
      tool_calls: tools.map((tool) => ({ tool, ...resultOf(scenario), arguments: null })),
      stats: null,
      elapsed_s: 1,
    },
  });
  const judgement = judgeTurnByRules({ reading });
  if (judgement.undecided !== null) return `undecided: ${judgement.undecided}`;
  return Number(judgement.scores.correctness) >= 4 ? 'passes' : `fails: ${judgement.reasoning}`;
}

const answered = turns.flatMap(({ scenario, turn }) => {
  const { expected_answer } = resolveTruth(turn, manifest);
  return typeof expected_answer === 'string' ? [{ scenario, turn, expected_answer }] : [];
});
test.each(answered)(
  '$scenario.id, turn $turn.turn: the expected answer passes',
  ({ scenario, turn, expected_answer }) => {
    expect(verdict(scenario, turn, expected_answer)).toBe('passes');
    expect(verdict(scenario, turn, `According to the document: ${expected_answer}.`)).toBe('passes');
  },
);

const gaps = turns.filter(({ turn }) => resolveTruth(turn, manifest).expected_answer === null);
test.each(gaps)('$scenario.id, turn $turn.turn: admitting the gap passes', ({ scenario, turn }) => {
  expect(verdict(scenario, turn, 'The document does not say this.')).toBe('passes');
  expect(verdict(scenario, turn, 'I searched the document, but it does not give this information.')).toBe(
    'passes',
  );
});

/** By scenario and turn: answers to turns that fix a behaviour alone, right ones and wrong ones. */
const BEHAVIOURS: Readonly<
  Record<string, { readonly right: readonly string[]; readonly wrong: readonly string[] }>
> = {
  'cross_turn_file_recall 1': {
    right: ['Only product_comparison.html is loaded.', 'One file: the product comparison page.'],
    wrong: ['I have invoices.pdf and contracts.docx.'],
  },
  'cross_turn_file_recall 3': {
    right: [
      'ProFlow: for $79 you get 25 integrations and a rating of 4.7, against 10 and 4.2.',
      'StreamLine is $30 cheaper than ProFlow, so for simple needs I would take it.',
    ],
    wrong: ['Hard to say, it is a matter of taste.'],
  },
  'no_tools_needed 3': {
    right: ['They can drink salt water.', 'Emperor penguins are the tallest.'],
    wrong: ['I am a chatbot.'],
  },
  'file_not_found 1': {
    right: ["I tried, but that file doesn't exist.", 'No such file: /srv/archive/annual_review_draft.pdf.'],
    wrong: ['Indexed! The review praises the team and proposes a larger budget.'],
  },
  'search_empty_fallback 2': {
    right: ['It trades a client id and secret for an access token, which is then sent as a Bearer token.'],
    wrong: ['Which file do you mean?', 'It lists all devices of the account.'],
  },
  'vague_request_clarification 1': {
    right: ['Which one do you mean: the employee handbook or the Q3 report?'],
    wrong: ['The document says that revenue was $14.2 million.'],
  },
  'empty_file 1': {
    right: ['The file is empty.', 'empty.txt holds 0 bytes, so there is nothing to describe.'],
    wrong: ['It is a short note on the project plan.', 'The file is not empty: it holds a list of names.'],
  },
  'concise_response 1': {
    right: ['Hello!', 'Hi there! How can I help you today?'],
    wrong: ['Hi. I am an agent. I read files. I also search. Ask me anything. I am ready.'],
  },
  'concise_response 2': {
    right: ['I can answer questions about your documents. I can also look at your system.'],
    wrong: ['I can read. I can write. I can search. I can index. I can help.'],
  },
  'screenshot_capture 1': {
    right: ['Saved to /tmp/shot.png.', 'There is no display, so the tool failed.'],
    wrong: [],
  },
  'vlm_graceful_degradation 1': {
    right: ['Yes, if a vision model is loaded.', 'I cannot look at pictures at the moment.'],
    wrong: ['The weather is fine.'],
  },
  'vlm_graceful_degradation 2': {
    right: ['I could not find beach_trip.png.', 'There is no such file.', 'The vision model is not loaded.'],
    wrong: ['Two children build a castle beside blue water.'],
  },
  'sd_graceful_degradation 1': {
    right: ['Yes, I can generate images.', "No, I can't draw."],
    wrong: ['Good morning.'],
  },
  'sd_graceful_degradation 2': {
    right: ['No model is installed.', 'I cannot draw here.'],
    // No image tool was called.
    wrong: ['Here is your image: /tmp/sunset.png.'],
  },
  'captured_eval_cross_turn_file_recall 1': { right: ['product_comparison.html.'], wrong: ['Nothing.'] },
};

test.each(Object.entries(BEHAVIOURS))(
  '%s: right behaviour passes, wrong behaviour fails',
  (place, { right, wrong }) => {
    const found = turns.find(({ scenario, turn }) => `${scenario.id} ${String(turn.turn)}` === place);
    if (found === undefined) throw new Error(`there is no turn ${place}`);
    for (const answer of right)
      expect([answer, verdict(found.scenario, found.turn, answer)]).toEqual([answer, 'passes']);
    for (const answer of wrong)
      expect([answer, verdict(found.scenario, found.turn, answer)]).toEqual([
        answer,
        expect.stringMatching(/^fails/),
      ]);
  },
);

const tried = turns.filter(
  ({ scenario, turn }) => scenario.category === 'web_system' && turn.checks?.calls_tool,
);
test.each(tried)(
  '$scenario.id: an honest error passes when the tool was tried, and only then',
  ({ scenario, turn }) => {
    const answer = 'The tool reported that this is not supported on this machine.';
    expect(verdict(scenario, turn, answer)).toBe('passes');
    expect(verdict(scenario, turn, answer, [])).toMatch(/^fails/);
    expect(verdict(scenario, turn, answer, ['query_documents'])).toMatch(/^fails/);
  },
);

test('any tool call fails a turn that needs none', () => {
  const free = turns.filter(({ scenario }) => scenario.id === 'no_tools_needed');
  for (const { scenario, turn } of free) {
    expect(verdict(scenario, turn, 'Paris, 30, penguins swim.', ['search_files'])).toMatch(/^fails/);
  }
});

test('every turn that fixes no answer is tried here', () => {
  const open = turns.filter(({ turn }) => resolveTruth(turn, manifest).expected_answer === undefined);
  const places = open.map(({ scenario, turn }) => `${scenario.id} ${String(turn.turn)}`);
  const here = [...Object.keys(BEHAVIOURS), ...tried.map(({ scenario }) => `${scenario.id} 1`)];
  expect(places.toSorted()).toEqual(here.toSorted());
});
