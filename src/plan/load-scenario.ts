/** One YAML, read with everything it refers to: a module to render, or the problems that forbid it. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { loadManifest, ManifestError, manifestPaths, type Manifest } from '../corpus/manifest.ts';
import {
  checkReferences,
  CorpusError,
  resolveDocuments,
  resolveTruth,
  type ResolvedDocument,
} from '../corpus/resolve.ts';
import { idConflicts, type ScenarioOnDisk } from '../scenario/discover.ts';
import type { Scenario } from '../scenario/schema.ts';
import { isError, type Problem } from '../yaml/problem.ts';
import { problemAt } from '../yaml/validate.ts';
import { rulePositions } from './rule-positions.ts';
import type { ScenarioModule } from './scenario-module.ts';
import { planOwnChecks } from './plan-own-checks.ts';
import { planReplacements } from './plan-replacements.ts';
import { filesOf, type PlannedDocument } from './scenario-plan.ts';

export interface LoadedScenario {
  readonly onDisk: ScenarioOnDisk;
  /** null when a problem is an error. */
  readonly module: ScenarioModule | null;
  readonly problems: readonly Problem[];
  /** Absolute paths whose change concerns this scenario. */
  readonly dependsOn: readonly string[];
}

export interface ProjectFolders {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly corpus: string;
}

/** `all` are the scenario files of the project, for ids that are taken. */
export async function loadScenario(
  onDisk: ScenarioOnDisk,
  folders: ProjectFolders,
  all: readonly ScenarioOnDisk[],
): Promise<LoadedScenario> {
  const taken = idConflicts(withItsId(onDisk, all));
  const problems = [...onDisk.problems, ...taken.filter((problem) => problem.file === onDisk.file)];
  const { scenario } = onDisk;
  if (scenario === null) return { onDisk, module: null, problems, dependsOn: [] };

  const manifests = manifestPaths(folders.corpus);
  const corpus = (await needsCorpus(scenario, manifests)) ? await readCorpus(folders.corpus) : EMPTY_CORPUS;
  if ('problem' in corpus) {
    const problem = problemAt(onDisk, ['id'], corpus.problem);
    return { onDisk, module: null, problems: [...problems, problem], dependsOn: manifests };
  }
  const own = await planOwnChecks(onDisk, folders.root);
  problems.push(...checkReferences(onDisk, corpus), ...own.problems);
  if (problems.some(isError)) return { onDisk, module: null, problems, dependsOn: manifests };
  try {
    const planned = async (documents: Scenario['setup']['index_documents']) =>
      (await resolveDocuments({ setup: { index_documents: documents } }, corpus, folders.corpus)).map(
        (document) => plannedDocument(document, corpus, folders.corpus),
      );
    const documents = await planned(scenario.setup.index_documents);
    refuseScenarios(documents, all);
    const replacements = await planReplacements(scenario, documents, planned);
    const asked = askedAbout(scenario).filter((id) => corpus.byId.has(id));
    const given = [...documents, ...replacements.map(({ document }) => document)];
    const findable = (await planned(asked.map((corpus_doc) => ({ corpus_doc })))).filter(
      (candidate) => !given.some((document) => document.path === candidate.path),
    );
    const plan = {
      scenario,
      truths: scenario.turns.map((turn) => resolveTruth(turn, corpus)),
      documents,
      findable,
      replacements,
      ownChecks: own.files,
      file: onDisk.file,
    };
    const module = { plan, path: onDisk.path, positions: rulePositions(scenario, onDisk.positions) };
    return {
      onDisk,
      module,
      problems,
      dependsOn: [...manifests, ...filesOf(plan).map((document) => document.path)],
    };
  } catch (error) {
    if (!(error instanceof CorpusError)) throw error;
    const problem = problemAt(onDisk, ['setup', 'index_documents'], error.message);
    return { onDisk, module: null, problems: [...problems, problem], dependsOn: manifests };
  }
}

/** Those that may claim the same id, `onDisk` in the place of what is known of its file. */
function withItsId(onDisk: ScenarioOnDisk, all: readonly ScenarioOnDisk[]): readonly ScenarioOnDisk[] {
  const same = byId(all).get(onDisk.id?.toLowerCase() ?? null) ?? [];
  const listed = same.some((other) => other.path === onDisk.path);
  return listed ? same.map((other) => (other.path === onDisk.path ? onDisk : other)) : [...same, onDisk];
}

type ById = ReadonlyMap<string | null, readonly ScenarioOnDisk[]>;
const sorted = new WeakMap<readonly ScenarioOnDisk[], ById>();

/** Sorted once: a run of thousands asks for each of its files. */
function byId(all: readonly ScenarioOnDisk[]): ById {
  const known = sorted.get(all);
  if (known !== undefined) return known;
  const made = new Map<string | null, ScenarioOnDisk[]>();
  for (const each of all) {
    const id = each.id?.toLowerCase() ?? null;
    const same = made.get(id);
    if (same === undefined) made.set(id, [each]);
    else same.push(each);
  }
  sorted.set(all, made);
  return made;
}

/** The corpus documents that a scenario's turns are about. */
function askedAbout(scenario: Scenario): readonly string[] {
  return [...new Set(scenario.turns.flatMap((turn) => turn.ground_truth?.doc_id ?? []))];
}

const EMPTY_CORPUS: Manifest = { documents: [], byId: new Map(), byPath: new Map() };

/** A scenario that names no document and no fact runs without a corpus; files alone are asked after in one. */
async function needsCorpus(scenario: Scenario, manifests: readonly string[]): Promise<boolean> {
  const { index_documents } = scenario.setup;
  if (
    index_documents.some((document) => document.corpus_doc !== undefined) ||
    scenario.turns.some((turn) => turn.ground_truth?.doc_id !== undefined)
  ) {
    return true;
  }
  return index_documents.length > 0 && (await Promise.all(manifests.map(isThere))).includes(true);
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A scenario's own file says what a right answer is. */
function refuseScenarios(documents: readonly PlannedDocument[], all: readonly ScenarioOnDisk[]): void {
  const scenarios = new Set(all.map((each) => each.path));
  const found = documents.find((document) => scenarios.has(document.path));
  if (found === undefined) return;
  throw new CorpusError(
    `The document ${found.name} is a scenario. It holds the answers, so no agent may read it.`,
  );
}

function plannedDocument(
  { corpus_doc, path: file }: ResolvedDocument,
  corpus: Manifest,
  folder: string,
): PlannedDocument {
  const name = path.relative(folder, file).split(path.sep).join('/');
  const listed = corpus.byPath.get(name);
  const planned = { corpus_doc, name, path: file };
  if (listed === undefined) return { ...planned, ifMissing: 'mistake' };
  return listed.optional === undefined
    ? planned
    : { ...planned, ifMissing: 'optional', getFrom: listed.optional };
}

async function readCorpus(folder: string): Promise<Manifest | { readonly problem: string }> {
  try {
    return await loadManifest(folder);
  } catch (error) {
    if (error instanceof ManifestError) return { problem: inOneLine(error) };
    throw error;
  }
}

/** Every scenario says it: the whole list is told once, by `agent-eval corpus check`. */
function inOneLine({ message, problems }: ManifestError): string {
  const [first, ...more] = problems.filter(isError);
  if (first === undefined) return message;
  const rest = more.length === 0 ? '' : `; ${more.length} more: agent-eval corpus check`;
  return `the corpus manifest has an error at ${first.file}:${first.line}:${first.column}: ${first.message}${rest}`;
}
