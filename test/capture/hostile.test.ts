/** Whatever a session says, it stays text: no path leads out, no YAML breaks. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plain } from '../../src/capture/clean.ts';
import { scenarioYaml } from '../../src/capture/scenario-yaml.ts';
import { writeCapture } from '../../src/capture/capture.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { workspace } from './support.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    'todo: done\nturns: []',
    '- a\n- b: {c}',
    '---\nid: other',
    '...\n',
    '!!js/function x',
    '&anchor *alias',
    '# comment',
    "it's: \"quoted\" 'twice'",
    '\t tab\n\t\ttab',
    '[[[[[[[[{{{{{{{{',
    '['.repeat(80),
    '- '.repeat(80),
    'null',
    '~',
    'yes',
    '1e3',
    '<<: *x',
    '  leading\n    and deeper\n  back',
    'trailing   \n\n\n',
    'a\u2028b\u2029c\u0085d',
    '../../etc/passwd',
    'x'.repeat(3000),
  ),
);

test('any text is kept word for word, and the file loads', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (message, title, answer) => {
      fc.pre(plain(message).trim() !== '');
      const yaml = scenarioYaml({
        id: 'captured_x',
        name: plain(title).trim() || 'x',
        description: title,
        agent_type: null,
        captured_from: { title: plain(title).trim() || 'x' },
        documents: [],
        turns: [{ user_message: message, tools: ['query_documents'], answer, todo: 'Say it.' }],
      });
      const { scenario, problems } = parseScenario(yaml, 'x.yaml');
      expect(problems).toEqual([]);
      expect(scenario?.turns).toEqual([
        {
          turn: 1,
          user_message: plain(message).trim(),
          todo: 'Say it.',
          expected_tools: ['query_documents'],
        },
      ]);
    }),
    { numRuns: 200 },
  );
});

test.each(['../../../evil', '/etc/evil', 'C:\\evil', '..', 'con', 'a/b\\c', '🙂', 'x'.repeat(500)])(
  'the title %s names a file inside the folder',
  async (title) => {
    const space = workspace();
    const session = space.database.session({ title });
    space.database.user(session, 'Hello');
    space.database.answer(session, { content: 'Hi.', steps: [{ tool: '../../bin/sh' }, { tool: 'x: y' }] });
    const capture = await space.capture(session);
    expect(path.dirname(capture.file)).toBe(path.join(space.scenarios, 'captured'));
    expect(path.basename(capture.file)).toMatch(/^captured_[a-z0-9_]+\.yaml$/);
    expect(capture.yaml).not.toContain('expected_tools');
    await writeCapture(capture);
    expect(existsSync(capture.file)).toBe(true);
    expect(readdirSync(space.folder).toSorted()).toEqual(['agent', 'corpus', 'scenarios']);
  },
);

test('an id of the user’s is checked like any other', async () => {
  const space = workspace();
  const session = space.database.session();
  space.database.user(session, 'Hello');
  space.database.answer(session, 'Hi.');
  await expect(space.capture(session, { id: '../x' })).rejects.toThrow('The id "../x" may hold only');
  expect(await space.capture(session, { id: 'mine' })).toMatchObject({ id: 'mine' });
});

test('secrets and home folders reach neither file nor preview', async () => {
  const space = workspace();
  const session = space.database.session({ title: 'password: tit1esecret' });
  space.database.user(session, 'Use sk-ant-abcdefghijklmnop1234 on /home/carol/x');
  space.database.answer(session, 'The password is ans7wer!');
  const capture = await space.capture(session);
  expect(capture.yaml).not.toMatch(/tit1esecret|abcdefghijklmnop|carol|ans7wer/);
  expect(capture.masked).toEqual({ password: expect.any(Number), key: 1, 'home folder': 1 });
});
