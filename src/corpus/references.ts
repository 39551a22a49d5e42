/** What a scenario says about the corpus, held against the manifest. Pure. */
import type { ParsedScenario } from '../scenario/parse.ts';
import type { GroundTruth, IndexDocument } from '../scenario/schema.ts';
import { nearestKey } from '../nearest-key.ts';
import type { ValuePath } from '../yaml/positions.ts';
import type { Problem } from '../yaml/problem.ts';
import { problemAt } from '../yaml/validate.ts';
import type { CorpusDocument, Manifest } from './manifest.ts';
import { normaliseCorpusPath } from './paths.ts';
import { factIdsOf, joinAnswers } from './truth.ts';

type Report = (path: ValuePath, message: string, severity?: Problem['severity']) => void;

/**
 * Documents and facts that do not exist, paths that leave the corpus or disagree with the manifest, and answers in the
 * YAML that differ from the manifest's (a warning: the YAML's wins). Empty for a scenario that has errors of its own.
 */
export function checkReferences(parsed: ParsedScenario, manifest: Manifest): Problem[] {
  const { scenario } = parsed;
  if (scenario === null) return [];
  const problems: Problem[] = [];
  const report: Report = (path, message, severity) => {
    problems.push(problemAt(parsed, path, message, severity));
  };
  for (const [index, entry] of scenario.setup.index_documents.entries()) {
    checkDocument(entry, ['setup', 'index_documents', index], manifest, report);
  }
  for (const [index, { ground_truth, before }] of scenario.turns.entries()) {
    if (ground_truth !== undefined)
      checkTruth(ground_truth, ['turns', index, 'ground_truth'], manifest, report);
    const wanted = before?.replace_document?.with;
    if (wanted !== undefined && !manifest.byId.has(wanted)) {
      const at = ['turns', index, 'before', 'replace_document', 'with'];
      reportUnknown(`\`${wanted}\``, 'document', wanted, [...manifest.byId.keys()], false, (message) =>
        report(at, message),
      );
    }
  }
  return problems;
}

function checkDocument(entry: IndexDocument, at: ValuePath, manifest: Manifest, report: Report): void {
  const { corpus_doc, path } = entry;
  const document = corpus_doc === undefined ? undefined : manifest.byId.get(corpus_doc);
  const normal = path === undefined ? null : normaliseCorpusPath(path);
  if (normal !== null && !normal.ok) {
    report([...at, 'path'], `the path "${path ?? ''}" ${normal.reason}`);
    return;
  }
  if (corpus_doc !== undefined && document === undefined) {
    reportUnknown(
      `\`${corpus_doc}\``,
      'document',
      corpus_doc,
      [...manifest.byId.keys()],
      normal !== null,
      (message, severity) => report([...at, 'corpus_doc'], message, severity),
    );
    return;
  }
  if (normal === null || document === undefined || normal.path === document.path) return;
  report(
    [...at, 'path'],
    `\`${document.id}\` is ${document.path} in the corpus manifest, not ${normal.path}`,
  );
}

function checkTruth(truth: GroundTruth, at: ValuePath, manifest: Manifest, report: Report): void {
  const { doc_id, expected_answer } = truth;
  if (doc_id === undefined) return;
  const answered = expected_answer !== undefined;
  const document = manifest.byId.get(doc_id);
  if (document === undefined) {
    reportUnknown(
      `\`${doc_id}\``,
      'document',
      doc_id,
      [...manifest.byId.keys()],
      answered,
      (message, severity) => report([...at, 'doc_id'], message, severity),
    );
    return;
  }
  for (const [index, fact_id] of factIdsOf(truth).entries()) {
    if (document.facts.some(({ id }) => id === fact_id)) continue;
    const known = document.facts.map(({ id }) => id);
    const place =
      truth.fact_id === fact_id ? ['fact_id'] : ['fact_ids', truth.fact_ids?.indexOf(fact_id) ?? index];
    reportUnknown(`\`${fact_id}\` of ${doc_id}`, 'fact', fact_id, known, answered, (message, severity) =>
      report([...at, ...place], message, severity),
    );
  }
  if (expected_answer !== undefined) checkAnswer(truth, expected_answer, document, at, report);
}

/**
 * An error; but only a warning where the scenario says itself what the reference would have given, as those written
 * for another corpus do, unless the name looks like a slip.
 */
function reportUnknown(
  name: string,
  kind: string,
  id: string,
  known: readonly string[],
  selfContained: boolean,
  report: (message: string, severity: Problem['severity']) => void,
): void {
  const near = nearestKey(id, known);
  const listed =
    known.length === 0
      ? 'it has none'
      : `known: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}`;
  const hint = near === null ? listed : `did you mean \`${near}\`?`;
  const severity = selfContained && near === null ? 'warning' : 'error';
  report(`the corpus manifest has no ${kind} ${name}: ${hint}`, severity);
}

function checkAnswer(
  truth: GroundTruth,
  written: string | null,
  document: CorpusDocument,
  at: ValuePath,
  report: Report,
): void {
  const ids = factIdsOf(truth);
  const facts = document.facts.flatMap(({ id, answer }) =>
    ids.includes(id) ? [{ doc_id: document.id, fact_id: id, answer }] : [],
  );
  const manifestAnswer = joinAnswers(facts);
  if (manifestAnswer === undefined || sameAnswer(written, manifestAnswer, facts.length)) return;
  const quoted = manifestAnswer === null ? 'null (not in the document)' : `"${manifestAnswer}"`;
  report(
    [...at, 'expected_answer'],
    `the corpus manifest says ${quoted} here; the answer in this file is taken`,
    'warning',
  );
}

/** A longer or shorter wording of the same is no difference; of several facts only null against text can be told. */
function sameAnswer(written: string | null, known: string | null, facts: number): boolean {
  if (written === null || known === null) return written === known;
  if (facts > 1) return true;
  const [one, other] = [plain(written), plain(known)];
  return one.includes(other) || other.includes(one);
}

function plain(answer: string): string {
  return answer
    .toLowerCase()
    .replace(/[\s–—-]+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim();
}
