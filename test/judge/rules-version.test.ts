/** Verdicts do not change in silence: the same labelled answers give the same verdicts, or another version says so. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseCases, type LabelledCase } from '../../src/judge/accuracy/cases.ts';
import { judgeCase } from '../../src/judge/accuracy/judge-case.ts';
import { createRulesJudge } from '../../src/judge/rules/judge.ts';
import { judgeScenarioByRules } from '../../src/judge/rules/scenario.ts';
import { createLedger } from '../../src/models/ledger.ts';
import { hashOf } from '../../src/results/store/identity.ts';
import type { TurnJudgement } from '../../src/rubric/judgement.ts';
import { RULES_VERSION } from '../../src/rubric/rules-version.ts';
import type { TurnVerdict, Verdict } from '../../src/rubric/verdict-types.ts';
import { scenarioVerdict, turnVerdict } from '../../src/rubric/verdict.ts';
import { aScenario } from '../support/results.ts';
import { turnInput } from './llm/inputs.ts';
import { turnJudgement } from '../support/verdicts.ts';

/** What the verdicts were when the version was raised last. */
const KNOWN = { version: 4, answers: 'def67de902aeaab6', verdicts: '3d7822f3ea5a9be1' };

const context = { signal: new AbortController().signal, ledger: createLedger(0) };
const file = new URL('cases.jsonl', import.meta.url);

/** As a judge of all dimensions gives them: each another number, so that a change of weights or pass marks shows too. */
const numbersFor = ({ agent_response }: LabelledCase): TurnJudgement =>
  turnJudgement({
    correctness: 4 + (agent_response.length % 7),
    tool_selection: 9,
    context_retention: 3,
    completeness: 8,
    efficiency: 2,
    personality: 7,
    error_recovery: 5,
  });

async function verdictsOf(item: LabelledCase): Promise<unknown> {
  const byRules = await judgeCase(item, null, createRulesJudge(), context);
  const { turn, ceilings } = byRules;
  const byNumbers = turnVerdict({ turn, judgement: numbersFor(item), ceilings });
  return [byRules, byNumbers].map((judged) => {
    const { severity } = item;
    const known = { severity, turns: [judged], expectedTurns: 1 };
    const provisional = scenarioVerdict({ ...known, judgement: null });
    const scenario = aScenario({ severity });
    const judgement = judgeScenarioByRules({
      scenario,
      conversation: [],
      provisional,
      outcome: 'told',
      constraints: [],
    });
    return decided(scenarioVerdict({ ...known, judgement }));
  });
}

/** What was decided, without the words for it. */
function decided({ status, overall_score, declared, judged_weight, turns, reasons }: Verdict): unknown {
  const rules = reasons.map(({ turn, rule }) => [turn, rule]);
  return [status, overall_score, declared, judged_weight, rules, turns.map(decidedTurn)];
}

function decidedTurn(turn: TurnVerdict): unknown {
  const { scores, overall_score, pass, undecided, hallucination, failure_category } = turn;
  const ceilings = turn.ceilings.map(({ rule, dimension, max }) => [rule, dimension, max]);
  return [scores, overall_score, pass, undecided === null, hallucination, failure_category, ceilings];
}

/** Every answer is read anew, which takes seconds of a busy machine. */
test('verdicts change only with the version of the rules', { timeout: 120_000 }, async () => {
  const text = await readFile(file, 'utf8');
  const cases = parseCases(text, 'cases.jsonl');
  const verdicts = await Promise.all(cases.map(async (item) => [item.case_id, await verdictsOf(item)]));
  const now = { version: RULES_VERSION, answers: hashOf(text), verdicts: hashOf(JSON.stringify(verdicts)) };
  const advice =
    now.answers === KNOWN.answers
      ? 'Verdicts over the same answers changed, or the version did: raise RULES_VERSION in ' +
        'src/rubric/rules-version.ts if you have not, and write what is received here into KNOWN. Results of other ' +
        'versions are then not compared, and not resumed.'
      : 'The labelled answers changed, so that their verdicts say nothing of the rules. Write what is received here ' +
        'into KNOWN in a change that touches no rule, and raise RULES_VERSION in src/rubric/rules-version.ts if one does.';
  expect(now, advice).toEqual(KNOWN);
});

test('the judge that needs no LLM names the version, and declares what it speaks of', async () => {
  const judge = createRulesJudge();
  expect(judge.fingerprint).toBe(`rules:${RULES_VERSION}`);
  const { declared, scores } = await judge.judgeTurn(turnInput(), context);
  expect(declared).toContain('correctness');
  expect(declared).toEqual(expect.arrayContaining(Object.keys(scores)));
});
