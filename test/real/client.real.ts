/** The client against the real Agent UI: a whole conversation, over both transports. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentReply, ConnectedAgentUi } from '../../src/agents/contract.ts';
import { checkAgentUi } from '../../src/agents/mcp/preflight.ts';
import { agentUiError } from '../support/agent-ui-error.ts';
import { connect, document, hasAgents, isOld, model, version } from './rig.ts';

const OFFICES =
  '# Offices\n\nThe Lisbon office is run by Marta Quintela. It opened in March 2019.\n\nThe Oslo office is run by Ola Berg.\n';
const PRICES = 'item,price\nFalcon sensor,349\nHeron sensor,129\n';

describe.runIf(hasAgents).each(['http', 'stdio'] as const)('over %s', (how) => {
  let ui: ConnectedAgentUi;
  beforeAll(async () => {
    await model({ reset: true, miss: 0 });
    ui = await connect(how);
  });
  afterAll(() => ui.close());

  test('an agent that is up says so', async () => {
    expect(ui.generation).toBe('send-message');
    expect(await checkAgentUi(ui)).toMatchObject({
      ok: true,
      status: { version, model_server_running: true },
    });
  });

  test('status, session, documents, three turns, transcript, deletion', async () => {
    const session = await ui.createSession({ title: 'Eval: a conversation' });
    expect(session).toMatchObject({
      agent_type: 'chat',
      device: isOld ? null : 'gpu',
      model: expect.any(String),
    });
    for (const path of [document('office.md', OFFICES), document('prices.csv', PRICES)]) {
      expect(await ui.indexDocument({ path, sessionId: session.id })).toMatchObject({
        chunk_count: 1,
        linked_to_session: session.id,
      });
    }
    const questions = [
      'Who runs the Lisbon office?',
      'And when did it open?',
      'What is the price of the Heron sensor?',
    ];
    const replies: AgentReply[] = [];
    for (const message of questions) replies.push(await ui.sendMessage({ sessionId: session.id, message }));
    expect(replies.map((reply) => reply.agent_response)).toEqual([
      expect.stringContaining('Quintela'),
      expect.stringContaining('March 2019'),
      expect.stringContaining('129'),
    ]);
    for (const { tool_calls, stats } of replies) {
      expect(tool_calls).toEqual([
        {
          tool: 'query_documents',
          arguments: expect.stringMatching(/^query: /),
          success: true,
          summary: expect.stringMatching(/relevant chunk/),
        },
      ]);
      expect(stats?.output_tokens).toBeGreaterThan(0);
    }
    expect(await ui.getMessages(session.id)).toEqual(
      questions.flatMap((content, turn) => [
        { role: 'user', content },
        { role: 'assistant', content: replies[turn]?.agent_response },
      ]),
    );
    await ui.deleteSession(session.id);
    await ui.deleteSession(session.id);
    await expect(ui.getSession(session.id)).rejects.toEqual(agentUiError('refused'));
  });

  test('a document above 5 MiB is waited for', async () => {
    const { id: sessionId } = await ui.createSession({ title: 'Eval: a large document' });
    const filler = 'The quick brown fox keeps walking along the river bank until the evening comes.\n'.repeat(
      70_000,
    );
    const path = document(
      `big-${how}.txt`,
      `${how} The access code of the big archive is 7741-ZEBRA.\n${filler}`,
    );
    const indexed = await ui.indexDocument({ path, sessionId });
    expect(indexed).toMatchObject({ indexing_status: 'complete', linked_to_session: sessionId });
    expect(indexed.chunk_count).toBeGreaterThan(100);
    await ui.deleteSession(sessionId);
  });

  test('what cannot be indexed is told', async () => {
    const { id: sessionId } = await ui.createSession({ title: 'Eval: documents' });
    const index = (path: string, session = sessionId) => ui.indexDocument({ path, sessionId: session });
    expect(await index(document('empty.txt', ''))).toMatchObject({
      chunk_count: 0,
      indexing_status: 'failed',
    });
    await expect(index('/etc/hosts')).rejects.toEqual(agentUiError('refused', /home directory/));
    await expect(index(document('tool.exe', 'x'))).rejects.toEqual(agentUiError('refused', /not allowed/));
    await expect(index(`${document('a.md', 'x')}.gone.md`)).rejects.toEqual(
      agentUiError('refused', /not found/i),
    );
    await expect(index(document('office.md', OFFICES), 'nope')).rejects.toEqual(
      agentUiError('refused', /not linked to session nope/),
    );
    await ui.deleteSession(sessionId);
  });
});
