import { expect, test } from 'vitest';
import { invalidResponse } from '../../src/rubric/invalid-response.ts';

test.each([
  ['', 'empty'],
  ['   \n', 'empty'],
  ['[[[]]] {{}} ``` ```', 'garbled'],
  ['the the the hen hen hen the the ]]]] eggs eggs the the', 'garbled'],
  ['{"chunks":[{"score":0.8}],"tool":"x"}', 'raw_json'],
  ['```json\n{"answer":"Hi"}\n```', 'raw_json'],
  ['[tool:query_specific_file]', 'tool_label'],
  ['list_documents()', 'tool_label'],
])('%j is invalid: %s', (response, rule) => {
  expect(invalidResponse(response, ['5 kg'])?.rule).toBe(rule);
});

test.each([
  '30',
  '5 kg',
  'Paris.',
  'No.',
  '24.10.2022; 1.25×',
  'Hi there 😊',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'Use `get_auth_token(id, secret)`.',
])('%j is an answer', (response) => {
  expect(invalidResponse(response, ['30', '5 kg'])).toBeNull();
});
