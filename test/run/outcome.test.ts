import { expect, test } from 'vitest';
import { AgentUiError } from '../../src/agents/contract.ts';
import { JudgeError } from '../../src/judge/judge.ts';
import { BudgetExceededError } from '../../src/models/ledger.ts';
import { DeadlineError } from '../../src/run/deadline.ts';
import { CancelledError, ScenarioStop, stopFor } from '../../src/run/outcome.ts';
import { SimulatorError } from '../../src/simulator/simulator.ts';

const running = new AbortController().signal;

test.each([
  [new ScenarioStop('SETUP_ERROR', 'no chunks'), 'SETUP_ERROR', 'no chunks'],
  [new DeadlineError('not finished'), 'TIMEOUT', 'not finished'],
  [new CancelledError('cancelled'), 'ERRORED', 'cancelled'],
  [new BudgetExceededError('over'), 'BUDGET_EXCEEDED', 'over'],
  [new JudgeError('no JSON'), 'ERRORED', 'judge error: no JSON'],
  [new SimulatorError('empty'), 'ERRORED', 'simulator error: empty'],
  [new AgentUiError('timeout', 'send_message', 'no answer'), 'TIMEOUT', 'no answer'],
  [new AgentUiError('timeout', 'create_session', 'no answer'), 'INFRA_ERROR', 'no answer'],
  [new AgentUiError('unreachable', 'send_message', 'gone'), 'INFRA_ERROR', 'gone'],
  [new AgentUiError('failed_turn', 'send_message', 'Sorry…'), 'INFRA_ERROR', 'Sorry…'],
  [new AgentUiError('refused', 'create_session', 'busy'), 'INFRA_ERROR', 'busy'],
  [new AgentUiError('malformed', 'get_messages', 'odd'), 'INFRA_ERROR', 'odd'],
  [new TypeError('x is undefined'), 'ERRORED', 'a fault of the evaluation itself: TypeError: x is undefined'],
  ['thrown text', 'ERRORED', 'a fault of the evaluation itself: thrown text'],
] as const)('%o is %s', (error, status, message) => {
  expect(stopFor(error, running)).toMatchObject({ status, message });
});

test('what a deadline interrupted is a time-out, whatever the interrupted call says', () => {
  const over = AbortSignal.abort(new DeadlineError('not finished within 5 s'));
  expect(stopFor(new AgentUiError('aborted', 'send_message', 'given up'), over)).toEqual({
    status: 'TIMEOUT',
    message: 'not finished within 5 s',
    outage: null,
  });
});

test.each([
  [new AgentUiError('down', 'create_session', ''), 'agent'],
  [new AgentUiError('unreachable', 'send_message', ''), null],
  [new AgentUiError('failed_turn', 'send_message', ''), null],
  [new AgentUiError('timeout', 'send_message', ''), null],
  [new AgentUiError('refused', 'create_session', ''), null],
  [new JudgeError('overloaded', true), 'judge'],
  [new JudgeError('not JSON'), null],
  [new SimulatorError('401', true), 'judge'],
  [new BudgetExceededError('over'), null],
] as const)('fault 21: %o tells of an outage of: %s', (error, outage) => {
  expect(stopFor(error, running).outage).toBe(outage);
});
