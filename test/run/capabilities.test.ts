import { expect, test } from 'vitest';
import { unmetNeed } from '../../src/run/capabilities.ts';
import { planOf } from '../support/run.ts';

const turn = { turn: 1, user_message: 'Hi', success_criteria: 'It answers.' };

test.each([
  ['memory', { setup: { index_documents: [], memory_clear: true } }, 'SETUP_ERROR'],
  ['memory', { setup: { index_documents: [], memory_seed: [{ a: 1 }] } }, 'SETUP_ERROR'],
  ['tool_faults', { turns: [{ ...turn, before: { tool_fault: { tools: ['search'] } } }] }, 'SETUP_ERROR'],
] as const)('%s: %j', (capability, scenario, status) => {
  const plan = planOf(scenario);
  expect(unmetNeed(plan, [capability])).toMatchObject({ capability, status });
  expect(unmetNeed(plan, ['documents', 'replaced_documents'])).toBeNull();
  expect(unmetNeed(plan, [])).toBeNull();
});

test('documents that the target does not take skip the scenario; one without any runs', () => {
  const document = { corpus_doc: 'a', name: 'a.md', path: '/c/a.md' };
  const plan = { ...planOf({ turns: [turn] }), documents: [document] };
  expect(unmetNeed(plan, ['documents'])).toMatchObject({ status: 'SKIPPED_NO_DOCUMENT' });
  expect(unmetNeed({ ...plan, documents: [], findable: [document] }, ['documents'])).toMatchObject({
    status: 'SKIPPED_NO_DOCUMENT',
  });
  expect(unmetNeed(planOf({ turns: [turn] }), ['documents'])).toBeNull();
  const replaced = { ...plan, replacements: [{ turn: 1, name: 'a.md', document }] };
  expect(unmetNeed(replaced, ['replaced_documents'])).toMatchObject({ status: 'SETUP_ERROR' });
});
