import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replySchema } from '../../../src/agents/mcp/generations/schemas.ts';
import { type AgentStep, toolCalls } from '../../../src/agents/mcp/tool-calls.ts';
import { z } from 'zod';

const captures = z
  .array(z.object({ version: z.string(), name: z.string(), answer: replySchema.optional().catch(undefined) }))
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/agent-ui/turns.json', import.meta.url), 'utf8')));

const captured = (version: string, name: string) => {
  const reply = captures.find((capture) => capture.version === version && capture.name === name)?.answer;
  if (!reply) throw new Error(`no capture ${version} ${name}`);
  return toolCalls(reply.agent_steps, reply.event_log);
};

const step = (tool: string, over: Partial<AgentStep> = {}): AgentStep => ({
  tool,
  success: true,
  summary: 'ok',
  command: null,
  stdout: null,
  stderr: null,
  exit_code: null,
  ...over,
});

test.each(['0.18.1', '0.21.2'])(
  'reads the calls of real turns (%s), without the loading of documents',
  (version) => {
    expect(captured(version, 'http.send_message.parallel-tools')).toEqual([
      {
        tool: 'query_documents',
        arguments: 'query: Heron',
        success: true,
        summary: 'Found 5 relevant chunk(s)',
      },
      {
        tool: 'list_indexed_documents',
        arguments: null,
        success: true,
        summary: expect.stringContaining('6 document(s) indexed'),
      },
    ]);
    expect(captured(version, 'http.send_message.bad-args')).toEqual([
      {
        tool: 'query_documents',
        arguments: 'wrong: 1',
        success: false,
        summary: 'error: Missing required arguments for query_documents: query',
      },
    ]);
    expect(captured(version, 'prompt.ls')).toEqual([
      { tool: 'run_shell_command', arguments: 'command: ls', success: true, summary: 'docs' },
    ]);
    expect(captured(version, 'send_message.late').map((call) => call.tool)).toEqual(['query_documents']);
  },
);

test('the same tool called twice keeps its arguments apart, in order', () => {
  const log = [
    '[tool] read_file',
    '  args: a',
    '  result [OK]: x',
    '[tool] read_file',
    '[tool] read_file',
    '  args: c',
  ];
  expect(
    toolCalls([step('read_file'), step('read_file'), step('read_file')], log).map((call) => call.arguments),
  ).toEqual(['a', null, 'c']);
});

test.each([
  ['a step the log does not show', [step('read_file')], [], [null]],
  ['a log that lacks a call', [step('read_file'), step('grep')], ['[tool] grep', '  args: g'], [null, 'g']],
  [
    'thoughts that look like a call',
    [step('grep')],
    ['[thinking] [tool] grep', '[tool] grep', '  args: g'],
    ['g'],
  ],
  [
    'the loading of documents first',
    [step('index_documents'), step('grep')],
    ['[tool] index_documents', '[tool] grep', '  args: g'],
    ['g'],
  ],
  [
    'arguments of several lines',
    [step('write_file')],
    ['[tool] write_file', '  args: content: a\nb'],
    ['content: a\nb'],
  ],
  ['a shell step without a log', [step('run_shell_command', { command: 'ls -l' })], [], ['command: ls -l']],
])('%s', (_, steps, log, expected) => {
  expect(toolCalls(steps, log).map((call) => call.arguments)).toEqual(expected);
});

test('what a shell command said is part of the summary', () => {
  const [call] = toolCalls(
    [
      step('run_shell_command', {
        summary: 'failed',
        exit_code: 2,
        stdout: 'half\n',
        stderr: 'no such file\n',
      }),
    ],
    [],
  );
  expect(call?.summary).toBe('failed\nexit code: 2\nstdout: half\nstderr: no such file');
});

test('every step but the loading of documents becomes one call, in order', () => {
  const tool = fc.constantFrom('index_documents', 'grep', 'read_file');
  const line = fc.constantFrom(
    '[tool] grep',
    '[tool] read_file',
    '[tool] index_documents',
    '  args: x',
    '[status] y',
    '[error] z',
  );
  fc.assert(
    fc.property(fc.array(tool), fc.array(line), (tools, log) => {
      const called = toolCalls(
        tools.map((name) => step(name)),
        log,
      ).map((call) => call.tool);
      expect(called).toEqual(tools.filter((name) => name !== 'index_documents'));
    }),
  );
});
