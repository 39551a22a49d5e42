/** The documents that take the place of others in the middle of a scenario. */
import path from 'node:path';
import { CorpusError } from '../corpus/corpus-error.ts';
import type { IndexDocument, Scenario } from '../scenario/schema.ts';
import type { PlannedDocument, PlannedReplacement } from './scenario-plan.ts';

/** @throws CorpusError for a document that the scenario does not index, and for one of another file name. */
export async function planReplacements(
  { turns }: Pick<Scenario, 'turns'>,
  documents: readonly PlannedDocument[],
  planned: (documents: IndexDocument[]) => Promise<readonly PlannedDocument[]>,
): Promise<readonly PlannedReplacement[]> {
  const found: PlannedReplacement[] = [];
  for (const { turn, before } of turns) {
    const wish = before?.replace_document;
    if (wish === undefined) continue;
    const replaced = documents.find(({ corpus_doc }) => corpus_doc === wish.corpus_doc);
    const at = `turn ${String(turn)} replaces ${wish.corpus_doc}`;
    if (replaced === undefined)
      throw new CorpusError(`${at}, which setup.index_documents does not have: name one that it has.`);
    // oxlint-disable-next-line no-await-in-loop -- two at most
    const [document] = await planned([{ corpus_doc: wish.with }]);
    if (document === undefined) continue;
    if (path.posix.basename(document.name) !== path.posix.basename(replaced.name))
      throw new CorpusError(
        `${at} with ${document.name}, whose file name is another than that of ${replaced.name}: the agent is to meet the ` +
          'same file with other content. Give both the same name, in two folders.',
      );
    found.push({ turn, name: replaced.name, document });
  }
  return found;
}
