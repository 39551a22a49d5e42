/** A server of the chat completions API on the loopback interface that answers, and misbehaves, as it is told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
  stream: z.boolean().optional(),
  stream_options: z.unknown().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  temperature: z.number().optional(),
});
export type ScriptedBody = z.infer<typeof bodySchema>;

export interface ScriptedRequest {
  readonly body: ScriptedBody;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly signal: AbortSignal;
}

/** What one answer is. Left out: words, a usual end, usage by characters, the model that was asked. */
export interface ScriptedAnswer {
  readonly status?: number;
  /** Instead of an answer: any JSON, or text as it is. */
  readonly raw?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: string | null;
  /** Fields of the message besides. */
  readonly message?: Readonly<Record<string, unknown>>;
  readonly finish?: string | null;
  /** null: not told. */
  readonly usage?: { readonly prompt: number; readonly completion: number; readonly cached?: number } | null;
  readonly model?: string;
  /** The connection is cut after so many parts of the stream; of a whole answer in the middle. */
  readonly cutAfter?: number;
  /** Never answers. */
  readonly hangs?: boolean;
}

export interface ScriptedOpenAi {
  readonly url: string;
  readonly requests: ScriptedRequest[];
  /** What it lists. */
  readonly models: object[];
  /** The next answers, in order; after them `otherwise`. */
  script(...answers: readonly ScriptedAnswer[]): void;
  close(): Promise<void>;
}

const characters = ({ messages }: ScriptedBody): number =>
  messages.reduce((sum, { content }) => sum + (content ?? '').length, 0);

export async function startScriptedOpenAi(
  otherwise: (request: ScriptedRequest) => ScriptedAnswer = () => ({ content: 'Hello there.' }),
): Promise<ScriptedOpenAi> {
  const requests: ScriptedRequest[] = [];
  const models: object[] = [];
  let next: ScriptedAnswer[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method === 'GET')
      return send(response, 200, {
        object: 'list',
        data: models.length === 0 ? [{ id: 'scripted' }] : models,
      });
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const ended = new AbortController();
    response.on('close', () => ended.abort());
    const request = {
      body: bodySchema.parse(JSON.parse(text)),
      headers: incoming.headers,
      signal: ended.signal,
    };
    requests.push(request);
    give(response, request.body, next.shift() ?? otherwise(request));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    models,
    script: (...answers) => void (next = [...answers]),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
}

function give(response: ServerResponse, body: ScriptedBody, answer: ScriptedAnswer): void {
  if (answer.hangs === true) return;
  const { status = 200, raw, headers = {} } = answer;
  if (raw !== undefined) return send(response, status, raw, headers);
  const content = answer.content === undefined ? 'Hello there.' : answer.content;
  const told = answer.usage === undefined ? usual(body, content) : answer.usage;
  const usage =
    told === null
      ? {}
      : {
          usage: {
            prompt_tokens: told.prompt,
            completion_tokens: told.completion,
            total_tokens: told.prompt + told.completion,
            ...(told.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: told.cached } }),
          },
        };
  const common = { id: 'c', object: 'chat.completion', created: 1, model: answer.model ?? body.model };
  const finish_reason = answer.finish === undefined ? 'stop' : answer.finish;
  if (body.stream !== true) {
    const message = { role: 'assistant', content, ...answer.message };
    const whole = JSON.stringify({ ...common, choices: [{ index: 0, message, finish_reason }], ...usage });
    if (answer.cutAfter === undefined) return send(response, status, whole, headers);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(whole.slice(0, whole.length / 2), () => response.destroy());
    return;
  }
  const words = (content ?? '').split(/(?<= )/);
  const deltas: Record<string, unknown>[] = [
    ...(answer.message === undefined ? [] : [answer.message]),
    ...words.map((word) => ({ content: word })),
  ];
  const parts: object[] = [
    ...deltas.map((delta) => ({ ...common, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...common, choices: [{ index: 0, delta: {}, finish_reason }] },
    ...(body.stream_options === undefined ? [] : [{ ...common, choices: [], ...usage }]),
  ];
  const sent = parts
    .slice(0, answer.cutAfter ?? parts.length)
    .map((part) => `data: ${JSON.stringify(part)}\n\n`);
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
  if (answer.cutAfter === undefined) response.end(`${sent.join('')}data: [DONE]\n\n`);
  else response.write(sent.join(''), () => response.destroy());
}

function usual(body: ScriptedBody, content: string | null): NonNullable<ScriptedAnswer['usage']> {
  return {
    prompt: Math.ceil(characters(body) / 4) + 8,
    completion: Math.ceil((content ?? '').length / 4) + 1,
  };
}
