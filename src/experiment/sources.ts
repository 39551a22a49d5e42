/** Whom a model of an experiment is: taken from how the file writes it. Pure. */
import { messageOf } from '../message-of.ts';
import { nearestKey } from '../nearest-key.ts';
import { EMBEDDED_MODELS } from '../models/embedded/extractive.ts';
import { endpointNames, findEndpoint, nearestEndpoint, type EndpointOptions } from '../models/endpoints.ts';
import { priceOfModel } from '../models/model-of.ts';
import type { ModelEntry } from './file-schema.ts';
import type { LegacyExperiment } from './legacy-schema.ts';

export type NamedSource =
  | { readonly kind: 'embedded'; readonly model: (typeof EMBEDDED_MODELS)[number] }
  | { readonly kind: 'external'; readonly name: string; readonly file: string }
  | { readonly kind: 'network'; readonly name: string; readonly url: string | null };

/** A model that cannot be: what is wrong, for the place where it stands. */
export interface Refusal {
  readonly refused: string;
}

export function sourceOf(entry: ModelEntry, endpoints: EndpointOptions): NamedSource | Refusal {
  const { model, endpoint, answers } = entry;
  if (endpoint === 'external') {
    if (answers !== undefined) return { kind: 'external', name: model, file: answers };
    return refuse('an external model needs `answers`: a file of answers by case');
  }
  if (answers !== undefined) return refuse('`answers` belong to `endpoint: external`');
  const name = endpoint === undefined ? model : `${endpoint}/${model}`;
  const slash = name.indexOf('/');
  const first = slash < 0 ? null : name.slice(0, slash);
  if (first === 'embedded') return embedded(name.slice(slash + 1));
  if (first !== null && findEndpoint(first, endpoints) === null) return unknownEndpoint(first, endpoints);
  return network(name, null, endpoints);
}

export function legacySource(entry: LegacyExperiment, endpoints: EndpointOptions): NamedSource | Refusal {
  const provider = entry.provider ?? entry.llm_type;
  if (provider === undefined) return refuse('`provider` is missing: anthropic or lemonade');
  if (
    entry.provider !== undefined &&
    entry.llm_type !== undefined &&
    isCloud(entry.provider) !== isCloud(entry.llm_type)
  ) {
    return refuse('`provider` and `llm_type` name two different ones; keep `provider`');
  }
  if (isCloud(provider)) return network(entry.model, null, endpoints);
  const { host, port } = entry.parameters ?? {};
  const url =
    host === undefined && port === undefined ? null : lemonadeUrl(host ?? 'localhost', port ?? 13_305);
  return network(`lemonade/${entry.model}`, url, endpoints);
}

function isCloud(provider: string): boolean {
  return provider !== 'lemonade';
}

function lemonadeUrl(host: string, port: number): string {
  return `${/^https?:/.test(host) ? host : `http://${host}`}:${port}/api/v1`;
}

function network(name: string, url: string | null, endpoints: EndpointOptions): NamedSource | Refusal {
  const own = url === null ? endpoints : { ...endpoints, lemonade: { url, price: '0,0' } };
  const slash = name.indexOf('/');
  const endpoint = slash < 0 ? null : findEndpoint(name.slice(0, slash), own);
  if (endpoint !== null && new URL(endpoint.url).pathname.replace(/\/$/, '') === '') {
    const better = `${endpoint.url.replace(/\/$/, '')}/v1`;
    return refuse(
      `the address of ${endpoint.name} is ${endpoint.url}, and such servers answer below it: write ${better}`,
    );
  }
  try {
    priceOfModel({ model: name, endpoints: own });
  } catch (error) {
    return refuse(messageOf(error));
  }
  return { kind: 'network', name, url };
}

function embedded(word: string): NamedSource | Refusal {
  const model = EMBEDDED_MODELS.find((each) => each === word);
  if (model !== undefined) return { kind: 'embedded', model };
  return refuse(
    `there is no embedded model ${word}: ${meant(nearestKey(word, EMBEDDED_MODELS), EMBEDDED_MODELS)}`,
  );
}

function unknownEndpoint(word: string, endpoints: EndpointOptions): Refusal {
  const names = ['embedded', ...endpointNames(endpoints)];
  const near = nearestEndpoint(word, endpoints) ?? nearestKey(word, names);
  return refuse(
    `no endpoint is called ${word}: ${meant(near, names)}; others are named in agentEval({ endpoints })`,
  );
}

function meant(near: string | null, names: readonly string[]): string {
  return near === null ? `there are ${names.join(', ')}` : `did you mean ${near}?`;
}

function refuse(refused: string): Refusal {
  return { refused };
}
