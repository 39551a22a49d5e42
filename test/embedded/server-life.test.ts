import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { inWorker, startRig, type Rig } from './support.ts';

const FILES = {
  'harbour.md': '# Harbour report\n\n## Berths\n\nThe harbour has 18 berths.\n',
  'secret.md': 'The pass phrase is "green heron".',
};

test('one turn at a time: the same session is refused, another waits', async () => {
  const slow = await startRig(FILES, { misbehave: [{ kind: 'slow', ms: 300 }] }, inWorker);
  try {
    const a = await slow.session();
    const b = await slow.session();
    const first = a.say('hello');
    const second = await slow.call('send_message', { session_id: a.id, message: 'again' });
    expect(second).toEqual({
      status: 'error',
      detail: 'A chat request is already in progress for this session. Please wait for it to finish.',
    });
    const other = b.say('hello');
    expect(await slow.call('system_status')).toMatchObject({ init_state: 'ready' });
    expect((await first).content).toContain('Hello');
    expect((await other).content).toContain('Hello');
  } finally {
    await slow.close();
  }
});

test('a restart keeps sessions, messages and documents, in a database that others can read', async () => {
  const data = await mkdtemp(join(tmpdir(), 'embedded-data-'));
  const first = await startRig(FILES, { dataDir: data }, inWorker);
  const session = await first.session('harbour.md');
  await session.say('How many berths does the harbour have?');
  await rename(join(first.folder, 'harbour.md'), join(first.folder, 'moved.md'));
  await first.close();

  const database = new Database(join(data, 'chat', 'gaia_chat.db'));
  const columns = (table: string): unknown[] =>
    (database.pragma(`table_info(${table})`) as { name: string }[]).map((column) => column.name);
  expect(columns('sessions')).toEqual(
    expect.arrayContaining([
      'id',
      'title',
      'created_at',
      'updated_at',
      'model',
      'system_prompt',
      'private',
      'agent_type',
      'device',
      'mail_provider',
    ]),
  );
  expect(columns('messages')).toEqual([
    'id',
    'session_id',
    'role',
    'content',
    'created_at',
    'rag_sources',
    'agent_steps',
    'tokens_prompt',
    'tokens_completion',
    'inference_stats',
  ]);
  expect(columns('documents')).toEqual(
    expect.arrayContaining([
      'id',
      'filename',
      'filepath',
      'file_hash',
      'chunk_count',
      'indexing_status',
      'last_error',
    ]),
  );
  expect(database.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  database.close();

  const second = await startRig(FILES, { dataDir: data }, inWorker);
  try {
    expect(await second.call('get_messages', { session_id: session.id })).toMatchObject({ total: 2 });
    const reply = (await second.call('send_message', {
      session_id: session.id,
      message: 'How many berths are there in the harbour?',
    })) as { content: string };
    expect(reply.content).toContain('18');
  } finally {
    await second.close();
    await rm(data, { recursive: true });
  }
});

describe('misbehaviour for tests of clients', () => {
  const withFault = async (
    fault: Parameters<typeof startRig>[1],
    check: (faulty: Rig) => Promise<void>,
  ): Promise<void> => {
    const faulty = await startRig(FILES, fault, inWorker);
    try {
      await check(faulty);
    } finally {
      await faulty.close();
    }
  };

  test('a failing turn is prose without stats, only in the turn it is meant for', async () => {
    await withFault({ misbehave: [{ kind: 'failing_turn', turn: 1 }] }, async (faulty) => {
      const session = await faulty.session();
      const reply = await session.say('hi');
      expect(reply.content).toMatch(
        /^Sorry, I ran into a problem while processing your request[\s\S]*\*Technical details:/,
      );
      expect(reply).not.toHaveProperty('stats');
      expect((await session.say('hi')).content).toContain('Hello');
    });
  });

  test('no chunks, for the named file alone', async () => {
    await withFault({ misbehave: [{ kind: 'no_chunks', filename: 'harbour.md' }] }, async (faulty) => {
      expect(
        await faulty.call('index_document', { filepath: join(faulty.folder, 'harbour.md') }),
      ).toMatchObject({ chunk_count: 0, indexing_status: 'failed' });
      expect(
        await faulty.call('index_document', { filepath: join(faulty.folder, 'secret.md') }),
      ).toMatchObject({ chunk_count: 1 });
    });
  });

  test('a model that is down shows in the status', async () => {
    await withFault({ misbehave: [{ kind: 'model_down' }] }, async (faulty) => {
      expect(await faulty.call('system_status')).toMatchObject({
        lemonade_running: false,
        init_state: 'degraded',
      });
    });
  });

  test('a crash cuts the connection in the middle of the turn', async () => {
    await withFault({ misbehave: [{ kind: 'crash' }] }, async (faulty) => {
      const { id } = await faulty.session();
      await expect(
        faulty.client.callTool(
          { name: 'send_message', arguments: { session_id: id, message: 'hi' } },
          undefined,
          { timeout: 1500 },
        ),
      ).rejects.toThrow(/./);
      await expect(fetch(`${faulty.backendUrl}/api/health`)).rejects.toThrow('fetch failed');
    });
  });

  test('a hanging turn leaves the other tools usable', async () => {
    await withFault({ misbehave: [{ kind: 'hang' }] }, async (faulty) => {
      const { id } = await faulty.session();
      await expect(
        faulty.client.callTool(
          { name: 'send_message', arguments: { session_id: id, message: 'hi' } },
          undefined,
          { timeout: 200 },
        ),
      ).rejects.toThrow(/timed out/i);
      expect(await faulty.call('get_messages', { session_id: id })).toMatchObject({ total: 1 });
    });
  });
});
