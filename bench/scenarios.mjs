// Scenarios of the bench: so many turns, documents and so severe; every message is simulated and every turn judged.
import { stringify } from 'yaml';

/** The 54 scenarios of the benchmark by size: [how many, turns, documents, severity]. */
const BENCHMARK = [
  [10, 1, 0, 'standard'],
  [1, 2, 0, 'critical'],
  [5, 2, 0, 'standard'],
  [1, 2, 1, 'critical'],
  [12, 2, 1, 'standard'],
  [2, 2, 2, 'standard'],
  [1, 3, 0, 'standard'],
  [3, 3, 1, 'critical'],
  [16, 3, 1, 'standard'],
  [1, 3, 2, 'standard'],
  [1, 4, 2, 'standard'],
  [1, 5, 1, 'standard'],
];

export const ALONE = [
  { name: '1 turn', turns: 1 },
  { name: '3 turns', turns: 3 },
  { name: '5 turns', turns: 5 },
];

/** @param {{ turns: number, documents?: number, severity?: string }} size */
export function scenario(id, { turns, documents = 1, severity = 'standard' }) {
  return stringify({
    id,
    name: `Bench ${id}`,
    category: 'rag_quality',
    severity,
    description: 'A conversation about a report.',
    persona: 'casual_user',
    setup: {
      index_documents: Array.from({ length: documents }, (_, index) => ({ path: `documents/${index}.md` })),
    },
    turns: Array.from({ length: turns }, (_, index) => ({
      turn: index + 1,
      objective: `Ask what the report says about the regions, part ${index + 1} of what you want to know.`,
      ground_truth: { expected_answer: 'The northern region grew and the southern one is stable.' },
      success_criteria:
        'The agent names both regions and how they did, from the document, without inventing anything.',
    })),
    expected_outcome: 'The user knows how the regions did.',
  });
}

/** The files of a run like that of the whole benchmark; `share` keeps every n-th. */
export function benchmarkFiles(every = 1) {
  const sizes = BENCHMARK.flatMap(([count, turns, documents, severity]) =>
    Array.from({ length: count }, () => ({ turns, documents, severity })),
  ).filter((_, index) => index % every === 0);
  return files(sizes);
}

/** @param {readonly object[]} sizes */
export function files(sizes) {
  return Object.fromEntries(
    sizes.map((size, index) => {
      const id = `bench_${String(index + 1).padStart(4, '0')}`;
      return [`scenarios/bench/${id}.yaml`, scenario(id, size)];
    }),
  );
}

/** One turn, no document: what is left is our own work. */
export const smallFiles = (count) => files(Array.from({ length: count }, () => ({ turns: 1, documents: 0 })));

/** As many test files that do nothing, in threads that are kept, as scenarios have them. */
export const emptyFiles = (count) => ({
  'vitest.config.mjs':
    "export default { test: { include: ['empty/*.test.js'], pool: 'threads', isolate: false, maxWorkers: 2 } };\n",
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `empty/${index + 1}.test.js`,
      `import { test } from 'vitest';\ntest('empty ${index + 1}', () => {});\n`,
    ]),
  ),
});
