import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionsOf } from '../../src/text/mentions.ts';

test.each([
  ['a note', 'no', 0],
  ['yesterday', 'yes', 0],
  ['Yes, it is.', 'yes', 1],
  ['130 hens', '30', 0],
  ['30.5 kg', '30', 0],
  ['3.5 kg', '3.5', 1],
  ['$14.2M', '14.2', 1],
  ['a state-of-the-art barn', 'state of the art', 1],
  ['You don’t need it', "don't", 1],
  ['**Widget**  Pro', 'widget pro', 1],
  ['integration', 'integrat*', 1],
  ['disintegration', 'integrat*', 0],
  ['Written in C.', 'C++', 0],
  ['Written in C++.', 'C++', 1],
  ['It is 5 °C', '-5', 0],
  ['It is −5 °C', '-5', 1],
  ['10 hens', '10%', 0],
  ['日本の首都は東京です。', '東京', 1],
  ['日本の首都は京都です。', '東京', 0],
  ['edit /etc/hosts', '/etc/hosts', 1],
])('%j mentions %j %d times', (answer, wording, total) => {
  expect(mentionsOf(answer, wording)).toMatchObject({ total, isUnsure: false });
});

test('in a script without spaces it may stand within another word', () => {
  expect(mentionsOf('서울은 수도입니다', '서울')).toMatchObject({ total: 0, isUnsure: true });
});

test('a negation before it may deny it', () => {
  expect(mentionsOf('no penguins live there', 'penguins')).toMatchObject({
    total: 1,
    denied: 1,
    asserted: 0,
  });
  expect(mentionsOf('penguins live there', 'penguins')).toMatchObject({ total: 1, denied: 0, asserted: 1 });
  expect(mentionsOf('It was not found.', 'not found')).toMatchObject({ total: 1, denied: 0, asserted: 1 });
});

test('a word is found as often as it stands there', () => {
  const words = fc.constantFrom('ferry', 'tower', 'hen', 'choir', 'barn');
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), words, (said, wanted) => {
      expect(mentionsOf(said.join(' '), wanted).total).toBe(said.filter((word) => word === wanted).length);
    }),
  );
});
