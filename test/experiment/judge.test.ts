import { expect, test } from 'vitest';
import { answerJudgeOf } from '../../src/experiment/judge.ts';
import { ANSWER_PROMPT } from '../../src/judge/prompts/answer.ts';
import { resolveSettings } from '../../src/settings.ts';

const settings = resolveSettings({}, {});

test('the experiment names who judges, else the settings do', async () => {
  expect((await answerJudgeOf({ judge: 'rules' }, settings, {})).model).toBeNull();
  expect((await answerJudgeOf({ judge: 'ollama/qwen3' }, settings, {})).model).toBe('ollama/qwen3');
  expect((await answerJudgeOf({ judge: 'llm' }, settings, {})).model).toBe(settings.model);
  expect((await answerJudgeOf({ judge: null }, { ...settings, answerJudge: 'rules' }, {})).model).toBeNull();
});

test('an edited prompt is another measure', async () => {
  const own = (await answerJudgeOf({ judge: 'llm' }, settings, {})).fingerprint;
  const edited = await answerJudgeOf(
    { judge: 'llm' },
    { ...settings, answerPrompt: `${ANSWER_PROMPT}\nBe strict.` },
    {},
  );
  expect(edited.fingerprint).not.toBe(own);
});
