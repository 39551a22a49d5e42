/** A scenario's session and its documents, before the first message. */
import { access, stat } from 'node:fs/promises';
import { AgentUiError, type AgentSession, type AgentUi, type IndexedDocument } from '../agents/contract.ts';
import { messageOf } from '../message-of.ts';
import type { PlannedDocument, ScenarioPlan } from '../plan/scenario-plan.ts';
import type { Scenario } from '../scenario/schema.ts';
import type { Settings } from '../settings.ts';
import type { Simulator } from '../simulator/simulator.ts';
import type { RunContext } from './context.ts';
import { isLostConversation } from './lost-conversation.ts';
import { ScenarioStop } from './outcome.ts';
import type { RunRecord } from './record.ts';
import { staleCopy } from './stale-copy.ts';

/** Titles that begin so are kept by the agent, and tell a person whose session it is. */
export function sessionTitle(scenarioId: string): string {
  return `Eval: ${scenarioId}`;
}

/** The agent type this scenario asks for: its own, else the setting's, else the target's default (undefined). */
export function wantedAgentType(
  scenario: { readonly agent_type?: string | undefined },
  setting: string | undefined,
): string | undefined {
  return scenario.agent_type ?? setting;
}

/** The session that the conversation is in, and what is indexed into it. */
export interface HeldSession {
  readonly id: string;
  readonly documents: readonly IndexedFile[];
}

export interface IndexedFile {
  readonly document: PlannedDocument;
  /** Where the agent reads it. */
  readonly path: string;
}

/** What the steps before a message need. */
export interface SetUpInput {
  readonly plan: ScenarioPlan;
  readonly context: RunContext;
  readonly record: RunRecord;
  readonly agent: AgentUi;
  /** The agent type that is asked for. */
  readonly asked: string | undefined;
}

/** Session and documents. What exists is recorded at once, so that it is cleaned up whatever follows. */
export async function setUp(input: SetUpInput): Promise<HeldSession> {
  const { plan, context, agent } = input;
  requireMessages(plan, context.simulator);
  const id = await beginSession(input);
  await prepareMemory(agent, plan.scenario.setup, context.settings);
  await requireToolFaults(plan, agent, id);
  const paths = await stage(plan, context);
  const documents = plan.documents.map((document, index) => ({
    document,
    path: paths[index] ?? document.path,
  }));
  for (const file of documents) await indexFile(input, id, file);
  return { id, documents };
}

/** A conversation that cannot be held to its end is not begun. */
function requireMessages({ scenario }: ScenarioPlan, simulator: Simulator): void {
  for (const { turn, user_message, objective = '' } of scenario.turns) {
    const problem = user_message === undefined ? simulator.wordingProblem(objective) : null;
    if (problem !== null) throw new ScenarioStop('SETUP_ERROR', `turn ${turn}: ${problem}`);
  }
}

/** A session of this scenario, which is the one of its record from now on. */
export async function beginSession({ plan, record, agent, asked }: SetUpInput): Promise<string> {
  const former = record.session;
  const session = await openSession(agent, plan.scenario.id, asked);
  if (former !== null) record.earlierSessions.push(former.id);
  record.session = { ...session, asked: asked ?? null, deleted: false };
  return session.id;
}

/** Indexes a file into the session, and records what came of it. */
export async function indexFile(
  { plan, record, agent }: SetUpInput,
  sessionId: string,
  { document, path }: IndexedFile,
): Promise<void> {
  const indexed = await indexInto(agent, sessionId, document, path, plan.scenario.category);
  record.documents.push({
    corpus_doc: document.corpus_doc,
    path: document.name,
    chunk_count: indexed.chunk_count,
    indexing_status: indexed.indexing_status,
  });
  const stale = staleCopy({
    name: document.name,
    size: (await stat(path)).size,
    chunks: indexed.chunk_count,
    librarySize: indexed.file_size ?? null,
  });
  if (stale !== null) record.warnings.push(stale);
}

async function stage(plan: ScenarioPlan, context: RunContext): Promise<readonly string[]> {
  const { documents, findable, replacements, scenario } = plan;
  const replaced = new Set(replacements.map(({ name }) => name));
  try {
    const staged = await context.stage([...documents, ...findable]);
    return await Promise.all(
      documents.map(async (document, index) =>
        replaced.has(document.name) ? context.place(scenario.id, document) : (staged[index] ?? document.path),
      ),
    );
  } catch (error) {
    throw notCopied(error, context.settings.documentsRoot);
  }
}

/** For a document that could not be put where the agent may read it. */
export function notCopied(error: unknown, root: string | undefined): ScenarioStop {
  const where = root === undefined ? '' : ` to ${root} (AGENT_EVAL_DOCUMENTS_ROOT)`;
  return new ScenarioStop('SETUP_ERROR', `documents can't be copied${where}: ${messageOf(error)}`);
}

/** An agent that can't be told to fail is not asked at all: its answers would say nothing of what is tested. */
async function requireToolFaults(plan: ScenarioPlan, agent: AgentUi, sessionId: string): Promise<void> {
  if (!plan.scenario.turns.some(({ before }) => before?.tool_fault !== undefined)) return;
  try {
    await agent.failTools({ sessionId, tools: [], error: '' });
  } catch (error) {
    if (!(error instanceof AgentUiError) || error.kind !== 'refused') throw error;
    throw new ScenarioStop(
      'SETUP_ERROR',
      'the scenario has tools of the agent fail (turns[].before.tool_fault), and this agent cannot be told to: ' +
        `${error.message}. The embedded agent can`,
    );
  }
}

async function openSession(
  agent: AgentUi,
  scenarioId: string,
  agentType: string | undefined,
): Promise<AgentSession> {
  const title = sessionTitle(scenarioId);
  return agent.createSession(agentType === undefined ? { title } : { title, agentType });
}

/**
 * The memory that a scenario asks for. Nobody's memory is touched unless a scenario says so, and a live agent's is not
 * emptied unless the user allows it: it may be what a person taught it.
 */
async function prepareMemory(
  agent: AgentUi,
  setup: Scenario['setup'],
  { target, allowMemoryClear }: Pick<Settings, 'target' | 'allowMemoryClear'>,
): Promise<void> {
  const wish = { clear: setup.memory_clear ?? false, seed: setup.memory_seed ?? [] };
  if (!wish.clear && wish.seed.length === 0) return;
  if (wish.clear && target !== 'embedded' && !allowMemoryClear) {
    throw new ScenarioStop(
      'SETUP_ERROR',
      `the scenario empties the memory of the agent at ${target} (setup.memory_clear), which nobody allowed. ` +
        'Where that memory may be lost, set AGENT_EVAL_ALLOW_MEMORY_CLEAR=1',
    );
  }
  try {
    await agent.prepareMemory(wish);
  } catch (error) {
    if (error instanceof AgentUiError && (error.kind === 'refused' || error.kind === 'crashed')) {
      throw new ScenarioStop(
        'SETUP_ERROR',
        `the scenario sets the agent's memory (setup.memory_clear, setup.memory_seed), and the agent does not let us: ` +
          error.message,
      );
    }
    throw error;
  }
}

/**
 * Indexes one document into the session. Nothing to read in it is a SETUP_ERROR, except where that is what the
 * scenario is about (category `adversarial`).
 */
async function indexInto(
  agent: AgentUi,
  sessionId: string,
  document: PlannedDocument,
  path: string,
  category: string,
): Promise<IndexedDocument> {
  let indexed: IndexedDocument;
  try {
    indexed = await agent.indexDocument({
      path,
      sessionId,
      ...(document.corpus_doc === null ? {} : { id: document.corpus_doc }),
    });
  } catch (error) {
    if (isLostConversation(error)) throw error;
    if (error instanceof AgentUiError && (error.kind === 'refused' || error.kind === 'crashed')) {
      throw new ScenarioStop('SETUP_ERROR', `${document.name} could not be indexed: ${error.message}`);
    }
    throw error;
  }
  const known = indexed.filepath ?? path;
  if (known !== path && !(await isThere(known))) {
    throw new ScenarioStop(
      'SETUP_ERROR',
      `the agent's library knows the content of ${document.name} as ${known}, which is gone; delete that document in the ` +
        "agent's library and run again",
    );
  }
  if (indexed.chunk_count === 0 && category !== 'adversarial') {
    const reason = indexed.last_error ? ` (${indexed.last_error})` : '';
    throw new ScenarioStop(
      'SETUP_ERROR',
      `${document.name} was indexed with 0 chunks${reason}; the agent would have nothing to answer from`,
    );
  }
  return indexed;
}

/** Says that another model answered than the session began with, where the agent tells; else null. */
export function modelWarning(before: AgentSession | null, after: AgentSession): string | null {
  const began = before?.effective_model ?? null;
  if (began === null || after.effective_model === null || began === after.effective_model) return null;
  return `the session began with model "${began}" and was answered by "${after.effective_model}"`;
}

/** Asked only of paths that the agent shares with us. */
async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Why the session is not the one that was asked for, or null. Ask after the first message: some agents swap late. */
export function agentTypeProblem(session: AgentSession, asked: string | undefined): string | null {
  if (asked === undefined || session.agent_type === null || session.agent_type === asked) return null;
  return `asked for agent type "${asked}", the agent runs "${session.agent_type}"; check AGENT_EVAL_AGENT_TYPE or the scenario's agent_type`;
}
