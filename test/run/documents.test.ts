import { describe, expect, test } from 'vitest';
import { parseManifest } from '../../src/corpus/parse-manifest.ts';
import type { PlannedDocument } from '../../src/plan/scenario-plan.ts';
import { lackOf } from '../../src/run/documents.ts';

const missing = (name: string, more: Partial<PlannedDocument> = {}): PlannedDocument => ({
  corpus_doc: name,
  name,
  path: `/corpus/${name}`,
  ...more,
});
const optional = missing('o.md', { ifMissing: 'optional', getFrom: 'the archive' });
const mistake = missing('m.md', { ifMissing: 'mistake' });

describe('fault 1: what a missing document means', () => {
  test.each([
    [[missing('a.md')], 'SKIPPED_NO_DOCUMENT', false, 'not on disk: a.md'],
    [[optional], 'SKIPPED_NO_DOCUMENT', true, 'not on disk: o.md (optional; to be had from: the archive)'],
    [[missing('a.md'), optional], 'SKIPPED_NO_DOCUMENT', false, 'not on disk: a.md, o.md (optional'],
    [[optional, mistake], 'SETUP_ERROR', false, 'in no manifest of the corpus: m.md'],
  ])('fault 1: %j is %s', (documents, status, isOptional, words) => {
    expect(lackOf(documents)).toMatchObject({ status, isOptional, message: expect.stringContaining(words) });
  });

  test('fault 1: nothing missing, nothing lacking', () => {
    expect(lackOf([])).toBeNull();
  });

  test.each([
    ['documents', '', { path: 'a.md' }, undefined],
    ['documents', '', { path: 'a.md', optional: false }, undefined],
    ['documents', '', { path: 'a.md', optional: true }, ''],
    ['documents', '', { path: 'a.md', optional: true, source: 'the archive' }, 'the archive'],
    ['documents', '', { path: 'a.md', optional: 'https://example.org' }, 'https://example.org'],
    ['documents', '', { filename: 'a.md' }, undefined],
    // AMD GAIA's real-world documents are not shipped with it.
    ['real_world', 'real_world/', { filename: 'a.md', source: 'SEC' }, 'SEC'],
    ['real_world', 'real_world/', { filename: 'a.md', optional: false }, undefined],
    ['real_world', 'real_world/', { path: 'a.md' }, undefined],
  ])('fault 1: in the manifest of %s (%j): %j is optional as %j', (_, folder, entry, expected) => {
    const text = JSON.stringify({ documents: [{ id: 'a', ...entry }] });
    const { documents, problems } = parseManifest(text, 'manifest.json', {
      manifest: 'manifest.json',
      folder,
    });
    expect(problems).toEqual([]);
    expect(documents[0]?.optional).toBe(expected);
  });
});
