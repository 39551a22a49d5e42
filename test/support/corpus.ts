/** A small manifest for tests of what refers to it. */
import { manifestOf, type Manifest } from '../../src/corpus/manifest.ts';
import { parseManifest } from '../../src/corpus/parse-manifest.ts';

export const REPORT = {
  id: 'report',
  path: 'documents/report.md',
  domain: 'finance',
  facts: [
    { id: 'revenue', answer: '$14.2 million', difficulty: 'easy' },
    { id: 'growth', answer: '23%', difficulty: 'medium' },
    { id: 'cfo', answer: null, difficulty: 'hard', absent: ['CFO'] },
    { id: 'staff', answer: null },
  ],
};

export function testManifest(documents: readonly unknown[] = [REPORT]): Manifest {
  const text = JSON.stringify({ documents });
  const parsed = parseManifest(text, 'manifest.json', { manifest: 'manifest.json', folder: '' });
  if (parsed.problems.length > 0) throw new Error(parsed.problems.map(({ message }) => message).join('; '));
  return manifestOf(parsed.documents);
}
