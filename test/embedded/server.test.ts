import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRig, type Rig } from './support.ts';

const FILES = {
  'harbour.md': '# Harbour report\n\n## Berths\n\nThe harbour has 18 berths.\n',
  'void.txt': '',
  'broken.xlsx': 'not a zip',
  'scan.pdf': '%PDF-1.4 nothing',
  'pic.png': 'x',
  'secret.md': 'The pass phrase is "green heron".',
};

let rig: Rig;
beforeAll(async () => {
  rig = await startRig(FILES);
});
afterAll(async () => rig.close());

const keys = (value: unknown): string[] => Object.keys(value ?? {}).toSorted();

describe('shapes of a real 0.21 server', () => {
  test('results are one text item of JSON beside the same structured content', async () => {
    const result = await rig.raw('list_sessions');
    const content = result['content'] as { type: string; text: string }[];
    expect(content).toHaveLength(1);
    expect({ result: JSON.parse(content[0]?.text ?? '') as unknown }).toEqual(result['structuredContent']);
    expect(result['isError'] ?? false).toBe(false);
  });

  test('a session', async () => {
    const session = await rig.call('create_session', { title: 'Eval: shapes' });
    expect(session).toMatchObject({
      title: 'Eval: shapes',
      message_count: 0,
      document_ids: [],
      private: false,
      agent_type: 'chat',
      system_prompt: null,
      mail_provider: null,
    });
    expect(keys(session)).toEqual([
      'agent_type',
      'created_at',
      'device',
      'document_ids',
      'id',
      'mail_provider',
      'message_count',
      'model',
      'private',
      'system_prompt',
      'title',
      'updated_at',
    ]);
    expect(await rig.call('get_session', { session_id: session['id'] })).toEqual(session);
    expect((await rig.call('create_session', { agent_type: 'doc' }))['agent_type']).toBe('doc');
  });

  test('an indexed document says which session it is linked to', async () => {
    const { id } = await rig.session();
    const result = await rig.call('index_document', {
      filepath: join(rig.folder, 'harbour.md'),
      session_id: id,
    });
    expect(result).toMatchObject({
      filename: 'harbour.md',
      chunk_count: 1,
      indexing_status: 'complete',
      last_error: null,
      linked_to_session: id,
    });
    expect(keys(result)).toEqual([
      'chunk_count',
      'file_size',
      'filename',
      'filepath',
      'id',
      'indexed_at',
      'indexing_status',
      'last_accessed_at',
      'last_error',
      'linked_to_session',
      'sessions_using',
    ]);
    const unknown = await rig.call('index_document', {
      filepath: join(rig.folder, 'harbour.md'),
      session_id: 'nope',
    });
    expect(unknown).not.toHaveProperty('linked_to_session');
    expect(unknown['id']).toBe(result['id']);
  });

  test('a turn: steps, event log, stats; the backend loads documents at the first one only', async () => {
    const session = await rig.session('harbour.md');
    const first = await session.say('How many berths does the harbour have?');
    expect(keys(first)).toEqual(['agent_steps', 'content', 'event_log', 'stats']);
    expect(first.agent_steps.map((step) => step.tool)).toEqual(['index_documents', 'query_specific_file']);
    expect(keys(first.agent_steps[0])).toEqual(['success', 'summary', 'tool']);
    expect(first.agent_steps[0]?.summary).toMatch(
      /^Indexed 1 document\(s\) in \d\.\ds\nTotal: 1 chunks in index\n\n {2}harbour\.md — 1 chunks/,
    );
    const log = first.event_log.join('\n');
    expect(log).toContain(
      '[tool] query_specific_file\n  args: file_path: harbour.md, query: How many berths does the harbour have?\n  result [OK]: Found 1 relevant chunk(s)',
    );
    expect(first.event_log.at(-1)).toMatch(/^\[perf\] [\d.]+ tok\/s \| \d+ms TTFT \| \d+ → \d+ tokens$/);
    expect(keys(first.stats)).toEqual([
      'input_tokens',
      'output_tokens',
      'time_to_first_token',
      'tokens_per_second',
    ]);
    expect(first.stats?.['output_tokens']).toBe(Math.ceil(first.content.length / 4));
    const second = await session.say('And who built it?');
    expect(second.agent_steps.map((step) => step.tool)).not.toContain('index_documents');
  });

  test('messages as stored: cut at 2,000 characters, with steps and stats', async () => {
    const session = await rig.session('harbour.md');
    await session.say('How many berths does the harbour have?');
    await session.say('x'.repeat(2500));
    const { messages, total } = (await rig.call('get_messages', { session_id: session.id })) as {
      messages: Record<string, unknown>[];
      total: number;
    };
    expect(total).toBe(4);
    expect(messages.map((message) => message['role'])).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(keys(messages[0])).toEqual(['content', 'role']);
    const steps = messages[1]?.['agent_steps'] as unknown[] | undefined;
    expect(keys(steps?.[0])).toEqual(['label', 'result', 'success', 'tool', 'type']);
    expect(messages[2]?.['content']).toHaveLength(2000);
  });

  test('titles are replaced after the first answer unless they begin with "Eval:"', async () => {
    const { id } = await rig.call('create_session', { title: 'My chat' });
    await rig.call('send_message', { session_id: id, message: 'hello there, harbour master' });
    expect((await rig.call('get_session', { session_id: id }))['title']).not.toBe('My chat');
    const kept = await rig.session();
    await kept.say('hello there, harbour master');
    expect((await rig.call('get_session', { session_id: kept.id }))['title']).toBe('Eval: test');
  });

  test('tools/list has the argument schemas', async () => {
    const { tools } = await rig.client.listTools();
    expect(tools.find((tool) => tool.name === 'send_message')?.inputSchema).toEqual({
      type: 'object',
      properties: {
        session_id: { title: 'Session Id', type: 'string' },
        message: { title: 'Message', type: 'string' },
      },
      required: ['session_id', 'message'],
      title: 'send_messageArguments',
    });
    expect(tools.find((tool) => tool.name === 'create_session')?.inputSchema.properties).toEqual({
      title: { default: 'New Chat', title: 'Title', type: 'string' },
      agent_type: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Agent Type' },
    });
  });

  test('ready, and what it holds', async () => {
    expect(await rig.call('system_status')).toMatchObject({
      lemonade_running: true,
      initialized: true,
      init_state: 'ready',
      context_size_sufficient: true,
      expected_model_loaded: true,
    });
    const health = (await (await fetch(`${rig.backendUrl}/api/health`)).json()) as Record<string, unknown>;
    expect(health['status']).toBe('ok');
    const { id } = await rig.session();
    expect(await (await fetch(`${rig.backendUrl}/api/sessions/${id}`)).json()).toMatchObject({ id });
    expect((await fetch(`${rig.backendUrl}/api/sessions/nope`)).status).toBe(404);
  });
});

describe('failures', () => {
  test.each(['get_session', 'get_messages', 'delete_session'])(
    '%s of an unknown session is an answered failure',
    async (tool) => {
      expect(await rig.call(tool, { session_id: 'nope' })).toEqual({
        status: 'error',
        detail: 'Session not found',
      });
    },
  );

  test('a deleted session is gone', async () => {
    const { id } = await rig.session();
    expect(await rig.call('delete_session', { session_id: id })).toEqual({ deleted: true, session_id: id });
    expect(await rig.call('send_message', { session_id: id, message: 'hi' })).toEqual({
      status: 'error',
      detail: 'Session not found',
    });
  });

  test.each([
    ['no_such_tool', {}, 'Unknown tool: no_such_tool'],
    [
      'send_message',
      { session_id: 'x' },
      'Error executing tool send_message: 1 validation error for send_messageArguments\nmessage\n  Field required',
    ],
    ['index_document', { filepath: 7 }, 'Error executing tool index_document: 1 validation error'],
  ])('%s with %j is an error of the call', async (tool, args, text) => {
    const result = await rig.raw(tool, args);
    expect(result['isError']).toBe(true);
    expect(result).not.toHaveProperty('structuredContent');
    expect((result['content'] as { text: string }[])[0]?.text).toContain(text);
  });

  test('an over-long message crashes the tool', async () => {
    const { id } = await rig.session();
    const result = await rig.raw('send_message', { session_id: id, message: 'x'.repeat(100_001) });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Error executing tool send_message') as string }],
    });
  });

  test.each([
    ['void.txt', 'File is empty'],
    ['broken.xlsx', 'not a valid .xlsx'],
    ['scan.pdf', 'Could not read PDF'],
  ])('%s is indexed with 0 chunks and the reason', async (name, reason) => {
    const result = await rig.call('index_document', { filepath: join(rig.folder, name) });
    expect(result).toMatchObject({ chunk_count: 0, indexing_status: 'failed' });
    expect(result['last_error']).toContain(reason);
  });

  test.each([
    ['pic.png', 'File type not allowed: .png. Allowed: ['],
    ['nosuch.md', 'File not found: '],
    ['../outside.md', 'Access denied: path must be within'],
    ['link.md', 'Symbolic link documents are not allowed'],
  ])('%s is refused', async (name, detail) => {
    await symlink(join(rig.folder, 'harbour.md'), join(rig.folder, 'link.md')).catch(() => {});
    const result = await rig.call('index_document', { filepath: join(rig.folder, name) });
    expect(result['status']).toBe('error');
    expect(result['detail']).toContain(detail);
  });

  test('pages of other origins are turned away', async () => {
    const response = await fetch(`${rig.backendUrl}/mcp`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
  });
});

describe('files', () => {
  test('are found, listed and previewed inside the roots only', async () => {
    const found = (await rig.call('search_files', { query: 'harbour' })) as { results: { name: string }[] };
    expect(found.results.map((file) => file.name)).toEqual(['harbour.md']);
    const listed = (await rig.call('browse_files', {})) as { entries: { name: string }[] };
    expect(listed.entries.map((entry) => entry.name)).toContain('harbour.md');
    expect(await rig.call('browse_files', { path: '/etc' })).toMatchObject({ status: 'error' });
    expect(await rig.call('preview_file', { filepath: join(rig.folder, 'harbour.md') })).toMatchObject({
      total_lines: 6,
      is_text: true,
    });
    expect(await rig.call('preview_file', { filepath: '/etc/hosts' })).toMatchObject({ status: 'error' });
  });

  test('a hidden file is not found, previewed, indexed nor answered from', async () => {
    const folder = rig.folder;
    const blind = await startRig({}, { searchRoots: [folder], hiddenFiles: [join(folder, 'secret.md')] });
    try {
      expect(await blind.call('search_files', { query: 'secret' })).toMatchObject({ total: 0 });
      expect(JSON.stringify(await blind.call('browse_files', {}))).not.toContain('secret');
      expect(await blind.call('preview_file', { filepath: join(folder, 'secret.md') })).toMatchObject({
        status: 'error',
      });
      expect(await blind.call('index_document', { filepath: join(folder, 'secret.md') })).toMatchObject({
        status: 'error',
      });
      const session = await blind.session();
      expect((await session.say('What is the pass phrase in secret.md?')).content).not.toContain('heron');
    } finally {
      await blind.close();
    }
  });
});

test('a file that changes its content is a new document', async () => {
  const { id } = await rig.session();
  const path = join(rig.folder, 'note.md');
  await writeFile(path, 'The kettle holds 2 litres.');
  const first = await rig.call('index_document', { filepath: path, session_id: id });
  await writeFile(path, 'The kettle holds 3 litres.');
  const second = await rig.call('index_document', { filepath: path, session_id: id });
  expect(second['id']).not.toBe(first['id']);
});
