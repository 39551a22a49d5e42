/** Does a document say what its manifest says it does, and nothing of what it is said to lack? Pure. */
import type { CorpusDocument, CorpusFact } from '../manifest.ts';
import { singleSpaced } from './document-text.ts';
import { figures, startOf } from './figures.ts';
import type { CorpusFinding } from './finding.ts';

/** @param text of the document, as `documentText` gives it; null when it has no words. */
export function checkFacts(document: CorpusDocument, text: string | null): CorpusFinding[] {
  return document.facts.flatMap((fact) =>
    fact.answer === null
      ? checkNull(document, fact, text ?? '')
      : checkAnswer(document, fact, fact.answer, text),
  );
}

/**
 * The place that the manifest names has to be there and to hold every figure of the answer. A fact that is calculated
 * or seen has no place; then the document's hash keeps it.
 */
function checkAnswer(
  document: CorpusDocument,
  fact: CorpusFact,
  answer: string,
  text: string | null,
): CorpusFinding[] {
  const { path, id, sha256 } = document;
  const finding = (kind: CorpusFinding['kind'], message: string): CorpusFinding[] => [
    { kind, at: path, message },
  ];
  if (fact.where === null || text === null) {
    if (sha256 !== null) return [];
    return finding(
      'fact_without_place',
      `nothing guards the fact ${id}.${fact.id}: give the words where it stands (\`where\`), or the document's \`sha256\``,
    );
  }
  const place = singleSpaced(fact.where.replaceAll(/[*`]/g, ''));
  if (!text.toLowerCase().includes(place.toLowerCase())) {
    return finding(
      'fact_not_found',
      `the fact ${id}.${fact.id} ("${answer}") is said to stand at "${place}", which is not in the document`,
    );
  }
  // In a row of a CSV file a comma stands between two figures, elsewhere between thousands.
  const written = new Set([...figures(place), ...figures(place.replaceAll(',', ' '))]);
  const missing = figures(answer).find((figure) => !written.has(figure));
  if (missing === undefined) return [];
  return finding(
    'fact_not_found',
    `the answer of ${id}.${fact.id} ("${answer}") has the figure ${String(missing)}, its place "${place}" has not`,
  );
}

function checkNull(document: CorpusDocument, fact: CorpusFact, text: string): CorpusFinding[] {
  const name = `${document.id}.${fact.id}`;
  if (fact.absent.length === 0) {
    const message = `the fact ${name} is null, but no words are listed (\`absent\`) by which its absence could be checked`;
    return [{ kind: 'null_fact_without_words', at: document.path, message }];
  }
  return fact.absent.flatMap((word): CorpusFinding[] => {
    const found = startOf(word).exec(text);
    if (found === null) return [];
    const around = text.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40);
    const message = `${name} is null, so "${word}" must not stand in the document, but it does: "…${around}…"`;
    return [{ kind: 'null_fact_answered', at: document.path, message }];
  });
}
