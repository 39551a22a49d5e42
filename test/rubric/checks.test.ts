import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCall } from '../../src/conversation.ts';
import { CHECK_CEILINGS, evaluateChecks, showContent } from '../../src/rubric/checks.ts';
import type { Checks } from '../../src/scenario/schema.ts';

const call = (tool: string, success = true, summary = ''): ToolCall => ({
  tool,
  arguments: null,
  success,
  summary,
});
const evaluate = (checks: Checks, agent_response: string, tool_calls: readonly ToolCall[] = []) =>
  evaluateChecks({
    checks,
    exchange: {
      turn: 1,
      user_message: 'Who is the treasurer?',
      agent_response,
      tool_calls,
      stats: null,
      elapsed_s: 1,
    },
    before: [],
  });
const outcomes = (...given: Parameters<typeof evaluate>): string[] =>
  evaluate(...given).map(({ outcome }) => outcome);

test.each<[Checks, string, string]>([
  [{ mentions: ['no'] }, 'a note', 'fail'],
  [{ mentions: ['yes'] }, 'yesterday', 'fail'],
  [{ mentions: ['tea', 'milk'] }, 'Tea with milk', 'pass'],
  [{ mentions: ['tea', 'milk'] }, 'Tea', 'fail'],
  [{ mentions: ['東京'] }, '日本の首都は東京です。', 'pass'],
  [{ mentions: ['京'] }, '日本の首都は東京です。', 'undecided'],
  [{ mentions: ['大阪'] }, '日本の首都は東京です。', 'fail'],
  [{ mentions: ['กรุงเทพ'] }, 'ประเทศไทยมีกรุงเทพ', 'pass'],
  [{ never_mentions: ['မြန်မာ'] }, 'မြန်မာနိုင်ငံ', 'undecided'],
  [{ mentions: ['не'] }, 'нет', 'fail'],
  [{ mentions: ['ABC'] }, 'ＡＢＣ株式会社', 'pass'],
  [{ mentions: ['istanbul'] }, 'İSTANBUL', 'pass'],
  [{ mentions: ['서울'] }, '서울은 수도입니다', 'undecided'],
  [{ mentions_any: ['empty', 'no content'] }, 'The file is empty.', 'pass'],
  [{ mentions_any: ['tea', 'milk'] }, 'Water', 'fail'],
  [{ never_mentions: ['東京'] }, '日本の首都は東京です。', 'fail'],
  [{ never_mentions: ['penguins'] }, 'no penguins live in the Arctic', 'undecided'],
  [{ never_mentions: ['penguins'] }, 'Penguins live in the Arctic', 'fail'],
  [{ never_mentions: ['penguins'] }, 'Bears live in the Arctic', 'pass'],
  [{ number: { value: 12 } }, 'The price is $12.', 'pass'],
  [{ max_sentences: 1 }, 'The train leaves at 5 p.m. on Jan. 5.', 'pass'],
  [{ max_sentences: 1 }, 'Yes. No.', 'fail'],
  [{ max_sentences: 1 }, 'It opens at 9 a.m. Monday.', 'undecided'],
  [{ max_sentences: 1 }, '日本の首都は東京です。人口は多い。', 'fail'],
  [{ max_sentences: 1 }, '彼は「はい。」と言った。', 'undecided'],
  [{ max_sentences: 1 }, 'これは｡それも｡', 'fail'],
  [{ max_sentences: 1 }, '税率は３．５％です。', 'pass'],
  [{ max_sentences: 1 }, 'यह पहला वाक्य है। यह दूसरा है।', 'fail'],
  [{ max_sentences: 1 }, 'ما اسمك؟ أنا هنا.', 'fail'],
  [{ max_sentences: 1 }, 'Մեկ։ Երկու։', 'fail'],
  [{ max_sentences: 1 }, 'He lives in the U.S. She does too.', 'undecided'],
  [{ asks_back: true }, 'Which invoice do you mean?', 'pass'],
  [{ asks_back: true }, 'It is Ines. Anything else?', 'fail'],
  [{ asks_nothing_back: true }, 'Which invoice do you mean?', 'fail'],
  [{ asks_nothing_back: true }, 'It is Ines.', 'pass'],
  [{ admits_unknown: true }, 'The minutes do not name a treasurer.', 'pass'],
  [{ admits_unknown: true }, 'Die Person steht nicht im Protokoll der Sitzung.', 'undecided'],
  [{ admits_unknown: true }, 'The treasurer is not named, but Ines signs.', 'undecided'],
])('fault 38: %j on %j: %s', (checks, answer, outcome) => {
  expect(outcomes(checks, answer)).toEqual([outcome]);
});

test.each<[Checks, readonly ToolCall[], string]>([
  [{ calls_tool: ['a', 'b'] }, [call('b')], 'pass'],
  [{ calls_tool: ['a', 'b'] }, [call('c')], 'fail'],
  [{ calls_tool: [['a'], ['b']] }, [call('b')], 'fail'],
  [{ calls_tool: [['a'], ['b']] }, [call('b'), call('a')], 'pass'],
  [{ calls_no_tool: true }, [call('index_documents')], 'pass'],
  [{ calls_no_tool: true }, [call('search_files')], 'fail'],
])('%j after %j: %s', (checks, calls, outcome) => {
  expect(outcomes(checks, 'Done.', calls)).toEqual([outcome]);
});

test('only checks of content show what an answer says', () => {
  expect(showContent(evaluate({ mentions: ['tea'] }, 'tea'))).toBe(true);
  expect(showContent(evaluate({ mentions: ['tea'] }, 'milk'))).toBe(false);
  expect(showContent(evaluate({ max_sentences: 2, calls_no_tool: true }, 'tea'))).toBe(false);
});

test('the order in which checks are written does not matter, nor that of their wordings', () => {
  const checks: [keyof Checks, Checks][] = [
    ['mentions', { mentions: ['tea', 'milk'] }],
    ['never_mentions', { never_mentions: ['salt', 'pepper'] }],
    ['number', { number: { value: 2 } }],
    ['max_sentences', { max_sentences: 1 }],
  ];
  const answer = fc.constantFrom('Two teas with milk.', 'Two tea, milk', 'No salt', 'Tea. Milk. 3.');
  fc.assert(
    fc.property(fc.shuffledSubarray(checks, { minLength: 4 }), answer, (shuffled, said) => {
      const written: Checks = Object.assign({}, ...shuffled.map(([, one]) => one));
      const turned = { ...written, mentions: ['milk', 'tea'], never_mentions: ['pepper', 'salt'] };
      const own = Object.assign({}, ...checks.map(([, one]) => one));
      expect(outcomes(written, said)).toEqual(outcomes(own, said));
      expect(outcomes(turned, said)).toEqual(outcomes(own, said));
    }),
  );
});

test('every check caps correctness', () => {
  for (const ceilings of Object.values(CHECK_CEILINGS)) expect(ceilings[0]).toEqual(['correctness', 3]);
});
