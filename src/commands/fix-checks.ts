/** What `agent-eval fix` refuses before anything is run or spent. Each throws {@link CommandError}. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { parseMcpSetting } from '../agents/mcp/stdio-command.ts';
import type { Scorecard } from '../results/store/scorecard.ts';
import type { Settings } from '../settings.ts';
import { currentName } from '../llm-name.ts';
import { CommandError, type CommandIo } from './io.ts';

/** Words of a command line, as in the MCP setting: quotes hold a word together, no shell. */
export function argv(line: string, flag: string): string[] {
  try {
    const parsed = parseMcpSetting(line);
    if (parsed.kind === 'stdio') return [parsed.command, ...parsed.args];
  } catch (cause) {
    throw new CommandError(`${flag}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  throw new CommandError(`${flag} is a command, not an address.`);
}

/** Else the scenarios would be held with the agent as it was, and every repair would look useless. */
export function requireRestart({ target, mcp }: Settings, restart: string | undefined): void {
  if (target === 'embedded') {
    throw new CommandError(
      'The embedded agent is part of this package. Set AGENT_EVAL_TARGET to your agent.',
    );
  }
  if (restart !== undefined || mcp?.includes('{worktree}') === true) return;
  throw new CommandError(
    'Say how the agent is started on the repaired source: --restart "<command with {worktree}>", or, when the run ' +
      'starts its MCP server, AGENT_EVAL_MCP="<command with {worktree}>".',
  );
}

/** A run of another agent or judge cannot be compared with the ones to come: better said before money is spent. */
export function requireSame({ config }: Scorecard, { target, judge }: Settings): void {
  for (const [what, was, is] of [
    ['agent', config.target, target],
    ['judge', config.judge, judge],
  ] as const) {
    if (was !== undefined && currentName(was) !== is) {
      throw new CommandError(
        `The run to start from has another ${what} (${was}) than the settings (${is}), so they cannot be compared. ` +
          'Leave the run out, or set the same.',
      );
    }
  }
}

/** Found out before the scenarios are run for nothing. */
export function requireOnPath(command: string, { cwd, env }: CommandIo): void {
  const isPath = /[/\\]/.test(command);
  const folders = isPath ? [cwd] : (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter);
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd'] : [''];
  const found = folders.some((folder) =>
    endings.some((ending) => {
      try {
        accessSync(path.resolve(folder, command + ending), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
  if (found) return;
  throw new CommandError(
    `There is no ${command} to repair with. Install it, or name another command: --repairer "<command>". ` +
      'It gets the prompt on stdin and works in its working folder.',
  );
}
