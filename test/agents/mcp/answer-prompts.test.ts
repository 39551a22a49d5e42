import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectedAgentUi, PromptPolicy } from '../../../src/agents/contract.ts';
import { DECLINED } from '../../../src/agents/mcp/generations/answer-prompts.ts';
import { connectToReplay, send, startReplay, type Replay } from '../../support/replay-0.25.ts';

let replay: Replay;
let ui: ConnectedAgentUi;

beforeAll(async () => {
  replay = await startReplay();
  ui = await connectToReplay(replay);
});
afterAll(async () => {
  await ui.close();
  await replay.kill();
});

async function clientWith(policy: Partial<PromptPolicy>): Promise<ConnectedAgentUi> {
  const client = await connectToReplay(replay, { policy });
  onTestFinished(() => client.close());
  return client;
}

describe('permission prompts', () => {
  const asking = '[[permission write_file path=/x/a.txt]][[say Done.]]';

  test('are denied, and recorded, unless told otherwise', async () => {
    const reply = await send(ui, asking);
    expect(reply.prompts).toEqual([
      { kind: 'permission', text: 'write_file: path=/x/a.txt', decision: 'denied', answer: null },
    ]);
    expect(reply.tool_calls).toMatchObject([{ tool: 'write_file', success: false }]);
    await replay.lines.wait('prompt deny');
  });

  test('are allowed, one by one, where the policy says so', async () => {
    const allowing = await clientWith({ permissions: 'allow' });
    const reply = await send(allowing, `[[permission mkdir x]]${asking}`);
    expect(reply.prompts?.map(({ text, decision }) => [text, decision])).toEqual([
      ['mkdir: x', 'allowed'],
      ['write_file: path=/x/a.txt', 'allowed'],
    ]);
    expect(reply.tool_calls.every(({ success }) => success)).toBe(true);
    expect(replay.lines.all).not.toContain('prompt always');
  });

  test('what the agent refuses without asking is recorded too', async () => {
    expect((await send(ui, '[[unattended rm]][[say No.]]')).prompts).toEqual([
      { kind: 'permission', text: 'rm: needs someone to approve it', decision: 'denied', answer: null },
    ]);
  });
});

describe('questions in the middle of a turn', () => {
  const open = '[[question Which one? | Red | Blue]][[say Done.]]';
  const closed = '[[choice Which one? | Red | Blue]][[say Done.]]';

  test.each([
    ['declined in words', 'decline', open, { decision: 'declined', answer: DECLINED }],
    [
      'left to run out where only its options count',
      'decline',
      closed,
      { decision: 'expired', answer: null },
    ],
    [
      'answered with the text',
      'Whatever is cheaper',
      open,
      { decision: 'answered', answer: 'Whatever is cheaper' },
    ],
    [
      'answered with the option that the text names',
      ' BLUE',
      closed,
      { decision: 'answered', answer: 'blue' },
    ],
    ['left to run out when no option fits', 'green', closed, { decision: 'expired', answer: null }],
  ])('%s', async (_, questions, message, expected) => {
    const asked = await clientWith({ questions });
    const reply = await send(asked, message);
    expect(reply.prompts).toEqual([{ kind: 'question', text: 'Which one?: Red | Blue', ...expected }]);
    const heard = expected.answer === null ? 'nobody answered' : `the user said: ${expected.answer}`;
    expect(reply.tool_calls).toMatchObject([{ tool: 'ask_user', summary: heard }]);
    expect(reply.agent_response).toBe('Done.');
  });
});
