/** The SDK for one endpoint of the chat completions API, and the words for its faults. */
import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai';
import type { Endpoint } from '../endpoints.ts';
import type { VendorWords } from '../exchange.ts';
import { hostOf } from '../host-of.ts';
import { errorIn } from './reply.ts';

/** `apiKey`: null for a server that wants none, and is then sent none. */
export function sdkFor({ url }: Pick<Endpoint, 'url'>, apiKey: string | null): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: url,
    // From the environment they would be sent to whatever server is named here.
    organization: null,
    project: null,
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    // A redirect would carry the key to another host.
    fetchOptions: { redirect: 'manual' },
    // The SDK's log may hold prompts, and standard output belongs to the reporters.
    logLevel: 'off',
  });
}

export function openAiWords({ name, url, keyFrom }: Pick<Endpoint, 'name' | 'url' | 'keyFrom'>): VendorWords {
  return {
    host: hostOf(url),
    key: keyFrom ?? `the key of the endpoint ${name} (keyFrom names its variable)`,
    address: `the address of the endpoint ${name}`,
    reply: 'an answer of the chat completions API',
    isTimeout: (error) => error instanceof APIConnectionTimeoutError,
    saidIn(error) {
      if (!(error instanceof APIError) || error.error === undefined) return null;
      // The SDK keeps what stood in `error`, or the whole body where there is no such field.
      return (errorIn({ error: error.error }) ?? errorIn(error.error))?.message ?? null;
    },
  };
}
