/** Models × prompts, without the pairs that are excepted, and the variants that stand one by one. Pure. */
import { createHash } from 'node:crypto';
import { nearestKey } from '../nearest-key.ts';
import type { EndpointOptions } from '../models/endpoints.ts';
import type { ValuePath } from '../yaml/positions.ts';
import type { Problem } from '../yaml/problem.ts';
import { problemAt, type Source as TextSource } from '../yaml/validate.ts';
import type { ModelEntry } from './file-schema.ts';
import type { LegacyExperiment } from './legacy-schema.ts';
import type { Experiment } from './parse.ts';
import type { ExternalAnswers, Source, Variant } from './plan.ts';
import { legacySource, sourceOf, type NamedSource, type Refusal } from './sources.ts';

export interface KnownPrompt {
  readonly id: string;
  readonly system: string;
}

export interface VariantContext {
  readonly source: TextSource;
  readonly endpoints: EndpointOptions;
  /** In the order of the file. */
  readonly prompts: readonly KnownPrompt[];
  /** By the path as the file writes it. */
  readonly answers: ReadonlyMap<string, ExternalAnswers>;
}

export interface Variants {
  readonly variants: readonly Variant[];
  readonly problems: readonly Problem[];
}

const TIMEOUT_SECONDS = 600;

interface Model {
  readonly id: string;
  readonly written: string;
  readonly entry: Omit<ModelEntry, 'model' | 'endpoint'>;
  readonly source: Source;
  readonly path: ValuePath;
  /** null: each prompt of the experiment. */
  readonly prompt: KnownPrompt | null;
}

export function variantsOf(experiment: Experiment, context: VariantContext): Variants {
  const { source } = context;
  const problems: Problem[] = [];
  const models = modelsOf(experiment, context, problems);
  const excepted = exceptOf(experiment, models, context, problems);
  const variants = models.flatMap((model) =>
    (model.prompt === null ? context.prompts : [model.prompt])
      .filter((prompt) => !excepted(model, prompt))
      .map((prompt) => variantOf(model, prompt, experiment, source)),
  );
  problems.push(...twice(variants, models, source));
  if (variants.length === 0 && problems.length === 0) {
    problems.push(problemAt(source, ['except'], '`except` leaves no variant to run'));
  }
  problems.push(...unknownVariants(experiment, variants, source));
  return { variants, problems };
}

function modelsOf(experiment: Experiment, context: VariantContext, problems: Problem[]): Model[] {
  const models: Model[] = [];
  const add = (named: NamedSource | Refusal, model: Omit<Model, 'source'>): void => {
    if ('refused' in named) problems.push(problemAt(context.source, model.path, named.refused));
    else if (named.kind !== 'external') models.push({ ...model, source: named });
    else {
      const answers = context.answers.get(named.file);
      if (answers !== undefined)
        models.push({ ...model, source: { kind: 'external', name: named.name, answers } });
    }
  };
  for (const [index, written] of (experiment.models ?? []).entries()) {
    const entry: ModelEntry = typeof written === 'string' ? { model: written } : written;
    const path = ['models', index];
    add(sourceOf(entry, context.endpoints), {
      id: entry.id ?? cleaned(lastPart(entry.model)),
      written: entry.model,
      entry,
      path,
      prompt: null,
    });
  }
  for (const [index, entry] of (experiment.experiments ?? []).entries()) {
    add(legacySource(entry, context.endpoints), {
      id: cleaned(entry.name),
      written: entry.name,
      entry: legacyEntry(entry),
      path: ['experiments', index],
      prompt: promptOf(entry, context.prompts),
    });
  }
  return models;
}

/** Their own defaults stood in code: 512 tokens at 0.7. */
function legacyEntry({ temperature, max_tokens, parameters = {} }: LegacyExperiment): Model['entry'] {
  return {
    temperature: temperature ?? 0.7,
    max_tokens: max_tokens ?? 512,
    combined: parameters.combined_prompt ?? false,
    ...(parameters.stop === undefined ? {} : { extra: { stop: parameters.stop } }),
  };
}

function promptOf({ system_prompt }: LegacyExperiment, prompts: readonly KnownPrompt[]): KnownPrompt | null {
  const own = system_prompt?.trim() ?? '';
  return own === '' ? (prompts.find(({ id }) => id === 'plain') ?? null) : { id: 'system', system: own };
}

function lastPart(model: string): string {
  return model.split('/').at(-1) ?? model;
}

function cleaned(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replaceAll(/^[-.]+|-+$/g, '')
      .slice(0, 80) || 'model'
  );
}

function variantOf(model: Model, prompt: KnownPrompt, experiment: Experiment, source: TextSource): Variant {
  const { entry } = model;
  return {
    name: `${model.id}/${prompt.id}`,
    model: model.written,
    source: model.source,
    prompt: { ...prompt, sha256: createHash('sha256').update(prompt.system).digest('hex') },
    temperature: entry.temperature ?? null,
    maxTokens: entry.max_tokens ?? null,
    timeoutSeconds: entry.timeout ?? TIMEOUT_SECONDS,
    combined: entry.combined ?? experiment.combined ?? false,
    extra: entry.extra ?? {},
    position: source.positions.at(model.path),
  };
}

type Excepted = (model: Model, prompt: KnownPrompt) => boolean;

function exceptOf(
  { except = [] }: Experiment,
  models: readonly Model[],
  { source, prompts }: VariantContext,
  problems: Problem[],
): Excepted {
  const modelNames = models.flatMap(({ id, written }) => [id, written]);
  const promptNames = prompts.map(({ id }) => id);
  for (const [index, { model, prompt }] of except.entries()) {
    const check = (key: string, word: string | undefined, names: readonly string[]): void => {
      if (word === undefined || names.includes(word)) return;
      problems.push(problemAt(source, ['except', index, key], unknown(`no ${key}`, word, names)));
    };
    check('model', model, modelNames);
    check('prompt', prompt, promptNames);
  }
  return ({ id, written }, prompt) =>
    except.some(
      (each) =>
        (each.model === undefined || each.model === id || each.model === written) &&
        (each.prompt === undefined || each.prompt === prompt.id),
    );
}

/** Case does not tell names apart: cells are files, and macOS and Windows would write both into one. */
function twice(variants: readonly Variant[], models: readonly Model[], source: TextSource): Problem[] {
  const seen = new Map<string, Variant>();
  return variants.flatMap((variant) => {
    const key = variant.name.toLowerCase();
    const other = seen.get(key);
    seen.set(key, other ?? variant);
    const path = models.find(({ path: each }) => source.positions.at(each) === variant.position)?.path;
    if (other === undefined) return [];
    const message = `two variants are called ${variant.name} (the other at line ${other.position.line}): give one an \`id\` of its own`;
    return [{ ...problemAt(source, path ?? ['models'], message), ...variant.position }];
  });
}

function unknownVariants(
  { baseline, gates }: Experiment,
  variants: readonly Variant[],
  source: TextSource,
): Problem[] {
  const names = variants.map(({ name }) => name);
  const check = (word: string | undefined, path: ValuePath): Problem[] =>
    word === undefined || names.includes(word) || names.length === 0
      ? []
      : [problemAt(source, path, unknown('no variant', word, names))];
  const problems = [
    ...check(baseline, ['baseline']),
    ...check(gates?.nonInferior?.variant, ['gates', 'nonInferior', 'variant']),
  ];
  if (gates?.nonInferior !== undefined && baseline === undefined) {
    problems.push(
      problemAt(source, ['gates', 'nonInferior'], 'it is compared with the `baseline`, and none is named'),
    );
  }
  return problems;
}

function unknown(what: string, word: string, names: readonly string[]): string {
  const near = nearestKey(word, names);
  return `${what} is called ${word}: ${near === null ? `there are ${names.join(', ')}` : `did you mean ${near}?`}`;
}
