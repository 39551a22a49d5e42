/** Sessions that are empty, running or failed. */
import { expect, test } from 'vitest';
import { twoTurns, workspace, type Workspace } from './support.ts';

type Fill = (space: Workspace) => string;

const FAILED = 'Agent error: Could not load the model';
const failing: Fill = ({ database }) => {
  const session = database.session();
  database.user(session, 'Hello?');
  database.answer(session, { content: FAILED, outputTokens: null });
  return session;
};

test.each<[string, Fill, RegExp]>([
  ['empty', ({ database }) => database.session(), /is empty: .* Talk to the agent first/],
  [
    'waiting for its first answer',
    ({ database }) => {
      const session = database.session();
      database.user(session, 'Hello?');
      return session;
    },
    /has no answer yet: the agent is working on it, or was stopped\. Wait for its answer/,
  ],
  [
    'running its third turn',
    (space) => {
      const session = twoTurns(space);
      space.database.user(session, 'And then?');
      return session;
    },
    /has no answer yet: .* capture the 2 turns before it/,
  ],
  ['failed in every turn', failing, /Every turn of the session .* failed.*: Agent error/],
  [
    'without any answer',
    ({ database }) => {
      const session = database.session();
      database.answer(session, 'Welcome!');
      return session;
    },
    /is empty/,
  ],
])('a session that is %s is refused', async (_what, fill, message) => {
  const space = workspace();
  await expect(space.capture(fill(space))).rejects.toThrow(message);
});

test('the finished turns of a running session can be had', async () => {
  const space = workspace();
  const session = twoTurns(space);
  space.database.user(session, 'And then?');
  expect(await space.capture(session, { finishedOnly: true })).toMatchObject({
    turns: 2,
    warnings: ['the last message has no answer yet and is left out'],
  });
});

test('0.25 says itself that a turn is running, or that the last one failed', async () => {
  const space = workspace('0.25');
  const session = twoTurns(space);
  space.database.store.prepare('INSERT INTO unfinished_turns VALUES (1, ?)').run(session);
  await expect(space.capture(session)).rejects.toThrow('the agent is working on it.');
  space.database.store.exec('DELETE FROM unfinished_turns');
  space.database.store.exec("UPDATE sessions SET last_run_status = 'failed'");
  expect(await space.capture(session)).toMatchObject({
    turns: 1,
    warnings: ['message 2 is left out: the agent failed (The report does not say.)'],
  });
});

test('a failed turn and a message without an answer are left out, and said', async () => {
  const space = workspace();
  const session = failing(space);
  space.database.user(session, 'Lost when the agent was killed');
  space.database.user(session, 'Hello again?');
  space.database.answer(session, 'Hello!');
  const capture = await space.capture(session);
  expect(capture.turns).toBe(1);
  expect(capture.yaml).toContain('user_message: Hello again?');
  expect(capture.warnings).toEqual([
    `message 1 is left out: the agent failed (${FAILED})`,
    'before message 2: one message without an answer left out',
  ]);
});

test('an agent that only talks of an error has not failed', async () => {
  const space = workspace();
  const session = space.database.session();
  space.database.user(session, 'What does the log say?');
  space.database.answer(session, 'It says "Agent error: disk full".');
  expect(await space.capture(session)).toMatchObject({ turns: 1, warnings: [] });
});
