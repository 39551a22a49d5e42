/** The command line as a whole: its commands, its help, its exit codes. */
import { Command, CommanderError } from 'commander';
import { CorpusError } from '../corpus/corpus-error.ts';
import { ManifestError } from '../corpus/manifest.ts';
import { TruthError } from '../corpus/read-truths.ts';
import { ResultsError } from '../disk/results-error.ts';
import { knownSecretMask, maskSecrets } from '../redact.ts';
import { SettingsError } from '../settings.ts';
import { defuseCommands, defuseJson } from '../workflow-commands.ts';
import { answerCommand } from './answer.ts';
import { auditCommand } from './audit.ts';
import { baselineCommand } from './baseline.ts';
import { captureCommand } from './capture.ts';
import { compareCommand } from './compare.ts';
import { corpusCommand } from './corpus.ts';
import { doctorCommand } from './doctor.ts';
import { experimentCommand } from './experiment/experiment.ts';
import { fixCommand } from './fix.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import { initCommand } from './init.ts';
import { judgeCommand } from './judge.ts';
import { promptsCommand } from './prompts.ts';
import { reportCommand } from './report.ts';
import { rescoreCommand } from './rescore.ts';
import { runCommand } from './run.ts';
import { scorecardCommand } from './scorecard.ts';

/** Words after the program's name → exit code. Prints, and never throws for a mistake of the user. */
export async function runCommandLine(words: readonly string[], given: CommandIo): Promise<ExitCode> {
  const io = safeToPrint(given);
  let code: ExitCode = EXIT.holds;
  const end = (result: ExitCode) => {
    code = result;
  };
  const other = async (more: readonly string[]) => await runCommandLine(more, io);
  const program: Command = configureCommands(
    new Command('agent-eval')
      // What stands behind a command is that command's: `judge` and `judge check` have options of the same name.
      .enablePositionalOptions()
      .description('Evaluate a chat agent: run scenarios, compare runs, keep a baseline, decide.')
      .addCommand(initCommand(io, end))
      .addCommand(runCommand(io, end, other))
      .addCommand(experimentCommand(io, end))
      .addCommand(answerCommand(io, end))
      .addCommand(compareCommand(io, end))
      .addCommand(baselineCommand(io, end))
      .addCommand(scorecardCommand(io, end))
      .addCommand(reportCommand(io, end))
      .addCommand(rescoreCommand(io, end))
      .addCommand(judgeCommand(io, end))
      .addCommand(promptsCommand(io, end))
      .addCommand(corpusCommand(io, end))
      .addCommand(doctorCommand(io, end))
      .addCommand(captureCommand(io, end))
      .addCommand(auditCommand(io, end))
      .addCommand(fixCommand(io, end)),
    io,
  );
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.holds : EXIT.usage;
    if (!isMistake(error)) throw error;
    io.err(`agent-eval  ${error.message}\n`);
    return EXIT.usage;
  }
}

/** Nothing is printed with a secret or a command to a CI runner in it. A document on standard output keeps its form. */
function safeToPrint(io: CommandIo): CommandIo {
  const mask = (text: string) => knownSecretMask({ ...process.env, ...io.env })(text);
  return {
    ...io,
    out: (text) => io.out(isJson(text) ? defuseJson(mask(text)) : defuseCommands(mask(text))),
    err: (text) => io.err(defuseCommands(maskSecrets(mask(text), io.env))),
  };
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Errors of the user or the environment: their message is all there is to say. */
function isMistake(error: unknown): error is Error {
  return (
    error instanceof CommandError ||
    error instanceof ResultsError ||
    error instanceof SettingsError ||
    error instanceof CorpusError ||
    error instanceof TruthError ||
    error instanceof ManifestError
  );
}

/** Settings of commander that its commands do not inherit when they are added. */
function configureCommands(command: Command, io: CommandIo): Command {
  command
    .exitOverride()
    .configureHelp({ helpWidth: Math.min(110, Math.max(60, io.columns)) })
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .showHelpAfterError('(agent-eval --help shows how it is used)');
  for (const sub of command.commands) configureCommands(sub, io);
  return command;
}
