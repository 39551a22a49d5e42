/** What a result depends on, as hashes: a stored result stands for a new run only when all of it is the same. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const identitySchema = z.object({
  /** Of the scenario's parsed text. */
  scenario: z.string(),
  /** Of the documents' names and contents, in order. */
  documents: z.string(),
  /** Of the ground truth of every turn. */
  truth: z.string(),
  /** `embedded`, or the backend's address; a hash follows when the MCP server is named apart. */
  target: z.string(),
  /** Asked for; null for the target's default. */
  agent_type: z.string().nullable(),
  /** The agent's model as it says itself; null when it does not. */
  model: z.string().nullable(),
  /** Name, model and prompts. */
  judge: z.string(),
  simulator: z.string(),
  /** Of the rules by which code decides; null in a result of a version that did not say. */
  rules: z.number().int().nullable().default(null),
  /** The release of this package; null in a result of one that did not say. */
  package: z.string().nullable().default(null),
  isolation: z.string(),
  /** Of how the agent's prompts and questions are answered, and of the device asked for. */
  policy: z.string(),
  /** Of the limits of the agent that the judge was told. */
  limits: z.string(),
  /** The agent's version as it says itself; null when it does not. */
  build: z.string().nullable(),
  /** AGENT_EVAL_TARGET_ID: the user's own word for what can't be seen from outside. */
  target_id: z.string().nullable(),
});
export type Identity = z.infer<typeof identitySchema>;

const CHANGED: Readonly<Record<keyof Identity, string>> = {
  scenario: "the scenario's text changed",
  documents: 'a document changed',
  truth: 'its ground truth changed',
  target: 'it was another target',
  agent_type: 'another agent type was asked for',
  model: "the agent's model changed",
  judge: 'it was judged by another judge, model or prompt',
  simulator: 'its messages were worded by another simulator, model or prompt',
  rules: 'the rules that decide about an answer changed',
  package: 'the version of vitest-agent-eval changed',
  isolation: 'the isolation changed',
  policy: "the answers to the agent's prompts, or its device, changed",
  limits: 'the audit that the judge was told of changed',
  build: "the agent's version changed",
  target_id: 'AGENT_EVAL_TARGET_ID changed',
};

/** What the agent itself must be asked: unknown while it can't be reached, and then no reason to doubt a result. */
const FROM_THE_AGENT: readonly (keyof Identity)[] = ['model', 'build'];

/** Why a result of `stored` does not stand for a run of `current`, in words; null when it does. */
export function identityDifference(stored: Identity | null | undefined, current: Identity): string | null {
  if (!stored) return 'it does not say what it was run with';
  for (const [key, words] of Object.entries(CHANGED)) {
    const name = identityKey(key);
    if (name === null || stored[name] === current[name]) continue;
    if (FROM_THE_AGENT.includes(name) && current[name] === null) continue;
    return words;
  }
  return null;
}

/** Sixteen hex digits. Parts are kept apart by their length. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 16);
}

function identityKey(key: string): keyof Identity | null {
  return identitySchema.keyof().safeParse(key).data ?? null;
}
