/** Can the models of judge and simulator be asked? */
import { readKey } from '../../api-key.ts';
import { parseModelName } from '../../models/endpoints.ts';
import { keyVariable, lazyModelClient, priceOfModel } from '../../models/model-of.ts';
import { createLedger } from '../../models/ledger.ts';
import { isFreeModel, isSameModel, type NamedModel } from '../../models/model-name.ts';
import { PriceError } from '../../models/prices.ts';
import { readAnthropicModels, readServerInfo, type ServerAnswer } from '../../models/server-info.ts';
import { messageOf } from '../../message-of.ts';
import { SettingsError } from '../../settings.ts';
import type { Finding } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ANTHROPIC = 'https://api.anthropic.com';
/** Named at most, of a long list. */
const MOST_NAMES = 6;

/** Nothing is sent that costs a token, unless `ping`. Never throws. */
export async function modelFindings(named: NamedModel, env: Environment, ping: boolean): Promise<Finding[]> {
  const about = `model ${named.model}`;
  const key = keyFinding(named, env, about);
  const findings = [key.finding, priceFinding(named, about)];
  if (key.finding.state !== 'ok') return findings;
  const server = await serverFinding(named, key.value, about);
  findings.push(server);
  if (ping && findings.every(({ state }) => state !== 'problem'))
    findings.push(await pinged(named, env, about));
  return findings;
}

function keyFinding(
  named: NamedModel,
  env: Environment,
  about: string,
): { finding: Finding; value: string | null } {
  const variable = keyVariable(named);
  if (variable === null) return { finding: { about, state: 'ok', says: 'wants no key' }, value: null };
  try {
    const value = readKey(env, variable);
    const finding: Finding =
      value === null
        ? {
            about,
            state: 'problem',
            says: `${variable} is not set. Set it, or judge without a model: --judge rules`,
          }
        : { about, state: 'ok', says: `${variable} is set` };
    return { finding, value };
  } catch (error) {
    return { finding: { about, state: 'problem', says: messageOf(error) }, value: null };
  }
}

function priceFinding(named: NamedModel, about: string): Finding {
  try {
    const { input, output } = priceOfModel(named);
    const says = isFreeModel(named) ? 'free (local)' : `$${input} in, $${output} out per million tokens`;
    return { about, state: 'ok', says };
  } catch (error) {
    if (error instanceof PriceError || error instanceof SettingsError) {
      return { about, state: 'problem', says: error.message };
    }
    throw error;
  }
}

async function serverFinding(named: NamedModel, apiKey: string | null, about: string): Promise<Finding> {
  const parsed = parseModelName(named.model, named.endpoints);
  const isEndpoint = parsed.vendor === 'openai';
  const address = isEndpoint ? parsed.endpoint.url : (named.baseUrl ?? ANTHROPIC);
  const answer = isEndpoint
    ? await readServerInfo(parsed.endpoint, parsed.model, apiKey)
    : await readAnthropicModels(address, apiKey ?? '');
  return { about, ...worded(answer, parsed.model, address, isEndpoint ? parsed.endpoint.name : null) };
}

const STARTS: Readonly<Record<string, string>> = {
  lemonade: 'lemonade-server serve',
  ollama: 'ollama serve',
  llamacpp: 'llama-server -m <model.gguf>',
};

function worded(
  answer: ServerAnswer,
  model: string,
  address: string,
  endpoint: string | null,
): Pick<Finding, 'state' | 'says'> {
  if (answer.kind === 'refused')
    return { state: 'problem', says: `${address} refuses the key: ${answer.why}` };
  if (answer.kind === 'odd')
    return { state: 'unknown', says: `${address} does not say which models it has: ${answer.why}` };
  if (answer.kind !== 'info') {
    const start = endpoint === null ? undefined : STARTS[endpoint];
    return {
      state: 'problem',
      says: `nothing answers at ${address}: ${answer.why}.${start === undefined ? '' : ` Start it: ${start}`}`,
    };
  }
  const { models, context, version } = answer.info;
  const more = [
    ...(context === null ? [] : [`context ${context} tokens`]),
    ...(version === null ? [] : [`version ${version}`]),
  ];
  const up = [`${address} is up`, ...more].join(', ');
  if (models === null || models.some((each) => isSameModel(model, each))) return { state: 'ok', says: up };
  const names = models.slice(0, MOST_NAMES).join(', ') || 'none';
  const rest = models.length > MOST_NAMES ? ` and ${models.length - MOST_NAMES} more` : '';
  return { state: 'warning', says: `${up}; it does not list ${model}, but ${names}${rest}` };
}

/** A question of a few tokens, in the form that a judge uses. */
async function pinged(named: NamedModel, env: Environment, about: string): Promise<Finding> {
  const { z } = await import('zod');
  const ledger = createLedger(0.05);
  const start = performance.now();
  try {
    await lazyModelClient(named, env, 'it is to be asked.').structured({
      system: 'You answer in JSON.',
      prompt: 'Reply with {"ready": true}.',
      schema: z.object({ ready: z.boolean() }),
      maxTokens: 1_000,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      ledger,
    });
  } catch (error) {
    return { about, state: 'problem', says: `it was asked, and gave no answer: ${messageOf(error)}` };
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return { about, state: 'ok', says: `it answered in ${seconds} s, for $${ledger.spent.usd.toFixed(5)}` };
}
