/** `agent-eval capture`: a session of the agent becomes a scenario, once its text has been shown. */
import { homedir } from 'node:os';
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { AgentUiError } from '../agents/contract.ts';
import type { Capture, CaptureOptions } from '../capture/capture.ts';
import { CaptureError } from '../capture/recorded-session.ts';
import { ManifestError } from '../corpus/manifest.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption } from './options.ts';
import { readProject } from './project-settings.ts';

const optionsSchema = z.object({
  database: z.string().optional(),
  mcp: z.boolean().default(false),
  id: z.string().optional(),
  copyDocuments: z.boolean().default(false),
  finishedOnly: z.boolean().default(false),
  yes: z.boolean().default(false),
  json: asJson,
});
type Options = z.output<typeof optionsSchema>;

export function captureCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('capture')
    .summary('make a scenario of a session of the agent')
    .description(
      "Reads a session from the agent's database, also while the agent runs, and shows the scenario it would write;\n" +
        '--yes writes it. Secrets and home folders are masked. The scenario loads; its test is a todo until you have\n' +
        'said what right answers are.\n\n' +
        'Exit code: 0 shown or written, 2 the session cannot be captured.',
    )
    .argument('[session]', 'its id; left out: the newest sessions are listed')
    .addOption(
      new Option('--database <file>', "the agent's database").default(
        undefined,
        '$GAIA_HOME/chat/gaia_chat.db, else ~/.gaia/chat/gaia_chat.db',
      ),
    )
    .addOption(new Option('--mcp', 'ask the agent of the settings over MCP instead').conflicts('database'))
    .addOption(new Option('--id <id>', 'of the scenario').default(undefined, "made of the session's title"))
    .addOption(new Option('--copy-documents', 'copy documents that the corpus does not have into it'))
    .addOption(new Option('--finished-only', 'of a running session, take the turns that have an answer'))
    .addOption(new Option('--yes', 'write what is shown'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  agent-eval capture                                            which sessions there are\n' +
        '  agent-eval capture 29c211c7-31b5-4084-bb3f-1825c0210942       what would be written\n' +
        '  agent-eval capture 29c211c7-31b5-4084-bb3f-1825c0210942 --copy-documents --yes\n',
    )
    .action(async (session: string | undefined, raw: unknown) => {
      end(await capture(session, optionsSchema.parse(raw), io));
    });
}

/** SQLite and the MCP client are slow to load, and other commands never need them. */
const loadCapture = async () => await import('../capture/capture.ts');

async function capture(session: string | undefined, options: Options, io: CommandIo): Promise<ExitCode> {
  try {
    if (session === undefined) {
      io.out(await sessionList(databaseOf(options, io), options.json));
      return EXIT.holds;
    }
    const plan = await planOf(session, options, io);
    const { capturePreview, writeCapture } = await loadCapture();
    const written = options.yes ? await writeCapture(plan) : [];
    io.out(
      options.json
        ? `${JSON.stringify(dataOf(plan, written), null, 2)}\n`
        : words(capturePreview(plan, io.cwd), written, io),
    );
    return EXIT.holds;
  } catch (error) {
    const isMistake =
      error instanceof CaptureError || error instanceof ManifestError || error instanceof AgentUiError;
    throw isMistake ? new CommandError(error.message, { cause: error }) : error;
  }
}

async function planOf(sessionId: string, options: Options, io: CommandIo): Promise<Capture> {
  const { captureSession } = await loadCapture();
  const { root, settings } = await readProject(io);
  const common = {
    sessionId,
    scenariosDir: path.resolve(root, settings.scenarios[0] ?? 'scenarios'),
    corpusDir: path.resolve(root, settings.corpus),
    copyDocuments: options.copyDocuments,
    finishedOnly: options.finishedOnly,
    ...(options.id === undefined ? {} : { id: options.id }),
  } satisfies Omit<CaptureOptions, 'from'>;
  if (!options.mcp) return await captureSession({ ...common, from: { database: databaseOf(options, io) } });
  if (settings.target === 'embedded') {
    throw new CommandError(
      'The embedded agent ends with its run and keeps no sessions. Set AGENT_EVAL_TARGET to a live agent.',
    );
  }
  const [{ connectAgentUi }, { mcpServer }] = await Promise.all([
    import('../agents/mcp/connect.ts'),
    import('../run/target.ts'),
  ]);
  const agent = await connectAgentUi({
    mcp: mcpServer(settings, io.env),
    backend: settings.address,
  });
  try {
    return await captureSession({ ...common, from: { ask: (tool, args) => agent.ask(tool, args) } });
  } finally {
    await agent.close();
  }
}

function databaseOf({ database }: Options, { cwd, env }: CommandIo): string {
  if (database !== undefined) return path.resolve(cwd, database);
  return path.join(env['GAIA_HOME'] || path.join(homedir(), '.gaia'), 'chat/gaia_chat.db');
}

async function sessionList(database: string, json: boolean): Promise<string> {
  const { listSessions } = await loadCapture();
  const sessions = await listSessions(database);
  if (json) return `${JSON.stringify(sessions, null, 2)}\n`;
  if (sessions.length === 0) return `${database} has no sessions yet.\n`;
  const lines = sessions.map(
    ({ id, title, updatedAt, messages }) =>
      `${id}  ${(updatedAt ?? '').slice(0, 16).padEnd(16)}  ${String(messages).padStart(4)} messages  ${title ?? ''}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Bytes of documents are of no use in a terminal. */
function dataOf({ documents, ...plan }: Capture, written: readonly string[]): unknown {
  const named = documents.map(({ copy, ...document }) => ({ ...document, copied_from: copy?.from ?? null }));
  return { ...plan, documents: named, written };
}

function words(preview: string, written: readonly string[], { cwd }: CommandIo): string {
  if (written.length === 0) return `${preview}\n\nNothing is written yet: add --yes to write it.\n`;
  const files = written.map((file) => `  ${path.relative(cwd, file)}\n`).join('');
  return `${preview}\n\nWritten:\n${files}Its test is a todo until every turn says what a right answer is.\n`;
}
