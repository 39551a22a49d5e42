import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { buildMissing } from '../../src/corpus/build.ts';
import { checkCorpus, formatFinding } from '../../src/corpus/check.ts';
import { documentText } from '../../src/corpus/check/document-text.ts';
import { checkFacts } from '../../src/corpus/check/facts.ts';
import type { CorpusDocument, CorpusFact } from '../../src/corpus/manifest.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { benchmarkScenarios, corpusCopy, edit } from '../support/benchmark.ts';

let scenarios: readonly Scenario[];
beforeAll(async () => {
  scenarios = await benchmarkScenarios('all');
});

async function told(corpus: string, used: readonly Scenario[] = scenarios): Promise<readonly string[]> {
  return (await checkCorpus(corpus, used)).map(formatFinding);
}

test('an untouched copy has no findings, before and after its documents are generated', async () => {
  const corpus = await corpusCopy();
  expect(await told(corpus)).toEqual([]);
  await buildMissing(corpus);
  expect(await told(corpus)).toEqual([]);
});

interface Break {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly told: RegExp;
}

const MANIFEST = 'manifest.json';
const REAL_WORLD = 'real_world/manifest.json';
const BREAKS: readonly Break[] = [
  {
    what: 'a figure changed in a text',
    file: 'documents/acme_q3_report.md',
    from: 'total revenue of $14.2 million. It',
    to: 'total revenue of $14.3 million. It',
    told: /^documents\/acme_q3_report\.md: the fact acme_q3_report\.q3_revenue \("\$14\.2 million"\) is said to stand at/,
  },
  {
    what: 'a cell changed in a table of HTML',
    file: 'documents/product_comparison.html',
    from: '<td>Integrations</td><td>10</td><td>25</td>',
    to: '<td>Integrations</td><td>10</td><td>26</td>',
    told: /product_comparison\.integrations_b \("25"\)/,
  },
  {
    what: 'a figure that only sums reveal',
    file: 'documents/sales_data_2025.csv',
    from: 'Tomas Alvarez,41,200,8200',
    to: 'Tomas Alvarez,51,200,10200',
    told: /^documents\/sales_data_2025\.csv: its sha256 is [0-9a-f]{64}, the manifest says/,
  },
  {
    what: 'an answer changed in the manifest',
    file: MANIFEST,
    from: '"answer": "$14.2 million"',
    to: '"answer": "$14.4 million"',
    told: /q3_revenue \("\$14\.4 million"\) has the figure 14\.4, its place ".*" has not$/,
  },
  {
    what: 'an answer of a workbook changed in the manifest',
    file: REAL_WORLD,
    from: 'RX 7900 XTX 24GB is COMP-3004',
    to: 'RX 7900 XTX 24GB is COMP-3014',
    told: /^real_world\/spreadsheets\/product_inventory\.xlsx: .* has the figure 3014/,
  },
  {
    what: 'an answer of a PDF changed in the manifest',
    file: REAL_WORLD,
    from: 'Peak positivity 18.3%',
    to: 'Peak positivity 18.4%',
    told: /^real_world\/scientific\/cdc_influenza_2023_2024\.pdf: .* has the figure 18\.4/,
  },
  {
    what: 'a null fact answered by a document',
    file: 'documents/acme_q3_report.md',
    from: '## 12. Calendar',
    to: '## 12. Calendar\n\nThe chief financial officer presents them.',
    told: /acme_q3_report\.cfo_name is null, so "chief financial officer" must not stand in the document, but it does: "…/,
  },
  {
    what: 'a neighbour changed in a table',
    file: 'build/pdf/attention_transformer_arxiv.txt',
    from: '41.29',
    to: '41.28',
    told: /the neighbour "41\.29" of attention_transformer\.bleu_en_fr is neither in the document nor in its siblings/,
  },
  {
    what: 'a null fact answered by a long document',
    file: 'build/pdf/cdc_influenza_2023_2024.txt',
    from: 'ADVICE TO CLINICIANS',
    to: 'About half of the adults were vaccinated.\n\nADVICE TO CLINICIANS',
    told: /cdc_flu_2023_2024\.adult_vaccination_share is null, so "vaccin" must not/,
  },
  {
    what: 'a null fact without words to look for',
    file: MANIFEST,
    from: '"absent": [\n            "major"\n          ]',
    to: '"note": "nothing on it"',
    told: /the fact large_report\.major_nonconformities is null, but no words are listed/,
  },
  {
    what: 'a fact that scenarios use is renamed',
    file: MANIFEST,
    from: '"id": "pto_days"',
    to: '"id": "pto"',
    told: /^scenario smart_discovery, turn 1: the corpus manifest has no fact pto_days of employee_handbook$/,
  },
  {
    what: 'a document that scenarios use is renamed',
    file: MANIFEST,
    from: '"id": "budget_2025"',
    to: '"id": "budget"',
    told: /^scenario budget_query: the corpus manifest has no document budget_2025$/,
  },
  {
    what: 'an unused document without a reason',
    file: MANIFEST,
    from: '"unused": "A plain-text file beside the others',
    to: '"note": "A plain-text file beside the others',
    told: /^documents\/meeting_notes_q3\.txt: no scenario uses the document meeting_notes: use it, remove it, or say why/,
  },
  {
    what: 'a used document that is said to be unused',
    file: MANIFEST,
    from: '"id": "budget_2025",',
    to: '"id": "budget_2025", "unused": "left over",',
    told: /^documents\/budget_2025\.md: the manifest says that no scenario uses budget_2025, but budget_query does/,
  },
  {
    what: 'a generator that does not exist',
    file: MANIFEST,
    from: '"generated": "large_report"',
    to: '"generated": "huge_report"',
    told: /^documents\/large_report\.md: manifest\.json names the generator `huge_report`, which does not exist\. There are: large_report, /,
  },
];

for (const { what, file, from, to, told: line } of BREAKS) {
  test(`${what} is found`, async () => {
    const corpus = await corpusCopy();
    await edit(path.join(corpus, file), from, to);
    expect(await told(corpus)).toContainEqual(expect.stringMatching(line));
  });
}

test('a changed byte is found by the hash, and the line says what to write instead', async () => {
  const corpus = await corpusCopy();
  await edit(
    path.join(corpus, 'documents/meeting_notes_q3.txt'),
    'rotating; this time',
    'rotating: this time',
  );
  const lines = await told(corpus);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^documents\/meeting_notes_q3\.txt: its sha256 is .*: restore the file, or write the new hash$/,
  );
});

test('a missing document is named with its manifest; one that can be generated is not missed', async () => {
  const corpus = await corpusCopy();
  await rm(path.join(corpus, 'documents/sample_chart.png'));
  expect(await told(corpus)).toEqual([
    'documents/sample_chart.png: manifest.json lists the document sample_chart, but it is not there',
  ]);
});

test('a corpus without generators is told so, for each document that one should write', async () => {
  const corpus = await corpusCopy();
  await rm(path.join(corpus, 'build'), { recursive: true });
  const lines = await told(corpus);
  expect(lines).toHaveLength(9);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^documents\/large_report\.md: manifest\.json names the generator `large_report`, but this corpus has no generators: there is no .*generators\.mjs$/,
    ),
  );
});

test('a generated document that somebody changed is found', async () => {
  const corpus = await corpusCopy();
  await buildMissing(corpus, ['large_report']);
  await edit(path.join(corpus, 'documents/large_report.md'), 'three minor', 'four minor');
  const lines = await told(corpus);
  expect(lines).toContainEqual(
    expect.stringMatching(/large_report\.buried_fact .* which is not in the document$/),
  );
  expect(lines).toContainEqual(expect.stringContaining('its sha256 is'));
});

test('a file that is not what its name says is reported, not thrown', async () => {
  const corpus = await corpusCopy();
  const target = 'real_world/spreadsheets/us_labor_statistics_2024.xlsx';
  await buildMissing(corpus, ['us_labor_xlsx']);
  await writeFile(path.join(corpus, target), 'no zip');
  expect(await told(corpus)).toContainEqual(expect.stringContaining(`${target}: it cannot be read: `));
  await writeFile(path.join(corpus, 'documents/meeting_notes_q3.txt'), Uint8Array.of(0xff, 0xfe, 0x00));
  expect(await told(corpus)).toContainEqual(
    expect.stringContaining('documents/meeting_notes_q3.txt: it cannot be read: '),
  );
});

test('a fact with fewer than five neighbours is refused', async () => {
  const corpus = await corpusCopy();
  await edit(
    path.join(corpus, MANIFEST),
    '"$13.0 million",\n            "$11.5 million",\n            "$39.4 million",\n',
    '',
  );
  await expect(told(corpus)).rejects.toThrow(/neighbours/);
});

test('without scenarios every document lacks a user or a reason', async () => {
  const corpus = await corpusCopy();
  const lines = await told(corpus, []);
  expect(lines).toContainEqual(expect.stringContaining('no scenario uses the document acme_q3_report'));
  expect(lines).not.toContainEqual(expect.stringContaining('meeting_notes'));
});

function documentWith(fact: Partial<CorpusFact>, sha256: string | null = null): CorpusDocument {
  const whole = {
    id: 'f',
    question: null,
    answer: null,
    difficulty: null,
    where: null,
    absent: [],
    real: null,
    neighbours: [],
    ...fact,
  };
  const names = { id: 'd', path: 'documents/d.md', domain: null, format: 'md', manifest: MANIFEST };
  return {
    ...names,
    facts: [whole],
    adversarial: false,
    unused: null,
    source: null,
    figures: null,
    siblings: [],
    sha256,
    generated: null,
  };
}

test.each([
  ['fine', 'as defined and confined', 0],
  ['fine', 'Fines are due.', 1],
  ['employee', 'All employees', 1],
  ['5 m', 'at 1.5 Mbit/s', 0],
  ['5 m', 'up to 5 m', 1],
  ['$', 'costs 5 dollars', 0],
  ['$', 'costs $5', 1],
  ['3.12', 'version 3x12', 0],
])('absent "%s" in "%s": %i findings', (word, text, findings) => {
  expect(checkFacts(documentWith({ absent: [word] }), text)).toHaveLength(findings);
});

test.each([
  ['$340,000', 'a total of $340,000', 0],
  ['$340,000', 'a total of 340000', 0],
  ['$340,000', 'a total of $34,000', 1],
  ['150 units, $30,000', 'March,150,200,30000', 0],
  ['Q4 revenue $47,320,000', 'Revenue 47320000', 0],
  ['15–18% growth', 'growth of 15 to 18 percent', 0],
  ['48.0%', '250 48 54', 0],
])('the answer "%s" at "%s": %i findings', (answer, where, findings) => {
  expect(checkFacts(documentWith({ answer, where }), `Before. ${where} After.`)).toHaveLength(findings);
});

test('a fact without a place needs a hash that keeps its document', () => {
  expect(checkFacts(documentWith({ answer: '5' }), 'text')).toMatchObject([{ kind: 'fact_without_place' }]);
  expect(checkFacts(documentWith({ answer: '5' }, 'a'.repeat(64)), 'text')).toEqual([]);
});

test('a place is found whatever the line breaks and the emphasis', async () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(' ', '\n', '\t', ' **'),
      async (words, gap) => {
        const text = (await documentText(new TextEncoder().encode(words.join(gap)), 'md')) ?? '';
        expect(checkFacts(documentWith({ answer: 'yes', where: words.join(' ') }), text)).toEqual([]);
      },
    ),
  );
});
