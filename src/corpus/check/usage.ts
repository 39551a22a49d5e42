/**
 * How scenarios use the corpus: every id they name exists, every turn has checks, and every document is used or says
 * why not. Pure.
 */
import type { Scenario } from '../../scenario/schema.ts';
import type { CorpusDocument, Manifest } from '../manifest.ts';
import { normaliseCorpusPath } from '../paths.ts';
import { factIdsOf } from '../truth.ts';
import type { CorpusFinding } from './finding.ts';

export type ScenarioInUse = Pick<Scenario, 'id' | 'setup' | 'turns'>;

export function checkUsage(scenarios: readonly ScenarioInUse[], manifest: Manifest): CorpusFinding[] {
  const users = new Map<string, string>();
  const findings = scenarios.flatMap((scenario) => [
    ...checkIndexed(scenario, manifest, users),
    ...scenario.turns.flatMap((turn) => [
      ...checkReplacement(scenario, turn, manifest, users),
      ...checkTurn(scenario, turn, manifest, users),
    ]),
  ]);
  return [
    ...findings,
    ...manifest.documents.flatMap((document) => checkUsed(document, users.get(document.id))),
  ];
}

function checkIndexed(
  { id, setup }: ScenarioInUse,
  manifest: Manifest,
  users: Map<string, string>,
): CorpusFinding[] {
  return setup.index_documents.flatMap(({ corpus_doc, path }): CorpusFinding[] => {
    const normal = path === undefined ? null : normaliseCorpusPath(path);
    const byPath = normal?.ok === true ? manifest.byPath.get(normal.path) : undefined;
    const document = corpus_doc === undefined ? byPath : manifest.byId.get(corpus_doc);
    if (document === undefined) return [unknown(`scenario ${id}`, `document ${corpus_doc ?? path ?? ''}`)];
    users.set(document.id, id);
    if (path === undefined || byPath === document) return [];
    return [unknown(`scenario ${id}`, `document ${document.id} at ${path} (it is ${document.path})`)];
  });
}

function checkReplacement(
  { id }: ScenarioInUse,
  { turn, before }: ScenarioInUse['turns'][number],
  manifest: Manifest,
  users: Map<string, string>,
): CorpusFinding[] {
  const wanted = before?.replace_document?.with;
  if (wanted === undefined) return [];
  users.set(wanted, id);
  return manifest.byId.has(wanted)
    ? []
    : [unknown(`scenario ${id}, turn ${String(turn)}`, `document ${wanted}`)];
}

function checkTurn(
  { id }: ScenarioInUse,
  turn: ScenarioInUse['turns'][number],
  manifest: Manifest,
  users: Map<string, string>,
): CorpusFinding[] {
  const at = `scenario ${id}, turn ${String(turn.turn)}`;
  return [...checkReferences(turn, at, id, manifest, users), ...checkHasChecks(turn, at)];
}

/** No error: a judge that reads may do without. A turn that says what is still to do is not run. */
function checkHasChecks({ checks, todo }: ScenarioInUse['turns'][number], at: string): CorpusFinding[] {
  if (todo !== undefined || Object.values(checks ?? {}).some((check) => check !== undefined)) return [];
  const message = 'it has no `checks`: nothing in it is told without a judge, and no judge is bound by them';
  return [{ kind: 'turn_without_checks', at, message, warning: true }];
}

function checkReferences(
  { ground_truth }: ScenarioInUse['turns'][number],
  at: string,
  id: string,
  manifest: Manifest,
  users: Map<string, string>,
): CorpusFinding[] {
  if (ground_truth?.doc_id === undefined) return [];
  const document = manifest.byId.get(ground_truth.doc_id);
  if (document === undefined) return [unknown(at, `document ${ground_truth.doc_id}`)];
  users.set(document.id, id);
  return factIdsOf(ground_truth)
    .filter((wanted) => !document.facts.some((fact) => fact.id === wanted))
    .map((wanted) => unknown(at, `fact ${wanted} of ${document.id}`));
}

function unknown(at: string, what: string): CorpusFinding {
  return { kind: 'unknown_id', at, message: `the corpus manifest has no ${what}` };
}

function checkUsed({ id, path, unused }: CorpusDocument, user: string | undefined): CorpusFinding[] {
  if (user === undefined && unused === null) {
    const message = `no scenario uses the document ${id}: use it, remove it, or say why it is there (\`unused\`)`;
    return [{ kind: 'unused_document', at: path, message }];
  }
  if (user === undefined || unused === null) return [];
  const message = `the manifest says that no scenario uses ${id}, but ${user} does: remove \`unused\``;
  return [{ kind: 'used_after_all', at: path, message }];
}
