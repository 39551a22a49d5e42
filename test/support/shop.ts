/** A shop's price list and scenarios about it, for runs against the embedded agent. */
import { scenarioYaml, type SmallScenario } from './scenario.ts';

/** Environment of a run that needs nothing outside. */
export const embedded = { AGENT_EVAL_TARGET: 'embedded' };

const PRICES = { lamp: '42 euros', chair: '77 euros', carpet: '130 euros' } as const;
export type Product = keyof typeof PRICES;

export function priceList(products: readonly Product[]): string {
  return `# Price list\n\n${products.map((product) => `The ${product} costs ${PRICES[product]}.\n`).join('\n')}`;
}

/**
 * The corpus: `prices` says what lamp and chair cost, `carpets` what the carpet does; `lost` and `elsewhere` are on no
 * disk, which only the second may.
 */
export function shopCorpus(folder = 'corpus'): Readonly<Record<string, string>> {
  const facts = (products: readonly Product[]) =>
    products.map((id) => ({ id, question: `What does the ${id} cost?`, answer: PRICES[id] }));
  const documents = [
    { id: 'prices', path: 'documents/prices.md', facts: facts(['lamp', 'chair']) },
    { id: 'carpets', path: 'documents/carpets.md', facts: facts(['carpet']) },
    { id: 'lost', path: 'documents/lost.md', facts: facts(['lamp']) },
    {
      id: 'elsewhere',
      path: 'documents/elsewhere.md',
      facts: facts(['lamp']),
      optional: true,
      source: 'https://example.org/elsewhere',
    },
  ];
  return {
    [`${folder}/manifest.json`]: JSON.stringify({ documents }, null, 2),
    [`${folder}/documents/prices.md`]: priceList(['lamp', 'chair']),
    [`${folder}/documents/carpets.md`]: priceList(['carpet']),
  };
}

export interface ShopScenario extends SmallScenario {
  readonly id: string;
  readonly product?: Product;
  readonly document?: 'prices' | 'carpets' | 'lost' | 'elsewhere';
  /** What the answer must mention; the right price when left out. */
  readonly mentions?: string;
}

/** Asks what a product costs. The first line is the id, and `mentions` stands on a line of its own. */
export function shopScenario({ product = 'lamp', document, mentions, ...more }: ShopScenario): string {
  const corpusDoc = document ?? (product === 'carpet' ? 'carpets' : 'prices');
  return scenarioYaml({
    category: 'rag_quality',
    setup: { index_documents: [{ corpus_doc: corpusDoc }] },
    turns: [
      {
        turn: 1,
        user_message: `What does the ${product} cost?`,
        ground_truth: { doc_id: corpusDoc, fact_id: product },
        success_criteria: `Says ${PRICES[product]}.`,
        checks: { mentions: [mentions ?? PRICES[product]] },
      },
    ],
    expected_outcome: 'The price.',
    ...more,
  });
}

/** Line of a scenario's text, from 1. */
export function lineOf(text: string, part: string): number {
  const index = text.split('\n').findIndex((line) => line.includes(part));
  if (index < 0) throw new Error(`no "${part}" in\n${text}`);
  return index + 1;
}
