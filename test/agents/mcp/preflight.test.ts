import { expect, test } from 'vitest';
import { AgentUiError, type AgentUiErrorKind, type SystemStatus } from '../../../src/agents/contract.ts';
import { checkAgentUi } from '../../../src/agents/mcp/preflight.ts';

const status: SystemStatus = {
  version: '0.21.2',
  model_server_running: true,
  model: 'm',
  init_state: 'ready',
};
const agent = (answer: () => SystemStatus) => ({
  backend: 'http://localhost:4200',
  status: async () => answer(),
});

const START = 'Start it with: gaia chat --ui';

test.each([true, null])('an agent whose model server is up (%s) will do', async (model_server_running) => {
  const given = { ...status, model_server_running };
  expect(await checkAgentUi(agent(() => given))).toEqual({ ok: true, status: given });
});

test('an agent without its model server will not', async () => {
  expect(
    await checkAgentUi(
      agent(() => ({ ...status, model_server_running: false })),
      START,
    ),
  ).toEqual({
    ok: false,
    message:
      'The agent at http://localhost:4200 is up, but its model server is not running. Start it with: gaia chat --ui',
  });
});

test.each<[AgentUiErrorKind, RegExp]>([
  [
    'unreachable',
    /^The agent is not reachable at http:\/\/localhost:4200 \(no answer\)\. Start it with: gaia chat --ui$/,
  ],
  ['timeout', /does not answer \(no answer\)\. Start it with/],
  ['malformed', /cannot say how it is \(no answer\)/],
])('%s: one line that says so', async (kind, message) => {
  const check = checkAgentUi(
    agent(() => {
      throw new AgentUiError(kind, 'system_status', 'no\n  answer');
    }),
    START,
  );
  expect(await check).toEqual({ ok: false, message: expect.stringMatching(message) });
});

test('a fault of our own is not hidden', async () => {
  const check = checkAgentUi(
    agent(() => {
      throw new TypeError('bug');
    }),
  );
  await expect(check).rejects.toThrow('bug');
});
