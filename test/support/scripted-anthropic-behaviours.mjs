/** What the scripted endpoint can be told to do instead of answering well. */
import { setTimeout as delay } from 'node:timers/promises';
import { withReasons } from './scripted-anthropic-replies.mjs';

/** Changes of the reply's object. */
const OBJECT_CHANGES = {
  string_scores: (reply) => ({ ...reply, scores: mapScores(reply.scores, String) }),
  word_scores: (reply) => ({ ...reply, scores: mapScores(reply.scores, () => 'excellent') }),
  out_of_range: (reply) => rescored(reply, { correctness: 11, personality: -3 }),
  null_scores: (reply) => ({ ...reply, scores: mapScores(reply.scores, () => null) }),
  scores_null: (reply) => ({ ...reply, scores: null }),
  empty_scores: (reply) => ({ ...reply, scores: {} }),
  missing_dimension: (reply) => {
    const { correctness: _left_out, ...scores } = reply.scores ?? {};
    return { ...reply, scores };
  },
  no_scores: (reply) => {
    const { scores: _left_out, ...rest } = reply;
    return rest;
  },
  flat_scores: ({ scores, ...rest }) => ({ ...rest, ...scores }),
};

/** Numbers for some dimensions, in the form that the reply has. */
const rescored = (reply, scores) => ({
  ...reply,
  scores: { ...reply.scores, ...withReasons(scores) },
});

const mapScores = (scores, change) =>
  Object.fromEntries(
    Object.entries(scores ?? {}).map(([name, value]) => [name, { ...value, score: change(value.score) }]),
  );

/** Changes of the reply's text. */
const TEXT_CHANGES = {
  prose_around: (text) => `Here is my assessment of {this turn}:\n\n${text}\n\nI hope that this helps.`,
  code_fence: (text) => `\`\`\`json\n${text}\n\`\`\``,
  empty_text: () => '',
  blank_text: () => '  \n ',
  not_json: () => 'I would give this turn nine out of ten.',
  broken_json: (text) => text.slice(0, Math.floor(text.length / 2)),
  two_objects: (text) => `${text}\n\nOr rather:\n${text.replaceAll('9', '1')}`,
  array: (text) => `[${text}]`,
};

/** HTTP errors: status, error type, message. */
const HTTP = {
  307: [307, 'redirect', 'moved'],
  400: [400, 'invalid_request_error', 'output_config: unknown field'],
  401: [401, 'authentication_error', 'invalid x-api-key'],
  403: [403, 'permission_error', 'not allowed to use this model'],
  404: [404, 'not_found_error', 'model: no such model'],
  429: [429, 'rate_limit_error', 'too many requests'],
  500: [500, 'api_error', 'Internal server error'],
  overloaded_500: [500, 'api_error', 'Overloaded'],
  502: [502, 'api_error', 'Bad gateway'],
  504: [504, 'timeout_error', 'Gateway timeout'],
  overloaded_200: [200, 'overloaded_error', 'Overloaded'],
  529: [529, 'overloaded_error', 'Overloaded'],
};

/** @param {any} context */
export async function answer({ behaviour, reply, message, usageFor, outgoing, signal }) {
  const does = typeof behaviour === 'object' && behaviour !== null ? behaviour : { do: behaviour };
  const name =
    does.do ?? (does.reply === undefined ? (does.scores === undefined ? 'well' : 'scores') : 'reply');
  if (does.delayMs !== undefined) {
    await delay(does.delayMs, undefined, { signal }).catch(() => undefined);
  }
  if (name in HTTP) return sendError(outgoing, HTTP[name], does);
  if (name === 'html_error') return sendHtml(outgoing, 503, does);
  if (name === 'html_502') return sendHtml(outgoing, 502, does);
  if (name === 'html') return sendHtml(outgoing, 200);
  if (name === 'hang') return;
  if (name === 'close') return void outgoing.socket?.destroy();
  if (name === 'null_body') return sendJson(outgoing, 'null');
  if (name === 'no_content')
    return sendJson(outgoing, JSON.stringify({ ...message, content: undefined, usage: usageFor([]) }));

  let object = does.reply ?? reply;
  if (name === 'outcome') object = { ...reply, outcome: does.outcome };
  if (name === 'scores') object = rescored(reply, does.scores);
  if (name in OBJECT_CHANGES) object = OBJECT_CHANGES[name](object);
  let text = typeof object === 'string' ? object : JSON.stringify(object);
  if (name in TEXT_CHANGES) text = TEXT_CHANGES[name](text);

  let content = [{ type: 'text', text }];
  let { stop_reason } = message;
  if (name === 'thinking_first') {
    content = [
      { type: 'thinking', thinking: 'Let me compare {the values} first.', signature: 'x' },
      ...content,
    ];
  }
  if (name === 'no_blocks') content = [];
  if (name === 'refusal') {
    stop_reason = 'refusal';
    content = [];
  }
  if (name === 'max_tokens') {
    stop_reason = 'max_tokens';
    content = [{ type: 'text', text: text.slice(0, Math.floor(text.length / 2)) }];
  }
  const full = { ...message, content, stop_reason, usage: usageFor(content) };
  if (name === 'missing_usage') delete full.usage;
  if (name === 'zero_usage') full.usage = { input_tokens: 0, output_tokens: 0 };
  if (name === 'bad_usage') full.usage = { input_tokens: 'many', output_tokens: -5 };
  const json = JSON.stringify(full);
  if (name === 'slow_drip') return drip(outgoing, json, does, signal);
  if (name === 'close_midway') return closeMidway(outgoing, json);
  if (name === 'cut_body') return sendJson(outgoing, json.slice(0, Math.floor(json.length / 2)));
  sendJson(outgoing, json);
}

function sendJson(outgoing, json) {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_scripted' });
  outgoing.end(json);
}

function sendHtml(outgoing, status, does = {}) {
  outgoing.writeHead(status, { 'content-type': 'text/html', ...retryHeader(does) });
  outgoing.end('<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>');
}

/** `message` beats the usual text, so that a server that repeats a key can be played. */
function sendError(outgoing, [status, type, text], { message, ...does }) {
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 307 ? { location: '/v1/messages/elsewhere' } : {}),
    ...retryHeader(does),
  });
  outgoing.end(JSON.stringify({ type: 'error', error: { type, message: message ?? text } }));
}

/** The back-off is half a second and more; a test needs none of it. */
const retryHeader = ({ retryAfter }) =>
  retryAfter === undefined ? { 'retry-after-ms': '1' } : { 'retry-after': String(retryAfter) };

/** One character at a time, for longer than anybody waits. */
async function drip(outgoing, json, { everyMs = 20 }, signal) {
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  for (const character of json) {
    if (outgoing.destroyed || signal.aborted) return;
    outgoing.write(character);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
  outgoing.end();
}

function closeMidway(outgoing, json) {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': String(json.length) });
  outgoing.write(json.slice(0, 40), () => outgoing.socket?.destroy());
}
