/** How the agent's MCP server is reached: a setting's text, or what is at hand when there is none. */
import { maskSecrets } from './secrets.ts';

export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
}

export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: string[];
  /** Added to what is passed on of our own environment: what a program needs, and no secrets. */
  readonly env?: Record<string, string>;
  /** Names of variables of ours that are passed on whatever they hold. */
  readonly passed?: readonly string[];
}

export type McpServer = HttpServer | StdioServer;

const MODULE = 'gaia.mcp.servers.agent_ui_mcp';

/** What to try when no Python is found: the error then names it, and how to set another. */
const FALLBACK_PYTHON = 'python3';

/**
 * The command that starts the agent's own MCP server: the active virtual environment's Python first (Windows
 * has only `python`), else a checkout's through uv.
 * @param which tells whether a command can be found on the PATH
 */
export function defaultMcpServer(
  backend: string,
  which: (command: string) => boolean,
  platform: NodeJS.Platform = process.platform,
): StdioServer {
  const server = ['-m', MODULE, '--stdio', '--backend', backend];
  const names = platform === 'win32' ? ['python', 'python3'] : ['python3', 'python'];
  const python = names.find((name) => which(name));
  if (python !== undefined) return { kind: 'stdio', command: python, args: server };
  if (which('uv')) return { kind: 'stdio', command: 'uv', args: ['run', 'python', ...server] };
  return { kind: 'stdio', command: FALLBACK_PYTHON, args: server };
}

/**
 * Reads a setting such as `http://localhost:8765/mcp` or `uv run python -m my.server --stdio`. A part with
 * spaces stands in single or double quotes; a backslash is a plain character, so Windows paths need no care.
 * Throws an Error that says what is wrong with the text.
 */
export function parseMcpSetting(text: string): McpServer {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) {
    if (!URL.canParse(trimmed)) throw new Error(`not a valid URL: ${maskSecrets(trimmed, {})}`);
    return { kind: 'http', url: trimmed };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    throw new Error(
      `${maskSecrets(trimmed, {})}: an MCP server is reached by an http(s) URL or by a command line`,
    );
  }
  const [command, ...args] = splitCommandLine(trimmed);
  if (command === undefined || command === '') throw new Error('empty; give a URL or a command line');
  return { kind: 'stdio', command, args };
}

/** Throws an Error when a quote is left open. */
function splitCommandLine(line: string): string[] {
  const parts: string[] = [];
  let part: string | null = null;
  let quote: string | null = null;
  for (const char of line) {
    if (quote !== null) {
      if (char === quote) quote = null;
      else part = (part ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      part ??= '';
    } else if (/\s/.test(char)) {
      if (part !== null) parts.push(part);
      part = null;
    } else {
      part = (part ?? '') + char;
    }
  }
  if (quote !== null) throw new Error(`a quote (${quote}) is left open`);
  if (part !== null) parts.push(part);
  return parts;
}

const STDERR_SHOWN_LINES = 8;
const STDERR_SHOWN_CHARS = 1500;

/** One error text for a server that could not be reached: what was tried, what it said, what to set. */
export function describeStartFailure(failure: {
  readonly mcp: McpServer;
  readonly reason: string;
  /** The server's last words, secrets already masked. */
  readonly stderr: readonly string[];
}): string {
  const { mcp, reason, stderr } = failure;
  if (mcp.kind === 'http') {
    return `No MCP server answers at ${mcp.url} (${reason}). Start the agent's MCP server, or set AGENT_EVAL_MCP to its URL or to the command that starts it.`;
  }
  const command = [mcp.command, ...mcp.args].map(quoteIfNeeded).join(' ');
  const words = stderr
    .filter((line) => line.trim() !== '')
    .slice(-STDERR_SHOWN_LINES)
    .join('\n')
    .slice(-STDERR_SHOWN_CHARS);
  return [
    `The agent's MCP server did not start: ${command} (${reason}).`,
    ...(words === '' ? [] : [`Its last words:\n${words}`]),
    'Set AGENT_EVAL_MCP to the URL of a running server (e.g. http://localhost:8765/mcp) or to the command that ' +
      'starts it, with the Python that has the agent installed.',
  ].join('\n');
}

function quoteIfNeeded(part: string): string {
  return part === '' || /\s/.test(part) ? `"${part}"` : part;
}
