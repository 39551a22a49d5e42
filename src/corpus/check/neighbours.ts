/** Do the values that a careless reader may take for an answer stand in the document, and are they wrong? Pure. */
import type { CorpusDocument, CorpusFact } from '../manifest.ts';
import { singleSpaced } from './document-text.ts';
import { figures, wholeOf } from './figures.ts';
import type { CorpusFinding } from './finding.ts';

/**
 * @param texts of all documents by id, as `documentText` gives them; null where a document has no words, undefined
 * where it could not be read.
 * @param known has the ids of the manifest.
 */
export function checkNeighbours(
  document: CorpusDocument,
  texts: ReadonlyMap<string, string | null | undefined>,
  known: Pick<ReadonlySet<string>, 'has'>,
): CorpusFinding[] {
  const { id, path: at, siblings } = document;
  const unknown = siblings
    .filter((sibling) => !known.has(sibling))
    .map((sibling): CorpusFinding => {
      const message = `${id} names the sibling ${sibling}, which the corpus manifest does not have: correct the id`;
      return { kind: 'unknown_id', at, message };
    });
  const text = [id, ...siblings].map((each) => texts.get(each) ?? '').join('\n');
  return [...unknown, ...document.facts.flatMap((fact) => checkFact(document, fact, text))];
}

function checkFact({ id, path: at }: CorpusDocument, fact: CorpusFact, text: string): CorpusFinding[] {
  const name = `${id}.${fact.id}`;
  return fact.neighbours.flatMap((neighbour, index): CorpusFinding[] => {
    const findings: CorpusFinding[] = [];
    const report = (kind: CorpusFinding['kind'], message: string): void => {
      findings.push({ kind, at, message: `the neighbour "${neighbour}" of ${name} ${message}` });
    };
    if (!wholeOf(singleSpaced(neighbour)).test(text)) {
      report('neighbour_not_found', 'is neither in the document nor in its siblings: quote it as it stands');
    }
    if (fact.answer !== null && saysAnswer(neighbour, fact.answer)) {
      report('neighbour_is_answer', `says nothing but the answer "${fact.answer}": name another value`);
    }
    if (fact.neighbours.indexOf(neighbour) < index) {
      report('neighbour_is_answer', 'is listed twice: name another value');
    }
    return findings;
  });
}

/** With figures: when each of them is one of the answer's. Without: when the answer has the same words. */
function saysAnswer(neighbour: string, answer: string): boolean {
  const own = figures(neighbour);
  if (own.length === 0) return wholeOf(singleSpaced(neighbour)).test(singleSpaced(answer));
  const asked = new Set(figures(answer));
  return own.every((figure) => asked.has(figure));
}
