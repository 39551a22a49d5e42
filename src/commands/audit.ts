/** `agent-eval audit`: what the agent's source says about how much of a conversation its model can see. */
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { AuditError } from '../audit/audit-error.ts';
import { writeJsonAtomic } from '../disk/json-file.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption } from './options.ts';

const optionsSchema = z.object({
  python: z.string().optional(),
  save: z.string().optional(),
  json: asJson,
});

export function auditCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('audit')
    .summary("find limits of the agent's architecture in its source")
    .description(
      "Reads the agent's Python source: history window, truncation of messages, tool results in the history, life\n" +
        'of an agent. Each is a value with its file and line, or not found. Nothing is run and no LLM is asked.\n\n' +
        'Exit code: 0 the audit was made, whatever it says; 2 there is no source to read.',
    )
    .argument('[folder]', 'a checkout, a site-packages or the package; left out: the installed package')
    .addOption(
      new Option('--python <command>', 'the Python that has the package').default(
        undefined,
        'python3, python',
      ),
    )
    .addOption(new Option('--save <file>', 'write the audit as JSON, for a run (AGENT_EVAL_AUDIT)'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  agent-eval audit                                the installed Agent UI\n' +
        '  agent-eval audit ../gaia --save audit.json      a checkout, for a run that is told of its limits\n' +
        '  agent-eval audit --python "uv run python" --json\n',
    )
    .action(async (folder: string | undefined, raw: unknown) => {
      end(await audit(folder, optionsSchema.parse(raw), io));
    });
}

async function audit(
  folder: string | undefined,
  options: z.output<typeof optionsSchema>,
  io: CommandIo,
): Promise<ExitCode> {
  // The parser is slow to load, and other commands never need it.
  const { auditMarkdown, auditTarget, findInstalledTarget } = await import('../audit/audit.ts');
  try {
    const pythons = options.python === undefined ? undefined : [options.python.trim().split(/\s+/)];
    const source = folder === undefined ? await findInstalledTarget(pythons) : path.resolve(io.cwd, folder);
    const result = await auditTarget(source);
    if (options.save !== undefined) await writeJsonAtomic(path.resolve(io.cwd, options.save), result);
    io.out(options.json ? `${JSON.stringify(result, null, 2)}\n` : auditMarkdown(result));
    return EXIT.holds;
  } catch (error) {
    throw error instanceof AuditError ? new CommandError(error.message, { cause: error }) : error;
  }
}
