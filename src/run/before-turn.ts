/** What a scenario has happen before one of its messages: another document, a new session, tools that fail. */
import type { TurnStart } from '../conversation.ts';
import type { Turn } from '../scenario/schema.ts';
import { beginSession, indexFile, notCopied, type HeldSession, type SetUpInput } from './set-up.ts';

/** What tools fail with where the scenario does not say. */
const UNAVAILABLE = 'the service is not available';

export interface TurnGround {
  readonly session: HeldSession;
  /** What was done; null for nothing. */
  readonly start: TurnStart | null;
}

/** The session that the turn's message goes to. Rejects as the set-up does. */
export async function beforeTurn(
  turn: Pick<Turn, 'turn' | 'before'>,
  former: HeldSession,
  input: SetUpInput,
): Promise<TurnGround> {
  const { before } = turn;
  if (before === undefined) return { session: former, start: null };
  const replaced = await replaceDocument(turn.turn, former, input);
  const isNew = before.new_session === true;
  const session = isNew ? await goOnInNewSession(replaced.session, input) : replaced.session;
  if (!isNew && replaced.name !== null) await indexOne(replaced.name, session, input);
  const fault = before.tool_fault;
  if (fault !== undefined) {
    const { tools, error = UNAVAILABLE } = fault;
    await input.agent.failTools({ sessionId: session.id, tools, error });
  }
  const start: TurnStart = {
    ...(isNew ? { new_session: true } : {}),
    ...(replaced.name === null ? {} : { replaced_document: replaced.name }),
    ...(fault === undefined ? {} : { failing_tools: fault.tools }),
  };
  return { session, start };
}

/** The other content, where the agent reads the document; nothing is indexed yet. */
async function replaceDocument(
  turn: number,
  session: HeldSession,
  { plan, context }: SetUpInput,
): Promise<{ readonly session: HeldSession; readonly name: string | null }> {
  const replacement = plan.replacements.find((each) => each.turn === turn);
  if (replacement === undefined) return { session, name: null };
  const { name, document } = replacement;
  try {
    await context.place(plan.scenario.id, { name, path: document.path });
  } catch (error) {
    throw notCopied(error, context.settings.documentsRoot);
  }
  const documents = session.documents.map((file) =>
    file.document.name === name ? { ...file, document: { ...document, name } } : file,
  );
  return { session: { ...session, documents }, name };
}

async function goOnInNewSession(former: HeldSession, input: SetUpInput): Promise<HeldSession> {
  const id = await beginSession(input);
  for (const file of former.documents) await indexFile(input, id, file);
  return { ...former, id };
}

async function indexOne(name: string, session: HeldSession, input: SetUpInput): Promise<void> {
  const file = session.documents.find(({ document }) => document.name === name);
  if (file !== undefined) await indexFile(input, session.id, file);
}
