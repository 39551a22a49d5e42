import { type TruthReading, type TurnReading } from '../../src/rubric/read-turn.ts';
import { decide } from '../../src/rubric/truth/comparison.ts';

/** A turn of which rules can tell nothing but what is given. */
export const turnReading = (over: Partial<TurnReading> = {}): TurnReading => ({
  invalid: null,
  truth: { kind: 'none' },
  checks: [],
  loop: null,
  asksAgain: false,
  hasLooked: true,
  wantsLook: false,
  rival: null,
  ...over,
});

export const compared = (...given: Parameters<typeof decide>): TruthReading => ({
  kind: 'expected',
  comparison: decide(...given),
});
