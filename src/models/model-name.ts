/** A model as the settings name it, and what its name alone tells. Pure. */
import { parseModelName, type EndpointOptions } from './endpoints.ts';

export interface NamedModel {
  /** `claude-…`, or `<endpoint>/<model>`. */
  readonly model: string;
  /** USD per million tokens, as the settings give it; beats every other. */
  readonly price?: string | undefined;
  readonly endpoints?: EndpointOptions | undefined;
  /** Of an Anthropic-compatible API. */
  readonly baseUrl?: string | undefined;
}

/** It runs on this machine and nobody put a price on it. */
export function isFreeModel({ model, price, endpoints = {} }: NamedModel): boolean {
  const named = parseModelName(model, endpoints);
  if (named.vendor === 'anthropic' || price !== undefined) return false;
  return named.endpoint.isLocal && named.endpoint.price === null;
}

/** A dated name of the same model, a tag or a file of it, another case: `gpt-5-mini` is `gpt-5-mini-2025-08-07`. */
export function isSameModel(asked: string, answered: string): boolean {
  const [a, b] = [plainName(asked), plainName(answered)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    long.startsWith(short) && /^(?:[-@]\d{4}-?\d{2}-?\d{2}|-latest|[:@].*)?$/.test(long.slice(short.length))
  );
}

function plainName(model: string): string {
  const last = model.split(/[/\\]/).at(-1) ?? model;
  return last.toLowerCase().replace(/\.gguf$/, '');
}
