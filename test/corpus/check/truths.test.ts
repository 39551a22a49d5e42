import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatFinding } from '../../../src/corpus/check/finding.ts';
import { checkTruth } from '../../../src/corpus/check/truths.ts';
import type { CorpusDocument } from '../../../src/corpus/manifest.ts';
import { parseTruth } from '../../../src/corpus/truth-file.ts';
import { testManifest } from '../../support/corpus.ts';

const TEXT = 'Ada Lund opened the meeting. The launch moves to 12 May 2026 and costs 4,500 euros.';
const HASH = createHash('sha256').update(TEXT).digest('hex');
const PATH = 'documents/report.md';

const TRUTH = `document: ${PATH}
sha256: ${HASH}
written_by: a person
reviewed: null
summarization:
  participants:
    - Ada Lund, chair
qa:
  - id: launch
    question: When is the launch?
    answer: 12 May 2026
    where: The launch moves to 12 May 2026
  - id: venue
    question: Where is it?
    answer: null
    absent: [venue, hall]
`;

function told(truth: string, document?: CorpusDocument, sha256 = HASH, relative = `${PATH}.yaml`): string {
  const known = document ?? testManifest().byPath.get(PATH);
  if (known === undefined) throw new Error('The manifest has no report.');
  return checkTruth(relative, parseTruth(truth, relative), { document: known, sha256, text: TEXT })
    .map(formatFinding)
    .join('\n');
}

test('a truth that quotes its document has no findings', () => {
  expect(told(TRUTH)).toBe('');
});

test.each([
  [
    'a quote that the document does not hold',
    'where: The launch moves to 12 May 2026',
    'where: The launch stays on 12 May 2026',
    /^documents\/report\.md\.yaml:12:5: the fact report\.launch \("12 May 2026"\) is said to stand at "The launch stays/,
  ],
  [
    'a quote without the figure of its answer',
    'where: The launch moves to 12 May 2026',
    'where: Ada Lund opened the meeting',
    /:12:5: the answer of report\.launch \("12 May 2026"\) has the figure 12, its place/,
  ],
  [
    'a word that should be absent',
    'absent: [venue, hall]',
    'absent: [euros]',
    /:13:5: report\.venue is null, so "euros" must not stand in the document, but it does/,
  ],
  [
    'a name that is nowhere',
    '- Ada Lund, chair',
    '- Eva Lund, chair',
    /:7:7: "Eva Lund" does not stand in documents\/report\.md/,
  ],
  [
    'an error of the file',
    'reviewed: null',
    'reveiwed: null',
    /:4:1: unknown key `reveiwed`: did you mean `reviewed`\?/,
  ],
])('%s', (_what, from, to, expected) => {
  expect(TRUTH).toContain(from);
  expect(told(TRUTH.replace(from, to))).toMatch(expected);
});

test('of another version of the document only that is said', () => {
  const findings = told(TRUTH.replace('12 May 2026\n', '13 May 2026\n'), undefined, 'b'.repeat(64));
  expect(findings).toMatch(/^documents\/report\.md\.yaml:2:1: this is the truth of another version/);
  expect(findings.split('\n')).toHaveLength(1);
});

test('a truth of no document, in another one’s place, or under a name that nobody looks for', () => {
  const parsed = parseTruth(TRUTH, 'x.yaml');
  expect(checkTruth(`${PATH}.yaml`, parsed, null).map(formatFinding)).toEqual([
    'x.yaml:1:1: the corpus manifest has no document documents/report.md that can be read: add it, or take the truth out',
  ]);
  expect(checkTruth('documents/other.md.yaml', parsed, null).map(formatFinding).join()).toContain(
    'the file stands where the truth of documents/other.md belongs',
  );
  expect(checkTruth(`${PATH}.yml`, parsed, null).map(formatFinding).join()).toContain('let it end in .yaml');
});
