/** A scenario by rules: the root cause from the turns that failed, and what to do about it. */
import type { FailureCategory, RootCauseTarget, ScenarioJudgement } from '../../rubric/judgement.ts';
import type { ScenarioInput } from '../judge.ts';

interface Advice {
  readonly target: RootCauseTarget;
  readonly cause: string;
  readonly fix: string;
}

/** One advice a failure category; the most harmful category of a scenario speaks for it. */
const ADVICE: Readonly<Record<FailureCategory, Advice>> = {
  hallucination: {
    target: 'prompt',
    cause: 'the agent states what its documents or tools do not say',
    fix: 'Tell the agent to answer only from retrieved text or tool results, and to say plainly when they do not hold the answer.',
  },
  wrong_answer: {
    target: 'rag_pipeline',
    cause: 'the answer differs from the ground truth',
    fix: 'Check what the retrieval returned for this question: chunk size, ranking and table parsing decide whether the right passage is seen.',
  },
  context_blindness: {
    target: 'architecture',
    cause: 'the agent lost what the conversation had established',
    fix: 'Keep earlier turns and the documents named there in the context that each message is answered from.',
  },
  lazy_refusal: {
    target: 'prompt',
    cause: 'the agent refused before it had looked',
    fix: 'Require a search or a query before the agent may say that something is not available.',
  },
  gave_up: {
    target: 'prompt',
    cause: 'the agent gave up although the answer was within reach',
    fix: 'Ask for a second query in other words before the agent reports that it found nothing.',
  },
  wrong_tool: {
    target: 'tool_description',
    cause: 'the tool that fits was not called, or one was called where none fits',
    fix: 'State in the tool descriptions when each tool is to be used and when not.',
  },
  tool_loop: {
    target: 'architecture',
    cause: 'the agent repeated the same calls',
    fix: 'Stop repeated calls with the same arguments and hand their result back to the model.',
  },
  no_fallback: {
    target: 'prompt',
    cause: 'the agent stopped after its first failed search',
    fix: 'Ask for a broader search when the first one comes back empty.',
  },
  garbled_output: {
    target: 'architecture',
    cause: 'the response is no readable answer',
    fix: 'Check how the reply is parsed and which raw tool output can reach it.',
  },
  personality_violation: {
    target: 'prompt',
    cause: 'the answer breaks the expected manner',
    fix: 'State the wanted length and tone, and that a correct answer stands under push-back.',
  },
};

const BY_HARM: readonly FailureCategory[] = [
  'hallucination',
  'wrong_answer',
  'context_blindness',
  'lazy_refusal',
  'gave_up',
  'no_fallback',
  'wrong_tool',
  'tool_loop',
  'garbled_output',
  'personality_violation',
];

/** Judges a scenario. It never blocks: what an architecture makes impossible is an opinion. */
export function judgeScenarioByRules({ scenario, provisional }: ScenarioInput): ScenarioJudgement {
  const failed = provisional.turns.filter((turn) => !turn.pass && turn.undecided === null);
  const harm = BY_HARM.find((category) => failed.some((turn) => turn.failure_category === category));
  const advice = harm === undefined ? null : ADVICE[harm];
  const first = failed.find((turn) => turn.failure_category === harm) ?? failed[0];
  const invented = provisional.turns.find((turn) => turn.hallucination);
  return {
    root_cause:
      advice === null || first === undefined
        ? null
        : `Turn ${first.turn}: ${advice.cause} (${first.reasoning}).`,
    root_cause_target: advice?.target ?? null,
    recommended_fix: advice?.fix ?? null,
    critical_violation:
      scenario.severity === 'critical' && invented !== undefined
        ? `Turn ${invented.turn} invents an answer: ${invented.reasoning}.`
        : null,
    blocked_by_architecture: null,
    outcome: null,
    claimed_status: null,
    claimed_overall: null,
  };
}
