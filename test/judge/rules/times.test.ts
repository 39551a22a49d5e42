import { expect, test } from 'vitest';
import { judgeCase } from '../../../src/judge/accuracy/judge-case.ts';
import type { LabelledCase } from '../../../src/judge/accuracy/cases.ts';
import { createRulesJudge } from '../../../src/judge/rules/judge.ts';
import { createLedger } from '../../../src/models/ledger.ts';

const context = { signal: new AbortController().signal, ledger: createLedger(0) };

const CLOSING: LabelledCase = {
  case_id: 'closing',
  scenario_id: 'shop',
  category: 'rag_quality',
  turn: 1,
  severity: 'standard',
  user_message: 'When does the shop close?',
  expected_answer: '18:00',
  agent_response: '',
  agent_tools: [],
  label: 'pass',
  kind: 'time',
};
const KNOWN = {
  turn: { turn: 1, checks: { mentions: [['18:00', '6 p.m.', 'six']] } },
  truth: {
    doc_id: null,
    facts: [],
    expected_answer: '18:00',
    expected_behavior: null,
    expected_phrases: [],
    note: null,
  },
  turns: 1,
};

test.each([
  ['18:00.', true],
  ['The shop closes at 18:00.', true],
  ['The shop closes at 6 p.m.', true],
  ['The shop closes at 17:00.', false],
  ['The shop closes at 8:00.', false],
])('fault 39: a time of day with a check of its own: %s', async (agent_response, pass) => {
  const verdict = await judgeCase({ ...CLOSING, agent_response }, KNOWN, createRulesJudge(), context);
  expect([verdict.undecided, verdict.pass]).toEqual([null, pass]);
});
