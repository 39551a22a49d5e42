/** A session of the agent becomes a scenario: first all that would be written, then, when asked, written. */
import path from 'node:path';
import { stat } from 'node:fs/promises';
import { loadManifest, manifestOf, type Manifest } from '../corpus/manifest.ts';
import { findScenarioFiles, readScenario } from '../scenario/discover.ts';
import { formatProblems, parseScenario } from '../scenario/parse.ts';
import { idSchema } from '../scenario/schema.ts';
import { isError } from '../yaml/problem.ts';
import { mask, oneLine, plain, slug, type Masked } from './clean.ts';
import { mapDocuments, type CapturedDocument } from './documents.ts';
import { readFromAgent, type AskTool } from './mcp.ts';
import { CaptureError, type RecordedDocument, type RecordedSession } from './recorded-session.ts';
import { scenarioYaml } from './scenario-yaml.ts';
import { readFromDatabase } from './sqlite.ts';
import { turnsOf, type CapturedTurn } from './turns.ts';

export { CaptureError } from './recorded-session.ts';
export { capturePreview } from './preview.ts';
export { listSessions } from './sqlite.ts';
export { writeCapture } from './write.ts';

export interface CaptureOptions {
  /** The agent's SQLite file, or its MCP server (`ConnectedAgentUi.ask`). */
  readonly from: { readonly database: string } | { readonly ask: AskTool };
  readonly sessionId: string;
  /** The scenario goes to `captured/` below it. */
  readonly scenariosDir: string;
  readonly corpusDir: string;
  /** Of the scenario; left out: made of the session's title. */
  readonly id?: string;
  /** Copy documents that the corpus does not have, and list them in its manifest. */
  readonly copyDocuments?: boolean;
  /** Of a session whose last message has no answer, take the turns before it. */
  readonly finishedOnly?: boolean;
  /** Masked wherever it stands; left out: this user's home folder. */
  readonly home?: string;
}

/** What a capture would write. Nothing has been written yet. */
export interface Capture {
  readonly id: string;
  /** Absolute path of the scenario. */
  readonly file: string;
  readonly yaml: string;
  readonly turns: number;
  /** Absolute. */
  readonly corpusDir: string;
  readonly documents: readonly CapturedDocument[];
  /** What an author has to fill in before the scenario is judged. */
  readonly todo: readonly string[];
  /** What was left out or is doubtful. */
  readonly warnings: readonly string[];
  /** How often something was masked, by kind. */
  readonly masked: Readonly<Record<string, number>>;
}

/** The folder of captured scenarios, below that of all scenarios. */
const FOLDER = 'captured';
/** Agents that a session gets when nobody asks for one. */
const DEFAULT_AGENTS: ReadonlySet<string> = new Set(['chat', 'gaia']);
const TODO = 'Say what a right answer is: a ground_truth or a success_criteria. Then delete this line.';

/**
 * Reads a session and makes a scenario of it that loads; its test is `todo` until someone says what right answers are.
 * @throws CaptureError for a session that is unknown, empty, running or failed, and for an id that is taken;
 * AgentUiError when the agent cannot be asked; ManifestError when the corpus manifest has errors.
 */
export async function captureSession(options: CaptureOptions): Promise<Capture> {
  const session =
    'database' in options.from
      ? await readFromDatabase(options.from.database, options.sessionId)
      : await readFromAgent(options.from.ask, options.sessionId);
  const { turns, warnings: turnWarnings } = turnsOf(session, options.finishedOnly);
  const warnings = [...turnWarnings];
  const masked: Masked = { counts: new Map() };
  const clean = (text: string): string => mask(plain(text), masked, options.home);

  const { before, discovered } = attachedBefore(session, turns);
  warnings.push(...documentWarnings(session, discovered));
  const documents = await mapDocuments(before, {
    corpusDir: options.corpusDir,
    manifest: await manifestFor(options.corpusDir),
    copy: options.copyDocuments ?? false,
  });
  const scenariosDir = path.resolve(options.scenariosDir);
  const title = clean(session.title ?? '');
  const id = await freeId(scenariosDir, options.id ?? null, title, session, warnings);
  const draft = {
    id,
    name: oneLine(title, 100) || id,
    description: `Captured from a session${dayOf(session)}: its messages, sent word for word.`,
    agent_type: agentType(session),
    captured_from: particulars(session, clean),
    documents,
    turns: turns.map((turn) => ({
      ...turn,
      user_message: clean(turn.user_message),
      answer: clean(turn.answer),
      todo: turn.cut ? `Complete the message, which was cut. ${TODO}` : TODO,
    })),
  };
  const file = path.join(scenariosDir, FOLDER, `${id}.yaml`);
  const yaml = scenarioYaml(draft);
  assertLoads(yaml, file, draft.turns);
  return {
    id,
    file,
    yaml,
    turns: turns.length,
    corpusDir: path.resolve(options.corpusDir),
    documents,
    todo: todoList(turns.length, documents),
    warnings,
    masked: Object.fromEntries(masked.counts),
  };
}

function documentWarnings(session: RecordedSession, discovered: readonly RecordedDocument[]): string[] {
  const found = discovered.map(
    ({ filename }) =>
      `${oneLine(filename, 80)} was found by the agent during the session: it is not given to it beforehand`,
  );
  if (session.documents !== null) return found;
  return [
    ...found,
    'which documents the session had is not told over MCP: add them under setup.index_documents',
  ];
}

function dayOf({ createdAt }: RecordedSession): string {
  return createdAt === null ? '' : ` of ${oneLine(createdAt.slice(0, 10), 10)}`;
}

function todoList(turns: number, documents: readonly CapturedDocument[]): string[] {
  return [
    ...Array.from({ length: turns }, (_, index) => `turn ${String(index + 1)}: what a right answer is`),
    ...documents.flatMap(({ missing, path: at }) =>
      missing ? [`put a document into the corpus: ${at}`] : [],
    ),
  ];
}

/** A document that came after the first message, by the agent's own doing, is for the agent to find again. */
function attachedBefore(
  { documents, messages }: RecordedSession,
  turns: readonly CapturedTurn[],
): { before: readonly RecordedDocument[]; discovered: readonly RecordedDocument[] } {
  const started = messages.find(({ role }) => role === 'user')?.at ?? null;
  const indexes = turns.some(({ tools }) =>
    tools.some((tool) => /^index_(?:document|folder|file)$/.test(tool)),
  );
  const isDiscovered = ({ attachedAt }: RecordedDocument) =>
    indexes && started !== null && attachedAt !== null && Date.parse(attachedAt) > Date.parse(started);
  const all = documents ?? [];
  return {
    before: all.filter((document) => !isDiscovered(document)),
    discovered: all.filter(isDiscovered),
  };
}

/** A corpus without a manifest has no documents yet. */
async function manifestFor(corpusDir: string): Promise<Manifest> {
  const there = await stat(path.join(corpusDir, 'manifest.json')).catch(() => null);
  return there === null ? manifestOf([]) : await loadManifest(corpusDir);
}

async function freeId(
  scenariosDir: string,
  wanted: string | null,
  title: string,
  session: RecordedSession,
  warnings: string[],
): Promise<string> {
  const taken = new Map<string, string>();
  const there = await stat(scenariosDir).catch(() => null);
  for (const file of there === null ? [] : await findScenarioFiles([scenariosDir])) {
    const { id, scenario } = await readScenario(file, scenariosDir);
    if (id !== null) taken.set(id.toLowerCase(), file);
    const from = scenario?.captured_from;
    if (typeof from === 'object' && from['session'] === session.id) {
      warnings.push(`this session is captured already, in ${file}`);
    }
  }
  if (wanted !== null) {
    const checked = idSchema.safeParse(wanted);
    if (!checked.success) {
      throw new CaptureError(
        `The id ${JSON.stringify(wanted)} ${checked.error.issues[0]?.message ?? 'is no id'}.`,
      );
    }
    const other = taken.get(wanted.toLowerCase());
    if (other !== undefined) throw new CaptureError(`The id ${wanted} is taken by ${other}. Choose another.`);
    return wanted;
  }
  const stem = `captured_${slug(title) || slug(session.id, 8) || 'session'}`;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? stem : `${stem}_${String(count)}`;
    if (!taken.has(id)) return id;
  }
}

/** Only what a replay needs: the default agent has another name in another version. */
function agentType({ agent_type }: RecordedSession): string | null {
  const name = oneLine(agent_type ?? '', 100);
  return name === '' || DEFAULT_AGENTS.has(name) ? null : name;
}

function particulars(session: RecordedSession, clean: (text: string) => string): Record<string, string> {
  const { id, title, agent_type, model, createdAt, source } = session;
  const all = { session: id, title, agent_type, model, created_at: createdAt, read_from: source };
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      const line = oneLine(key === 'title' ? clean(value ?? '') : (value ?? ''), 200);
      return line === '' ? [] : [[key, line]];
    }),
  );
}

/** Whatever a session says, the file holds it as it was said, and loads. */
function assertLoads(yaml: string, file: string, turns: readonly { readonly user_message: string }[]): void {
  const { scenario, problems } = parseScenario(yaml, path.basename(file));
  if (scenario === null) {
    const errors = formatProblems(problems.filter(isError));
    throw new CaptureError(`This session cannot be written as a scenario that loads:\n${errors}`);
  }
  const same = scenario.turns.every((turn, index) => turn.user_message === turns[index]?.user_message.trim());
  if (!same) throw new CaptureError('A message of this session cannot be kept in YAML word for word.');
}
