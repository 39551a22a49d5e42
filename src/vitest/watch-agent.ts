/** In watch mode an edit of the agent runs the scenarios again, on the agent as it is now. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { parseMcpSetting } from '../agents/mcp/stdio-command.ts';
import type { RunHost } from '../run/shared/host.ts';
import type { Settings } from '../settings.ts';
import { isModuleTarget } from '../target-kind.ts';
import { serveModules, type ServedModules } from './module-source.ts';
import { PROJECT_NAME } from './project.ts';

export interface WatchedAgent {
  readonly settings: Pick<Settings, 'target' | 'mcp'>;
  /** Absolute. */
  readonly root: string;
  readonly host: Pick<RunHost, 'agentEdited'>;
  /** Is given what serves the files of an agent of the project. */
  readonly serve: (modules: ServedModules) => void;
}

/** A file of the project is served by the configuration's own server, with all that it imports; a command by its script. */
export function watchAgent(
  vitest: Vitest,
  project: TestProject,
  { settings, root, host, serve }: WatchedAgent,
): void {
  const isOfAgent = isModuleTarget(settings.target)
    ? ofModule(vitest, path.resolve(root, settings.target), root, serve)
    : ofCommand(settings.mcp, root);
  if (isOfAgent === null || !vitest.config.watch) return;
  vitest.vite.watcher.add([...isOfAgent.files]);
  vitest.vite.watcher.on('change', (file) => {
    if (!isOfAgent.has(path.resolve(root, file))) return;
    host.agentEdited();
    void rerun(vitest, project);
  });
}

interface AgentFiles {
  /** Those that are known before a run. Absolute. */
  readonly files: readonly string[];
  has(file: string): boolean;
}

function ofModule(vitest: Vitest, entry: string, root: string, serve: WatchedAgent['serve']): AgentFiles {
  const modules = serveModules(vitest.vite, root, vitest.config.env);
  serve(modules);
  return {
    files: [entry],
    has: (file) => file === entry || modules.filesOf(entry).has(file.split(path.sep).join('/')),
  };
}

/** The words of the command that are files of the project; null when there is none. */
function ofCommand(mcp: string | undefined, root: string): AgentFiles | null {
  const server = mcp === undefined ? null : readCommand(mcp);
  if (server?.kind !== 'stdio') return null;
  const words = [server.command, ...server.args].filter((word) => /\.[a-z]+$/i.test(word));
  const files = words.map((word) => path.resolve(root, word)).filter(isFile);
  return files.length === 0 ? null : { files, has: (file) => files.includes(file) };
}

function readCommand(mcp: string): ReturnType<typeof parseMcpSetting> | null {
  try {
    return parseMcpSetting(mcp);
  } catch {
    return null; // the run says what is wrong with it
  }
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Those that ran before, once what runs has ended. */
async function rerun(vitest: Vitest, project: TestProject): Promise<void> {
  await vitest.waitForTestRunEnd();
  const files = vitest.state.getFiles().filter(({ projectName }) => projectName === PROJECT_NAME);
  const specifications = files.map(({ filepath }) => project.createSpecification(filepath));
  if (specifications.length > 0) await vitest.rerunTestSpecifications(specifications);
}
