/** The agent of a run: a live one, or the embedded reference agent when the setting names it. */
import { accessSync, constants } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { connectAgentUi } from '../agents/mcp/connect.ts';
import { AgentUiError, type ConnectedAgentUi } from '../agents/contract.ts';
import { checkAgentUi } from '../agents/mcp/preflight.ts';
import { defaultMcpServer, parseMcpSetting, type McpServer } from '../agents/mcp/stdio-command.ts';
import { manifestPaths } from '../corpus/manifest.ts';
import { startEmbeddedAgentUi } from '../embedded/start.ts';
import { DEFAULT_TARGET, SettingsError, type Settings } from '../settings.ts';
import { isModuleTarget } from '../target-kind.ts';
import { messageOf } from '../message-of.ts';
import type { ModuleFiles } from './module-target.ts';
import { patientAgent } from './patient-agent.ts';
import { addressKey } from './shared/backend-address.ts';
import type { OpenedTarget } from './shared/shared-agent.ts';
import { findLlmProblem } from './judge-and-simulator.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves the files of an agent of the project; rejects where nobody can. */
export type ServeModules = () => Promise<ModuleFiles>;

/** Starts or reaches the agent and asks how it is. What is wrong becomes one message; nothing is thrown. */
export async function openTarget(
  settings: Settings,
  root: string,
  env: Environment,
  serveModules: ServeModules,
): Promise<OpenedTarget> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  const llmProblem = findLlmProblem(settings, env);
  if (llmProblem !== null) return unreachable(llmProblem);
  if (isModuleTarget(settings.target)) {
    const { openModuleTarget } = await import('./module-target.ts');
    return await openModuleTarget(settings, root, serveModules);
  }
  try {
    const { mcp, backend, scratch } = await reach(settings, root, env, closers);
    const agent = await connectAgentUi({
      mcp,
      backend,
      checkBackend: backendCheck(settings, mcp),
      concurrency: settings.slots,
      policy: { permissions: settings.permissions, questions: settings.questions },
      ...(settings.device === undefined ? {} : { device: settings.device }),
    });
    closers.push(() => agent.close());
    const start = startWords(settings);
    return await checked(agent, { patienceMs: settings.patience * 1000, scratch, start }, close);
  } catch (error) {
    await close();
    if (error instanceof SettingsError) return unreachable(error.message);
    if (error instanceof AgentUiError) return unreachable(noAgent(settings, error));
    return unreachable(`the agent could not be started: ${messageOf(error)}`);
  }
}

/** A server that a command starts may be any agent's: the default address is no word on its backend. */
function backendCheck({ target, address }: Settings, mcp: McpServer): 'default' | 'named' | undefined {
  if (target === 'embedded') return undefined;
  if (addressKey(address) !== addressKey(DEFAULT_TARGET)) return 'named';
  return mcp.kind === 'http' ? 'default' : undefined;
}

/** Without a server that the settings name it is AMD GAIA's. */
export function startWords({ mcp }: Pick<Settings, 'mcp'>): string {
  return mcp === undefined ? 'To start the agent: gaia chat --ui' : '';
}

function noAgent(settings: Settings, error: AgentUiError): string {
  const reason = error.message.replaceAll(/\s+/g, ' ').trim();
  return `no agent at ${settings.target}: ${reason} ${startWords(settings)}`.trimEnd();
}

async function checked(
  agent: ConnectedAgentUi,
  {
    patienceMs,
    scratch,
    start,
  }: { readonly patienceMs: number; readonly scratch: string | null; readonly start: string },
  close: () => Promise<void>,
): Promise<OpenedTarget> {
  const state = await checkAgentUi(agent, start);
  if (state.ok) {
    const { status } = state;
    const offers = `${agent.tools.length} tools (${agent.generation})`;
    return {
      ok: true,
      agent: patientAgent(agent, { patienceMs }),
      status,
      offers,
      lacks: [],
      scratch,
      close,
    };
  }
  await close();
  return unreachable(state.message);
}

async function reach(
  settings: Settings,
  root: string,
  env: Environment,
  closers: (() => Promise<void>)[],
): Promise<{ mcp: McpServer; backend: string; scratch: string | null }> {
  if (settings.target !== 'embedded')
    return { mcp: mcpServer(settings, env), backend: settings.address, scratch: null };
  const corpus = path.resolve(root, settings.corpus);
  const scratch = await makeTemporaryFolder('agent-eval-scratch-');
  closers.push(() => rm(scratch, { recursive: true, force: true }));
  const embedded = await startEmbeddedAgentUi({
    searchRoots: [corpus, scratch],
    hiddenFiles: manifestPaths(corpus),
  });
  closers.push(() => embedded.close());
  return { mcp: { kind: 'http', url: embedded.mcpUrl }, backend: embedded.backendUrl, scratch };
}

/** How to reach the agent's MCP server. Throws {@link SettingsError} for a setting that can't be read. */
export function mcpServer(
  { mcp: setting, address, passEnv }: Pick<Settings, 'mcp' | 'address' | 'passEnv'>,
  env: Environment,
): McpServer {
  try {
    const mcp =
      setting === undefined
        ? defaultMcpServer(address, (command) => onPath(command, env))
        : parseMcpSetting(setting);
    return mcp.kind === 'http' ? mcp : { ...mcp, passed: passEnv };
  } catch (error) {
    throw new SettingsError(`AGENT_EVAL_MCP: ${messageOf(error)}`);
  }
}

function onPath(command: string, env: Environment): boolean {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.some((folder) =>
    endings.some((ending) => {
      try {
        accessSync(path.join(folder, command + ending), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}

function unreachable(message: string): OpenedTarget {
  return { ok: false, message, close: async () => {} };
}
