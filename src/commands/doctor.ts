/** `agent-eval doctor`: what keeps a run from working, before it is started. */
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';
import { packageVersion } from '../package-version.ts';
import { createScenarioIndex } from '../plan/scenario-index.ts';
import { llmsOf } from '../run/judge-and-simulator.ts';
import { SettingsError, type Settings } from '../settings.ts';
import { findMisfit } from '../vitest/fit.ts';
import { findingLines, type Finding } from './doctor/finding.ts';
import { createModuleServer } from './doctor/module-server.ts';
import { modelFindings } from './doctor/model-findings.ts';
import { CommandError, EXIT, type CommandIo, type ExitCode } from './io.ts';
import { asJson, jsonOption } from './options.ts';
import { readProject } from './project-settings.ts';

const optionsSchema = z.object({
  config: z.string().optional(),
  ping: z.boolean().default(false),
  json: asJson,
});
type Options = z.output<typeof optionsSchema>;

export function doctorCommand(io: CommandIo, end: (code: ExitCode) => void): Command {
  return new Command('doctor')
    .summary('see whether a run would work: target, models, keys, folders, versions')
    .description(
      'Looks at everything that a run of this project needs and says what is missing. No scenario is run, no document is\n' +
        'given to the agent, and no token is spent unless --ping.\n\n' +
        'Exit code: 0 a run would work, 1 something is in its way, 2 the settings cannot be read.',
    )
    .addOption(new Option('--config <file>', "Vitest's configuration"))
    .addOption(new Option('--ping', 'ask each model one question, which costs some tokens'))
    .addOption(jsonOption())
    .action(async (raw: unknown) => end(await examine(optionsSchema.parse(raw), io)));
}

async function examine(options: Options, io: CommandIo): Promise<ExitCode> {
  const { root, settings } = await readProject(io, options.config);
  const findings = [
    versionFinding(io),
    ...(await folderFindings(root, settings)),
    ...(await targetFindings(root, settings, options, io)),
    ...(await judgeFindings(settings, options, io)),
  ];
  io.out(options.json ? `${JSON.stringify(findings, null, 2)}\n` : findingLines(findings));
  return findings.some(({ state }) => state === 'problem') ? EXIT.no : EXIT.holds;
}

const packageSchema = z.object({ version: z.string() });

function versionFinding({ cwd }: CommandIo): Finding {
  const { node, pnp } = process.versions;
  let vitest: string;
  try {
    const own: unknown = createRequire(path.join(cwd, 'package.json'))('vitest/package.json');
    vitest = packageSchema.parse(own).version;
  } catch {
    return {
      about: 'versions',
      state: 'problem',
      says: `there is no Vitest in ${cwd}. Install it: npm i -D vitest`,
    };
  }
  const misfit = findMisfit({ vitest, node, pnp });
  const says = `vitest-agent-eval ${packageVersion()}, Vitest ${vitest}, Node ${node}`;
  return { about: 'versions', state: misfit === null ? 'ok' : 'problem', says: misfit ?? says };
}

async function folderFindings(root: string, settings: Settings): Promise<Finding[]> {
  const folders = settings.scenarios.map((folder) => path.resolve(root, folder));
  const files = await createScenarioIndex(folders, root)
    .all()
    .catch((error: unknown) => messageOf(error));
  const names = settings.scenarios.join(', ');
  if (typeof files === 'string') return [{ about: 'scenarios', state: 'problem', says: files }];
  const broken = files.filter(({ scenario }) => scenario === null).length;
  const count = `${files.length} in ${names}`;
  const scenarios: Finding =
    files.length === 0
      ? { about: 'scenarios', state: 'problem', says: `none in ${names}. Write one: agent-eval init` }
      : broken > 0
        ? {
            about: 'scenarios',
            state: 'problem',
            says: `${count}, ${broken} of them broken: agent-eval corpus check`,
          }
        : { about: 'scenarios', state: 'ok', says: count };
  const { documentsRoot } = settings;
  if (documentsRoot === undefined) return [scenarios];
  const place = path.resolve(root, documentsRoot);
  const problem = await access(place, constants.W_OK).then(
    () => null,
    (error: unknown) => messageOf(error),
  );
  const says = problem === null ? `${place} can be written` : `${place}: ${problem}`;
  return [scenarios, { about: 'documents root', state: problem === null ? 'ok' : 'problem', says }];
}

async function targetFindings(
  root: string,
  settings: Settings,
  { config }: Options,
  { cwd, env }: CommandIo,
): Promise<Finding[]> {
  const { openTarget } = await import('../run/target.ts');
  // Whether somebody can judge is another question.
  const server = createModuleServer({ cwd, config, root });
  const rules = { ...settings, judge: 'rules', simulator: 'plain' } as const;
  const opened = await openTarget(rules, root, env, () => server.serve());
  const about = 'target';
  await opened.close();
  await server.close();
  if (!opened.ok) return [{ about, state: 'problem', says: opened.message }];
  const { status, offers } = opened;
  const known = [
    ...(status.version === null ? [] : [`version ${status.version}`]),
    ...(status.model === null ? [] : [`model ${status.model}`]),
    ...(offers === null ? [] : [offers]),
  ];
  return [{ about, state: 'ok', says: `${settings.target} answers: ${known.join(', ')}` }];
}

async function judgeFindings(settings: Settings, { ping }: Options, { env }: CommandIo): Promise<Finding[]> {
  const models = new Map(llmsOf(settings).map((named) => [`${named.model} ${named.price ?? ''}`, named]));
  if (models.size === 0) return [{ about: 'judge', state: 'ok', says: 'rules: no model, no key, no cost' }];
  try {
    return (await Promise.all([...models.values()].map((named) => modelFindings(named, env, ping)))).flat();
  } catch (error) {
    if (error instanceof SettingsError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
