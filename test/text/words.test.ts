import { expect, test } from 'vitest';
import {
  guardOf,
  isFunctionWord,
  isNeutral,
  looksEnglish,
  plainWord,
  stemOf,
  stemsOf,
  wordsIn,
} from '../../src/text/words.ts';

test.each([
  ['not', 'negation'],
  ['Never', 'negation'],
  ["doesn't", 'negation'],
  ["ain't", 'negation'],
  ['perhaps', 'hedge'],
  ['might', 'hedge'],
  ['however', 'contrast'],
  ['previously', 'contrast'],
  ['twice', 'reckoning'],
  ['including', 'reckoning'],
  ['ferry', null],
  ['the', null],
])('%s guards against: %s', (word, guard) => {
  expect(guardOf(word)).toBe(guard);
});

test.each([
  ['weighs', 'weighing', true],
  ['Thursday', 'Thursdays', true],
  ['café', 'cafe', true],
  ["ferry's", 'ferry', true],
  ['ferry', 'fern', false],
  ['maximum', 'minimum', false],
])('%s and %s are one word: %s', (one, other, same) => {
  expect(stemOf(one) === stemOf(other)).toBe(same);
});

test('words have places; digits alone are none', () => {
  expect(wordsIn("The well-known inn isn't 5 km off-")).toEqual([
    { word: 'The', start: 0 },
    { word: 'well-known', start: 4 },
    { word: 'inn', start: 15 },
    { word: "isn't", start: 19 },
    { word: 'km', start: 27 },
    { word: 'off', start: 30 },
  ]);
  expect(plainWord("Zoë's")).toBe('zoe');
  expect([...stemsOf('How tall is the tower?')]).toEqual(['tall', 'tower']);
});

test('neutral words say nothing that makes a value another thing’s', () => {
  expect(['the', 'costs', 'According', 'tall'].map(isNeutral)).toEqual([true, true, true, true]);
  expect(['tower', 'deputy', 'parking'].map(isNeutral)).toEqual([false, false, false]);
  expect(isFunctionWord('THE')).toBe(true);
});

test.each([
  ['The ferry leaves at nine from the old pier.', true],
  ['Nine.', true],
  ['Das Paket wiegt zwei Kilo und kommt morgen früh.', false],
  ['Le bateau part demain matin sans faute aucune.', false],
  ['会計係は書かれていません。', false],
  ['東京', false],
])('%s is English: %s', (text, is) => {
  expect(looksEnglish(text)).toBe(is);
});
