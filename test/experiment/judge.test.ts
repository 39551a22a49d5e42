import { expect, test } from 'vitest';
import { answerJudgeOf } from '../../src/experiment/judge.ts';
import { ANSWER_PROMPT } from '../../src/judge/prompts/answer.ts';
import { resolveSettings } from '../../src/settings.ts';

const settings = resolveSettings({}, {});

test('the experiment names who judges, else the settings do', () => {
  expect(answerJudgeOf({ judge: 'rules' }, settings, {}).model).toBeNull();
  expect(answerJudgeOf({ judge: 'ollama/qwen3' }, settings, {}).model).toBe('ollama/qwen3');
  expect(answerJudgeOf({ judge: 'llm' }, settings, {}).model).toBe(settings.model);
  expect(answerJudgeOf({ judge: null }, { ...settings, answerJudge: 'rules' }, {}).model).toBeNull();
});

test('an edited prompt is another measure', () => {
  const own = answerJudgeOf({ judge: 'llm' }, settings, {}).fingerprint;
  const edited = answerJudgeOf(
    { judge: 'llm' },
    { ...settings, answerPrompt: `${ANSWER_PROMPT}\nBe strict.` },
    {},
  );
  expect(edited.fingerprint).not.toBe(own);
});
