import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { backendHttp } from '../../../src/agents/mcp/backend-http.ts';
import { AgentUiError, DEFAULT_POLICY } from '../../../src/agents/contract.ts';
import { failedTurn } from '../../../src/agents/mcp/failed-turn.ts';
import { FAILURE_WORDS } from '../../../src/agents/mcp/failure-words.ts';
import { sendMessageGeneration } from '../../../src/agents/mcp/generations/send-message.ts';
import { DEFAULT_TIMEOUTS } from '../../../src/agents/mcp/tool-caller.ts';
import { readToolResult } from '../../../src/agents/mcp/tool-result.ts';
import { invalidResponse } from '../../../src/rubric/invalid-response.ts';

/** Answers of real agents (0.18.1 and 0.21.2) to send_message, most of them under an injected fault. */
const captures = z
  .array(
    z.object({
      version: z.enum(['0.18.1', '0.21.2']),
      name: z.string(),
      answer: z.looseObject({}).optional(),
      isError: z.boolean().default(false),
      text: z.string().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/agent-ui/turns.json', import.meta.url), 'utf8')));

/** What each is; the rest are answers. A version stands before the name when the two versions differ. */
const LABELS: Record<string, string> = {
  ...Object.fromEntries(
    [
      'context down down-new-session drop empty error-400 error-404 error-429 error-500 error-503 error-529 garbage',
      'gone hang-12 network not-loaded overloaded upstream-timeout',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [`model.${name}`, 'failed_turn']),
  ),
  '0.21.2 agent.send.gaia': 'failed_turn',
  '0.21.2 agent.send.nosuch': 'failed_turn',
  '0.21.2 busy2.after-abort': 'refused',
  '0.21.2 busy2.after-timeout': 'refused',
  '0.21.2 busy2.same-session.second': 'refused',
  'wait2.second': 'refused',
  'down.send_message': 'unreachable',
  'err.send.bad-session': 'refused',
  '0.18.1 err.send.100001': 'refused',
  '0.21.2 err.send.100001': 'crashed',
  'err.send.missing-arg': 'crashed',
  'restart.dies-mid-turn': 'crashed',
};

describe('answers of real agents', () => {
  test('every label is used', () => {
    const known = captures.flatMap(({ version, name }) => [name, `${version} ${name}`]);
    expect(Object.keys(LABELS).filter((label) => !known.includes(label))).toEqual([]);
    expect(captures.length).toBeGreaterThan(130);
  });

  test.for(captures)('$version $name', async ({ version, name, answer, isError, text }) => {
    const result = { isError, content: [{ type: 'text', text: text ?? JSON.stringify(answer) }] };
    const ui = sendMessageGeneration.create({
      call: async (tool) => readToolResult(tool, result),
      http: backendHttp('http://127.0.0.1:9'),
      timeouts: DEFAULT_TIMEOUTS,
      pollMs: 1,
      turns: 1,
      policy: DEFAULT_POLICY,
      device: undefined,
    });
    const outcome = await ui.sendMessage({ sessionId: 's', message: 'm' }).then(
      () => 'answer',
      (error: unknown) => (error instanceof AgentUiError ? error.kind : error),
    );
    expect(outcome).toBe(LABELS[`${version} ${name}`] ?? LABELS[name] ?? 'answer');
  });
});

const stats = { tokens_per_second: 40, time_to_first_token: 0.1, input_tokens: 2000, output_tokens: 20 };
const noTokens = { tokens_per_second: 13_000, time_to_first_token: 0.1, input_tokens: 0, output_tokens: 0 };
const turn = (over: Partial<Parameters<typeof failedTurn>[0]>) =>
  failedTurn({ content: 'An answer.', steps: 0, eventLog: [], stats, ...over });

const SORRY =
  'Sorry, I ran into a problem while processing your request. This might be a temporary issue — try again in a moment.';

/** Only a backend says these, so stale stats do not matter. */
const EXCUSES = [
  `${SORRY}\n\n*Technical details: Error in chat completions (status 503): {}*`,
  'I apologize, but I received an empty response from the language model. Please try again.',
  "I had to trim the conversation to fit my memory but I'm still not making progress.",
  "I couldn't load the agent **'gaia'**. It may have failed to install or contains an error.",
  "I wasn't able to generate a response. Please make sure Lemonade Server is running and try again.",
  'The model stopped responding at step 1, so this request is unfinished. 2 attempts failed.',
  'The model call failed at step 1, so this request is unfinished. OpenAI BadRequestError.',
  'This answer was interrupted when GAIA closed. Send again to retry.',
  'Agent error: Could not load the model before answering.',
];

/** An agent may say these of its own accord. */
const AMBIGUOUS = [
  SORRY,
  "I couldn't load the agent you named.",
  'The model stopped responding at step 4 of the calibration run.',
  'I tried calling query_documents 3 times and it kept failing: timeout',
  'Reached maximum steps limit (50 steps).',
  'Task completed with query_documents. No further action needed.',
  'Response timed out after 600s',
  'Cancelled.',
];

describe('the words of a failed turn', () => {
  test.each(EXCUSES)('%s', (content) => {
    expect(turn({ content })).toBe(content);
    expect(turn({ content: `\n ${content}\n`, steps: 3, stats: null })).toBe(content);
  });

  test.each(AMBIGUOUS)('with tokens an answer, without a failure: %s', (content) => {
    expect(turn({ content })).toBeNull();
    expect(turn({ content, stats: noTokens })).toBe(content);
    expect(turn({ content, stats: null })).toBe(content);
  });

  test.each([
    ['with honest stats is an answer to be judged', { content: ' \n' }, null],
    ['without stats is a failure', { content: '', stats: null }, '(an empty answer, without stats)'],
    [
      'with an error in the log is a failure',
      { content: '', eventLog: ['[status] x', "[error] The email agent couldn't start"] },
      "The email agent couldn't start",
    ],
    [
      "after a tool's own error is an answer",
      { content: '', steps: 1, eventLog: ['[error] File not found'] },
      null,
    ],
    [
      'after steps, at the time limit of the backend, is a failure',
      { content: '', steps: 2, eventLog: ['[error] Response timed out after 600s'] },
      'Response timed out after 600s',
    ],
  ])('an empty answer %s', (_, over, words) => {
    expect(turn(over)).toBe(words);
  });

  test('an answer that mentions a failure after words of its own has not failed, whatever the stats', () => {
    const opening = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(
        opening,
        fc.constantFrom(...EXCUSES, ...AMBIGUOUS),
        fc.constantFrom(stats, noTokens, null),
        (own, excuse, given) => {
          expect(turn({ content: `> ${own}: ${excuse}`, stats: given })).toBeNull();
        },
      ),
    );
  });

  test('an answer is never a failure for its stats alone', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom(noTokens, null), (content, given) => {
        fc.pre(content.trim() !== '');
        expect(turn({ content, stats: given })).toBeNull();
      }),
    );
  });

  test.each([
    'Agent error: Malformed/truncated tool call',
    'Agent error: Malformed native tool_calls envelope: Expecting property name enclosed in double quotes: line 1',
    "Agent error: Malformed tool_call arguments for 'search': Invalid control character. Raw arguments: {",
    'Agent error: Tool call truncated mid-arguments (finish_reason=length). Increase --ctx-size for model Qwen.',
  ])('fault 23: a call that the model got wrong is its own failure, and judged: %s', (content) => {
    for (const given of [stats, noTokens, null]) expect(turn({ content, stats: given })).toBeNull();
    expect(invalidResponse(content, [])).toMatchObject({ rule: 'failed_call' });
  });

  test.each([
    'API Error: 500 {"type":"error","error":{"type":"api_error","message":"Overloaded"},"request_id":"req_1"}',
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    'API Error: 503 Service Unavailable',
    'API Error: 502',
    'API Error: Connection error.',
    'Anthropic API error (HTTP 400): credit balance is too low',
    'Error in chat completions (status 503): {"error": {"type": "overloaded"}}',
    '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}',
  ])("fault 23: a provider's error in the place of an answer is no answer: %s", (content) => {
    for (const given of [stats, noTokens, null]) expect(turn({ content, stats: given })).toBe(content);
  });

  test.each([
    'API Error: 500 means that the server failed. Try it again in a minute, or look at its log.',
    'API Error: 500 means the server failed.',
    'API Error handling is described in chapter 3.',
    'The log says: API Error: 500 {"type":"error"}',
    'An error in chat completions (status 503) is a sign of overload.',
  ])('fault 23: an answer about such an error is an answer: %s', (content) => {
    expect(turn({ content })).toBeNull();
  });

  test('every row of the table says where its words were seen, and none stands behind one that takes its words', () => {
    expect(FAILURE_WORDS.every(({ seen }) => seen.length > 3)).toBe(true);
    expect(new Set(FAILURE_WORDS.map(({ begins }) => begins.source)).size).toBe(FAILURE_WORDS.length);
  });

  test('long words are cut', () => {
    expect(turn({ content: `Agent error: ${'x'.repeat(5000)}` })?.length).toBeLessThan(600);
  });
});
