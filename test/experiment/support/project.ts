/** A project of experiments in a folder of the test's own, loaded in this process. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { cellKey, openExperimentRun, type CellDone } from '../../../src/experiment/experiment-run.ts';
import {
  loadExperiment,
  type ExperimentFolders,
  type LoadedExperiment,
} from '../../../src/experiment/load.ts';
import type { ExperimentPlan } from '../../../src/experiment/plan.ts';
import { selectPlan } from '../../../src/experiment/select.ts';
import type { EndpointOptions } from '../../../src/models/endpoints.ts';
import { readCells } from '../../../src/results/cells/read-cells.ts';
import { closeRunFolder } from '../../../src/results/cells/run-folder.ts';
import type { Cell } from '../../../src/results/cells/cell-schema.ts';
import { resolveSettings, type AgentEvalOptions } from '../../../src/settings.ts';

export const NOTES =
  'The release is on 14 March 2027.\n\nAda Byron leads the project. The budget is 900 euros.\n';

export interface ExperimentProject {
  readonly folders: ExperimentFolders;
  path(file: string): string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** `text` as experiments/e.yaml, or as the file that is named. */
  load(text: string, file?: string, endpoints?: EndpointOptions): Promise<LoadedExperiment>;
  /** All cells of experiments/e.yaml, or of those that are named. */
  run(text: string, options?: RunOptions): Promise<Ran>;
}

export interface RunOptions extends AgentEvalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** `variant` or `variant\ncase`; left out: all. */
  readonly only?: (variant: string, id: string) => boolean;
  readonly leaveOpen?: boolean;
}

export interface Ran {
  readonly done: readonly CellDone[];
  readonly cells: readonly Cell[];
  readonly plan: ExperimentPlan;
  readonly run: string;
}

export async function experimentProject(
  files: Readonly<Record<string, string>> = {},
): Promise<ExperimentProject> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-eval-experiment-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const at = (file: string): string => path.join(root, file);
  const folders = { root, corpus: at('corpus'), truth: at('truth'), prompts: at('prompts') };
  const project: ExperimentProject = {
    folders,
    path: at,
    async write(more) {
      for (const [file, text] of Object.entries(more)) {
        await mkdir(path.dirname(at(file)), { recursive: true });
        await writeFile(at(file), text);
      }
    },
    async load(text, file = 'experiments/e.yaml', endpoints = {}) {
      await project.write({ [file]: text });
      return await loadExperiment(at(file), folders, endpoints);
    },
    async run(
      text,
      {
        env = {},
        signal = new AbortController().signal,
        only = () => true,
        leaveOpen = false,
        ...options
      } = {},
    ) {
      const settings = resolveSettings(options, {});
      const loaded = await project.load(text, undefined, settings.endpoints);
      if (loaded.plan === null) throw new Error(loaded.problems.map(({ message }) => message).join('; '));
      const stored = selectPlan(loaded.plan, settings);
      const { plan } = stored;
      const wanted = plan.variants
        .flatMap(({ name }) => plan.cases.map(({ id }) => ({ name, id })))
        .filter((each) => only(each.name, each.id));
      const run = await openExperimentRun({
        stored,
        settings,
        corpus: folders.corpus,
        results: at('results'),
        env,
        concurrency: 4,
        wanted: new Set(wanted.map(({ name, id }) => cellKey(name, id))),
        signal,
      });
      const done = await Promise.all(wanted.map(async ({ name, id }) => await run.cell(name, id)));
      const folder = done[0]?.run ?? '';
      if (!leaveOpen) await closeRunFolder(folder, { isPartial: stored.isPartial });
      return { done, cells: (await readCells(folder)).cells, plan, run: folder };
    },
  };
  await project.write({ 'corpus/notes.txt': NOTES, ...files });
  return project;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Of notes.txt. */
export const TRUTH = `document: notes.txt
sha256: ${sha256(NOTES)}
written_by: Grace
reviewed: null
qa:
  - { id: release, question: When is the release?, answer: 14 March 2027, where: The release is on 14 March 2027. }
  - { id: leader, question: Who leads the project?, answer: Ada Byron, where: Ada Byron leads the project. }
`;
