/** A model server for one test of experiments. */
import { onTestFinished } from 'vitest';
import {
  startScriptedOpenAi,
  type ScriptedAnswer,
  type ScriptedOpenAi,
} from '../../support/scripted-openai.ts';

/** Until the end of the test. `answer`: always the same, or by the prompt. */
export async function server(answer: string | ((prompt: string) => ScriptedAnswer)): Promise<ScriptedOpenAi> {
  const started = await startScriptedOpenAi(({ body }) =>
    typeof answer === 'string'
      ? { content: answer }
      : answer(body.messages.map(({ content }) => content ?? '').join('\n')),
  );
  onTestFinished(() => started.close());
  return started;
}

/** Answers the questions of the notes rightly. */
export const right = (prompt: string): ScriptedAnswer => ({
  content: prompt.includes('Who leads') ? 'Ada Byron.' : 'On 14 March 2027.',
});
