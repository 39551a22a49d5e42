import { expect, test } from 'vitest';
import { stdoutIsDocument } from '../../reporters/voice.ts';

test.for([
  { reporters: ['default'], expected: false },
  {
    reporters: [
      ['default', {}],
      ['github-actions', {}],
    ],
    expected: false,
  },
  { reporters: ['json'], expected: true },
  { reporters: [['json', {}]], expected: true },
  { reporters: [['junit', { outputFile: 'junit.xml' }]], expected: false },
  { reporters: [['tap-flat', { outputFile: '' }]], expected: true },
  { reporters: ['json'], outputFile: 'all.json', expected: false },
  { reporters: ['json'], outputFile: { json: 'all.json' }, expected: false },
  { reporters: ['json', 'junit'], outputFile: { json: 'all.json' }, expected: true },
  { reporters: [{ onInit() {} }], expected: false },
  { reporters: [], expected: false },
])('$reporters with $outputFile: standard output is a document: $expected', ({ expected, ...config }) => {
  expect(stdoutIsDocument(config)).toBe(expected);
});
