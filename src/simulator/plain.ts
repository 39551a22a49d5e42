/** The simulator without a model: words the objective plainly. The same objective gives the same message. */
import { plainMessage } from './plain-wording.ts';
import { SimulatorError, type Simulator } from './simulator.ts';

export function createPlainSimulator(): Simulator {
  return {
    name: 'plain',
    // The number goes up whenever a rule of plain-wording.ts changes a message.
    fingerprint: 'plain:2',
    wordingProblem,
    nextMessage({ objective }) {
      const message = plainMessage(objective);
      return message === null
        ? Promise.reject(new SimulatorError(problemWith(objective)))
        : Promise.resolve(message);
    },
  };
}

const wordingProblem = (objective: string): string | null =>
  plainMessage(objective) === null ? problemWith(objective) : null;

function problemWith(objective: string): string {
  const text = objective.replaceAll(/\s+/gu, ' ').trim();
  const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text;
  return (
    `the objective "${shown}" speaks to whoever plays the user, and putting it into a user's words takes a model ` +
    '(AGENT_EVAL_SIMULATOR). Without one, write it as the user would say it, or give the words as `user_message`'
  );
}
