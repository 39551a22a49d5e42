/** From a variant to the one who answers for it. */
import { readKey } from '../../api-key.ts';
import { lazyChatModel } from '../../models/chat-of.ts';
import { parseModelName, type EndpointOptions } from '../../models/endpoints.ts';
import type { NamedModel } from '../../models/model-name.ts';
import type { Settings } from '../../settings.ts';
import type { ExperimentPlan, Variant } from '../plan.ts';
import type { Answering, Server } from './answering.ts';
import { embeddedAnswering } from './embedded.ts';
import { externalAnswering } from './external.ts';
import { networkAnswering } from './network.ts';

type Environment = Readonly<Record<string, string | undefined>>;
export type ModelSettings = Pick<Settings, 'endpoints' | 'baseUrl'>;

const USE = 'it is the key of a model under test. Set it, or leave the model out.';

export function answeringOf(
  plan: Pick<ExperimentPlan, 'task' | 'parts'>,
  variant: Variant,
  settings: ModelSettings,
  env: Environment,
): Answering {
  const { source } = variant;
  if (source.kind === 'embedded') return embeddedAnswering(source.model, plan.parts);
  if (source.kind === 'external') return externalAnswering(source.name, source.answers);
  const named = namedModel(source, settings);
  const chat = lazyChatModel(named, env, USE);
  return networkAnswering({ chat, variant, ...plan, lookUp: () => lookUpServer(named, env) });
}

type NetworkSource = Extract<Variant['source'], { kind: 'network' }>;

export function namedModel({ name, url }: NetworkSource, { endpoints, baseUrl }: ModelSettings): NamedModel {
  const own: EndpointOptions = url === null ? endpoints : { ...endpoints, lemonade: { url, price: '0,0' } };
  return { model: name, endpoints: own, baseUrl };
}

export interface Lane {
  readonly name: string;
  /** Calls it takes at once; null: as many as there are. */
  readonly places: number | null;
  /** One model is loaded there at a time: variant after variant. */
  readonly holdsOneModel: boolean;
}

/** Whose places a variant takes. */
export function laneOf({ source }: Variant, settings: ModelSettings): Lane {
  if (source.kind !== 'network') return { name: source.kind, places: null, holdsOneModel: false };
  const named = parseModelName(source.name, namedModel(source, settings).endpoints);
  if (named.vendor === 'anthropic') return { name: 'anthropic', places: null, holdsOneModel: false };
  const { url, isLocal, slots } = named.endpoint;
  return { name: url, places: slots ?? (isLocal ? 1 : null), holdsOneModel: isLocal };
}

async function lookUpServer(named: NamedModel, env: Environment): Promise<Server | null> {
  const parsed = parseModelName(named.model, named.endpoints);
  if (parsed.vendor === 'anthropic') return null;
  const { endpoint, model } = parsed;
  const { readServerInfo } = await import('../../models/server-info.ts');
  const key = endpoint.keyFrom === null ? null : readKey(env, endpoint.keyFrom);
  const answer = await readServerInfo(endpoint, model, key);
  if (answer.kind !== 'info') return null;
  const { version, context, checkpoint } = answer.info;
  return { name: endpoint.name, version, context, checkpoint };
}
