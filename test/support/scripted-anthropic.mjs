/**
 * A loopback endpoint that speaks POST /v1/messages. It answers by reading the request and can be told to
 * misbehave. In tests: `startScriptedAnthropic()`. As a process of its own:
 *   node test/support/scripted-anthropic.mjs --port 0 --script file.json
 * prints its URL on the first line; the file holds [{ "kind": "turn", "behaviours": ["string_scores", …] }, …].
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { answer } from './scripted-anthropic-behaviours.mjs';
import { defaultReply } from './scripted-anthropic-replies.mjs';

const CHARACTERS_PER_TOKEN = 3.7;

/** @param {string} text */
export const tokensOf = (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** @param {any} body  @returns {'simulate' | 'turn' | 'scenario' | 'answer' | 'other'} */
export function kindOf(body) {
  const asked = body?.output_config?.format?.schema?.properties ?? {};
  if ('scores' in asked) return 'turn';
  if ('root_cause' in asked) return 'scenario';
  if ('criteria' in asked && 'invented' in asked) return 'answer';
  if ('message' in asked) return 'simulate';
  const system = systemText(body);
  if (/seven scores/i.test(system)) return 'turn';
  if (/what a language model made of one document/i.test(system)) return 'answer';
  if (/review a finished conversation/i.test(system)) return 'scenario';
  if (/next message/i.test(system)) return 'simulate';
  return 'other';
}

/** @param {any} body */
const systemText = (body) =>
  typeof body?.system === 'string'
    ? body.system
    : (body?.system ?? []).map((/** @type {any} */ b) => b.text).join('');

/** @param {any} body */
const promptText = (body) =>
  (body?.messages ?? [])
    .map((/** @type {any} */ m) =>
      typeof m.content === 'string'
        ? m.content
        : m.content.map((/** @type {any} */ b) => b.text ?? '').join(''),
    )
    .join('\n');

/**
 * Usage as the vendor counts it: the prefix up to the cache mark (the asked form belongs to it) is written once,
 * then read; shorter than the model's minimum it is not cached at all.
 * @param {Set<string>} seen
 */
function promptUsage(seen, body) {
  const form = JSON.stringify(body.output_config?.format?.schema ?? '');
  // A second mark, in the message, makes the prefix longer.
  const blocks = (body.messages ?? []).flatMap((/** @type {any} */ m) =>
    Array.isArray(m.content) ? m.content : [],
  );
  const lastMark = blocks.findLastIndex((/** @type {any} */ block) => block.cache_control);
  const shared = blocks
    .slice(0, lastMark + 1)
    .map((/** @type {any} */ block) => block.text ?? '')
    .join('');
  const prefix = tokensOf(systemText(body) + form + shared);
  const rest = tokensOf(promptText(body).slice(shared.length));
  const marked = Array.isArray(body.system) && body.system.some((block) => block.cache_control);
  const minimum = /haiku/.test(body.model) ? 4096 : 1024;
  if (!marked || prefix < minimum) {
    return { input_tokens: prefix + rest, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  }
  const key = createHash('sha256')
    .update(`${body.model}\n${systemText(body)}\n${form}\n${shared}`)
    .digest('hex');
  const hit = seen.has(key);
  seen.add(key);
  return {
    input_tokens: rest,
    cache_creation_input_tokens: hit ? 0 : prefix,
    cache_read_input_tokens: hit ? prefix : 0,
  };
}

/**
 * @param {import('./scripted-anthropic.d.mts').ScriptedAnthropicOptions} [options]
 * @returns {Promise<import('./scripted-anthropic.d.mts').ScriptedAnthropic>}
 */
export async function startScriptedAnthropic(options = {}) {
  const { handlers = {}, port = 0, latency } = options;
  const requests = [];
  const scripts = [];
  const cached = new Set();
  const closing = new AbortController();

  const nextBehaviour = (request) => {
    for (const script of scripts) {
      if (!script.matches(request)) continue;
      const [head] = script.behaviours;
      if (head === undefined) continue;
      if (typeof head !== 'object' || head.always !== true) script.behaviours.shift();
      return head;
    }
    return undefined;
  };

  const server = createServer(async (incoming, outgoing) => {
    let raw = '';
    incoming.setEncoding('utf8');
    for await (const chunk of incoming) raw += chunk;
    if (incoming.method !== 'POST' || !incoming.url?.startsWith('/v1/messages')) {
      outgoing.writeHead(404, { 'content-type': 'application/json' });
      outgoing.end('{"type":"error","error":{"type":"not_found_error","message":"not found"}}');
      return;
    }
    const body = JSON.parse(raw);
    const request = {
      kind: kindOf(body),
      body,
      headers: incoming.headers,
      system: systemText(body),
      prompt: promptText(body),
      usage: null,
    };
    requests.push(request);
    const behaviour = nextBehaviour(request);
    const reply = await (handlers[request.kind] ?? defaultReply)(request);
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
    const message = {
      id: `msg_${requests.length}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
    };
    const usageFor = (content) => {
      const output = content.map((block) => block.text ?? block.thinking ?? '').join('');
      const usage = { ...promptUsage(cached, body), output_tokens: Math.max(1, tokensOf(output)) };
      request.usage = usage;
      return usage;
    };
    if (latency) {
      const seconds = latency.seconds + tokensOf(text) / latency.tokensPerSecond;
      await delay(seconds * 1000, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    await answer({ behaviour, reply, message, usageFor, outgoing, signal: closing.signal });
  });

  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    script(kindOrFn, behaviours) {
      const matches =
        typeof kindOrFn === 'function'
          ? kindOrFn
          : (request) => kindOrFn === 'any' || request.kind === kindOrFn;
      scripts.push({ matches, behaviours: [...behaviours] });
    },
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}

/** @param {string} name  of a command-line option */
const argument = (name) => {
  const index = process.argv.indexOf(name);
  return index === -1 ? undefined : process.argv[index + 1];
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const endpoint = await startScriptedAnthropic({ port: Number(argument('--port') ?? 0) });
  const file = argument('--script');
  const entries = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'));
  for (const { kind, contains, behaviours } of entries) {
    endpoint.script(
      (request) =>
        (kind === undefined || kind === 'any' || request.kind === kind) &&
        (contains === undefined || request.prompt.includes(contains)),
      behaviours,
    );
  }
  process.stdout.write(`${endpoint.url}\n`);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void endpoint.close());
}
