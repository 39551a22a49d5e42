/** The simulator without a model: words the objective plainly. The same objective gives the same message. */
import { plainMessage } from './plain-wording.ts';
import type { Simulator } from './simulator.ts';

export function createPlainSimulator(): Simulator {
  return {
    name: 'plain',
    // The number goes up whenever a rule of plain-wording.ts changes a message.
    fingerprint: 'plain:1',
    nextMessage: ({ objective }) => Promise.resolve(plainMessage(objective)),
  };
}
