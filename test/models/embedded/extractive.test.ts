import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src/documents/read-document.ts';
import { extractAnswer } from '../../../src/models/embedded/extractive.ts';

const TEXT = `# Standup

Everybody was there. The build was slow on Monday. It is repaired now. Nobody complained.

## Release

The release is on 14 March. Ada decided that the beta ends on 2 March.
`;

const read = async () => await readDocument('standup.md', Buffer.from(TEXT));

describe('lead', () => {
  test('gives the first sentences, more of them for a longer part', async () => {
    const document = await read();
    expect(extractAnswer('lead', document, { question: 'When is the release?', part: 'answer' })).toBe(
      'Everybody was there.',
    );
    expect(extractAnswer('lead', document, { question: null, part: 'executive' }).split('\n')).toHaveLength(
      3,
    );
    expect(extractAnswer('lead', document, { question: null, part: 'detailed' }).split('\n')).toHaveLength(6);
  });
});

describe('passages', () => {
  test('gives the sentence that a question is about, as it stands', async () => {
    expect(
      extractAnswer('passages', await read(), { question: 'When is the release?', part: 'answer' }),
    ).toContain('The release is on 14 March.');
  });

  test('looks for a part of a summary by the words of that part', async () => {
    const answer = extractAnswer('passages', await read(), { question: null, part: 'key_decisions' });
    expect(answer).toMatch(/Ada decided/);
  });

  test('says nothing where nothing fits', async () => {
    expect(extractAnswer('passages', await read(), { question: 'Which walrus won?', part: 'answer' })).toBe(
      '',
    );
  });
});
