/** The benchmark as the planted agents see it: each turn with all that there is to know of it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildMissing } from '../../src/corpus/build.ts';
import { loadManifest, type Manifest } from '../../src/corpus/manifest.ts';
import { readDocument } from '../../src/documents/read-document.ts';
import { UnreadableDocumentError } from '../../src/documents/types.ts';
import { loadScenario } from '../../src/plan/load-scenario.ts';
import { filesOf, type ScenarioPlan } from '../../src/plan/scenario-plan.ts';
import { discoverScenarios } from '../../src/scenario/discover.ts';
import { inSet } from '../../src/scenario/scenario-set.ts';
import type { ScenarioSet } from '../../src/scenario/schema.ts';
import { plainMessage } from '../../src/simulator/plain-wording.ts';
import { readable } from '../../src/text/normalise.ts';
import { CORPUS, SCENARIOS } from '../support/benchmark.ts';
import { oracleOf } from './oracle.ts';
import type { OpenDocument, Scene } from './planted.ts';

export interface Stage {
  readonly plan: ScenarioPlan;
  /** One per turn. */
  readonly scenes: readonly Scene[];
}

/** Every scenario of a set of the benchmark, in the order of its files. */
export async function benchmarkStages(set: ScenarioSet): Promise<readonly Stage[]> {
  await buildMissing(CORPUS);
  const manifest = await loadManifest(CORPUS);
  const spare = await openDocument(path.join(CORPUS, 'documents', 'employee_handbook.md'));
  const plans = await benchmarkPlans(set);
  return Promise.all(
    plans.map(async (plan) => {
      const opened = await Promise.all(filesOf(plan).map((document) => openDocument(document.path)));
      const documents = opened.flatMap((document) => document ?? []);
      const page = pageOf(documents[0] ?? spare);
      const scenes = plan.scenario.turns.map((turn, index) => ({
        plan,
        turn,
        truth: truthOf(plan, index),
        message: messageOf(turn),
        oracle: oracleOf(plan.scenario.id, turn.turn),
        documents,
        page,
        neighbours: neighboursOf(plan, index, manifest),
      }));
      return { plan, scenes };
    }),
  );
}

function messageOf({ user_message, objective = '' }: ScenarioPlan['scenario']['turns'][number]): string {
  const message = user_message ?? plainMessage(objective);
  if (message === null) throw new Error(`no message without a model: ${objective}`);
  return message;
}

async function benchmarkPlans(set: ScenarioSet): Promise<readonly ScenarioPlan[]> {
  const root = path.dirname(CORPUS);
  const { scenarios } = await discoverScenarios([SCENARIOS]);
  const loaded = await Promise.all(
    inSet(scenarios, set).map((onDisk) => loadScenario(onDisk, { root, corpus: CORPUS }, scenarios)),
  );
  return loaded.map(({ module, problems, onDisk }) => {
    if (module === null)
      throw new Error(`${onDisk.file}: ${problems.map(({ message }) => message).join('; ')}`);
    return module.plan;
  });
}

function truthOf(plan: ScenarioPlan, index: number) {
  const truth = plan.truths[index];
  if (truth === undefined) throw new Error(`${plan.scenario.id} has no truth for turn ${index + 1}`);
  return truth;
}

function neighboursOf(plan: ScenarioPlan, index: number, manifest: Manifest) {
  return new Map(
    truthOf(plan, index).facts.map(({ doc_id, fact_id }) => {
      const fact = manifest.byId.get(doc_id)?.facts.find(({ id }) => id === fact_id);
      return [fact_id, fact?.neighbours ?? []] as const;
    }),
  );
}

const opened = new Map<string, Promise<OpenDocument | null>>();

/** null for what has no text, such as a picture or an empty file. */
function openDocument(file: string): Promise<OpenDocument | null> {
  const known = opened.get(file) ?? readIn(file);
  opened.set(file, known);
  return known;
}

async function readIn(file: string): Promise<OpenDocument | null> {
  try {
    return { filename: path.basename(file), parsed: await readDocument(file, await readFile(file)) };
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return null;
    throw error;
  }
}

const PAGE_SENTENCES = 14;

const pageOf = (document: OpenDocument | null): string[] =>
  document?.parsed.passages.slice(0, PAGE_SENTENCES).map(({ text }) => readable(text)) ?? [];
