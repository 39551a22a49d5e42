/**
 * Two models that need nothing: they answer with sentences of the document as they stand there. Honest and poor, they show
 * what an answer without understanding gets. They know neither truth nor rubric. Pure.
 */
import type { ParsedDocument } from '../../documents/types.ts';
import { indexOf } from '../../documents/search/passage-index.ts';
import { searchPassages } from '../../documents/search/search-passages.ts';
import { termsOf } from '../../documents/search/words.ts';

export const EMBEDDED_MODELS = ['lead', 'passages'] as const;
export type EmbeddedModel = (typeof EMBEDDED_MODELS)[number];

/** Changes when they answer otherwise: what was answered before is then not taken again. */
export const EMBEDDED_VERSION = '1';

export interface Extraction {
  /** Of a task that asks one; else null. */
  readonly question: string | null;
  /** What is asked for: `answer`, `executive`, `participants` … */
  readonly part: string;
}

/** Sentences of a part; fewer where the document has fewer. */
const SENTENCES: Readonly<Record<string, number>> = { answer: 1, executive: 3, brief: 3, detailed: 10 };
const USUAL = 5;

/** What a part is looked for by. */
const WORDS: Readonly<Record<string, string>> = {
  executive: 'result decision purpose',
  brief: 'purpose summary result',
  detailed: 'figures plan reason cost date',
  participants: 'attendees participants present chair',
  action_items: 'action task owner due deadline follow',
  key_decisions: 'decision decided agreed approved',
  topics_discussed: 'agenda topic discussed item',
};

/** Empty when the model finds nothing to say. */
export function extractAnswer(
  model: EmbeddedModel,
  document: ParsedDocument,
  { question, part }: Extraction,
): string {
  if (model === 'lead') {
    const lead = document.passages.slice(0, SENTENCES[part] ?? USUAL);
    return lead.map(({ text }) => text).join('\n');
  }
  const wanted = question === null ? wordsOfPart(part) : [[...termsOf(question).keys()]];
  const index = indexOf(document);
  const found = new Set(
    wanted.flatMap((own) =>
      searchPassages([{ index }], { own, context: [] }).passages.map(({ text }) => text),
    ),
  );
  return [...found].slice(0, question === null ? (SENTENCES[part] ?? USUAL) : undefined).join('\n');
}

/** Each by itself: a sentence rarely holds most of them. */
function wordsOfPart(part: string): readonly string[][] {
  return [...termsOf(WORDS[part] ?? part).keys()].map((stem) => [stem]);
}
