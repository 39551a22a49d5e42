/** Prompts as files: what an edited one may say, what stays ours, and what happens with a folder that can't be used. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ANSWER_PROMPT } from '../../src/judge/prompts/answer.ts';
import { SCENARIO_PROMPT } from '../../src/judge/prompts/scenario.ts';
import { TURN_PARTS, TURN_PROMPT } from '../../src/judge/prompts/turn.ts';
import type { LlmClient } from '../../src/models/client.ts';
import { LlmError } from '../../src/models/errors.ts';
import { createLedger } from '../../src/models/ledger.ts';
import { LONGEST_PROMPT } from '../../src/prompts/prompt-files.ts';
import { readPrompts } from '../../src/prompts/read-prompts.ts';
import { createJudgeAndSimulator } from '../../src/run/judge-and-simulator.ts';
import { resolveSettings, SettingsError } from '../../src/settings.ts';
import { PERSONA_DESCRIPTIONS } from '../../src/simulator/personas.ts';
import { USER_PARTS, USER_PROMPT } from '../../src/simulator/prompts/user.ts';
import { agentEval } from '../../src/vitest/plugin.ts';
import { turnInput } from '../judge/llm/inputs.ts';
import { commandFolder } from '../support/command.ts';

const BOTH = '{{untrusted_text}}\n{{reply_form}}\n';
const SMALL = {
  'prompts/judge-turn.md': `Grade like a lawyer.\n${BOTH}`,
  'prompts/judge-scenario.md': `Explain.\n${BOTH}`,
  'prompts/simulator.md': `Ask like a pirate.\n- pirate: says arr\n${BOTH}`,
};
const settings = resolveSettings({ judge: 'anthropic' }, {});
const context = { signal: new AbortController().signal, ledger: createLedger(1) };

interface Sent {
  readonly system: string;
  readonly prompt: string;
}

/** Judge and simulator whose model is never reached: what would have been sent is kept. */
async function listening(prompts: Parameters<typeof createJudgeAndSimulator>[2]) {
  const sent: Sent[] = [];
  const client: LlmClient = {
    model: 'none',
    structured({ system, prompt }) {
      sent.push({ system, prompt });
      return Promise.reject(new LlmError('aborted', 'nothing is sent here'));
    },
  };
  return { sent, ...(await createJudgeAndSimulator(settings, {}, prompts, () => client)) };
}

test('fault 42: prompts are exported as files, and those that nobody edited are the same prompts', async () => {
  const here = await commandFolder();
  const { code, out, err } = await here.run('prompts', 'export', 'prompts');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('4 prompts written to prompts:');
  const prompts = await readPrompts(here.path('prompts'));
  expect(prompts).toEqual({
    turn: TURN_PROMPT,
    scenario: SCENARIO_PROMPT,
    answer: ANSWER_PROMPT,
    user: USER_PROMPT,
  });
  const [own, read] = [await listening(null), await listening(prompts)];
  expect(read.judge.fingerprint).toBe(own.judge.fingerprint);
  expect(read.simulator.fingerprint).toBe(own.simulator.fingerprint);
});

test('the prompt of answers may be left out or edited, but keeps a place for the criteria', async () => {
  const without = await commandFolder(SMALL);
  expect((await readPrompts(without.path('prompts'))).answer).toBe(ANSWER_PROMPT);
  const edited = await commandFolder({
    ...SMALL,
    'prompts/judge-answer.md': `Grade.\n{{criteria}}\n${BOTH}`,
  });
  expect((await readPrompts(edited.path('prompts'))).answer).toMatch(
    /^Grade\.\n\{\{criteria\}\}\nA tag is real/,
  );
  const placeless = await commandFolder({ ...SMALL, 'prompts/judge-answer.md': `Grade.\n${BOTH}` });
  await expect(readPrompts(placeless.path('prompts'))).rejects.toThrow('judge-answer.md has no {{criteria}}');
});

test('fault 42: an editor on Windows changes no prompt', async () => {
  const here = await commandFolder(SMALL);
  const plain = await readPrompts(here.path('prompts'));
  const windows = Object.entries(SMALL).map(([file, text]) => [
    file,
    `\uFEFF${text.replaceAll('\n', '\r\n')}\r\n`,
  ]);
  await here.write(Object.fromEntries(windows));
  expect(await readPrompts(here.path('prompts'))).toEqual(plain);
});

test('fault 42: an export overwrites no edited prompt unless it is told to', async () => {
  const here = await commandFolder(SMALL);
  const refused = await here.run('prompts', 'export', 'prompts');
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('judge-turn.md');
  expect(refused.err).toContain('agent-eval prompts export <another folder>');
  expect((await readPrompts(here.path('prompts'))).turn).toMatch(/^Grade like a lawyer\./);
  expect((await here.run('prompts', 'export', 'prompts', '--force')).code).toBe(0);
  expect((await readPrompts(here.path('prompts'))).turn).toBe(TURN_PROMPT);
});

test('fault 42: edited prompts are sent, with our own words on foreign text and reply, and are another judge', async () => {
  const here = await commandFolder(SMALL);
  const edited = await listening(await readPrompts(here.path('prompts')));
  const own = await listening(null);
  expect(edited.judge.fingerprint).not.toBe(own.judge.fingerprint);
  expect(edited.simulator.fingerprint).not.toBe(own.simulator.fingerprint);

  await expect(edited.judge.judgeTurn(turnInput(), context)).rejects.toThrow('nothing is sent here');
  const message = { persona: 'pirate', objective: 'Ask it.', conversation: [] };
  await expect(edited.simulator.nextMessage(message, context)).rejects.toThrow('nothing is sent here');
  const [turn, user] = edited.sent;
  expect(turn?.system).toBe(`Grade like a lawyer.\n${TURN_PARTS.untrusted_text}\n${TURN_PARTS.reply_form}`);
  expect(turn?.prompt).toContain('<agent_answer>\n');
  expect(user?.system).toContain(USER_PARTS.untrusted_text);
  expect(user?.system).toContain(USER_PARTS.reply_form);
});

test('fault 42: a persona is told by name where the prompt describes it, and in words where it does not', async () => {
  const here = await commandFolder(SMALL);
  const { simulator, sent } = await listening(await readPrompts(here.path('prompts')));
  for (const persona of ['pirate', 'student', 'constructor']) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await simulator.nextMessage({ persona, objective: 'Ask it.', conversation: [] }, context).catch(() => {});
  }
  expect(sent.map(({ prompt }) => /<persona>\n(.*)\n<\/persona>/.exec(prompt)?.[1])).toEqual([
    'pirate',
    `someone not in the list: ${PERSONA_DESCRIPTIONS['student']}`,
    'someone not in the list: constructor',
  ]);
});

test.each<[string, Record<string, string | null>, string]>([
  ['an unknown file', { 'judge_turn.md': 'x' }, 'judge_turn.md is no prompt: did you mean judge-turn.md?'],
  ['another file', { 'notes.txt': 'x' }, 'notes.txt is no prompt: the prompts are judge-turn.md, '],
  ['a blank file', { 'simulator.md': ' \n' }, 'simulator.md is blank.'],
  ['nothing but our words', { 'simulator.md': BOTH }, 'simulator.md is blank.'],
  [
    'no place for the reply',
    { 'judge-turn.md': 'a {{untrusted_text}}' },
    'judge-turn.md has no {{reply_form}},',
  ],
  [
    'a place twice',
    { 'judge-turn.md': `\na\r\n${BOTH}and {{reply_form}}` },
    'judge-turn.md:5:5 has {{reply_form}} for the second time',
  ],
  [
    'a huge file',
    { 'judge-turn.md': `${BOTH}${'x'.repeat(LONGEST_PROMPT)}` },
    'judge-turn.md has more than 100,000',
  ],
])('fault 42: %s is refused by name', async (_what, files, says) => {
  const here = await commandFolder(SMALL);
  await here.write(
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`prompts/${file}`, text])),
  );
  const reading = readPrompts(here.path('prompts'));
  await expect(reading).rejects.toThrow(SettingsError);
  await expect(reading).rejects.toThrow(says);
  await expect(reading).rejects.toThrow('agent-eval prompts export <another folder>');
});

test('fault 42: all that is wrong with a folder is said at once, and the plugin says it before a run', async () => {
  const here = await commandFolder({ 'prompts/simulator.md': 'x', 'prompts/.hidden': 'x' });
  const configuring = async (prompts: string) => {
    const { config } = agentEval({ prompts, scenarios: '.', target: 'embedded' });
    if (typeof config !== 'function') throw new Error('the plugin has no hook for the configuration');
    return await Reflect.apply(config, {}, [{ root: here.folder }, { command: 'serve', mode: 'test' }]);
  };
  await expect(configuring('prompts')).rejects.toThrow(
    /judge-turn\.md is missing\.\n +judge-scenario\.md is missing\.\n +simulator\.md has no \{\{untrusted_text\}\}/,
  );
  await expect(configuring('nowhere')).rejects.toThrow(
    /there is no folder .*nowhere\. Write it with: agent-eval/,
  );
});

test('fault 42: `judge check` measures a judge with edited prompts, or says what is wrong with them', async () => {
  const cases = await readFile(new URL('../judge/cases.jsonl', import.meta.url), 'utf8');
  const here = await commandFolder({ 'cases.jsonl': `${cases.split('\n')[0]}\n` });
  const { code, err } = await here.run('judge', 'check', 'cases.jsonl', '--prompts', 'nowhere');
  expect(code).toBe(2);
  expect(err).toContain('there is no folder');
});
