/** Everyone in the gallery. */
import { WORDINGS } from '../oracle.ts';
import type { PlantedAgent, Reply, Scene } from '../planted.ts';
import { firstChunk, parrot, rambler } from './documents.ts';
import { amnesiac, garbler, refuser, sycophant, toolFaker } from './manners.ts';
import { neighbour, overconfident } from './values.ts';

/** One for each wording of the right answers. */
export const ORACLES: readonly PlantedAgent[] = Array.from({ length: WORDINGS }, (_, wording) => ({
  name: `oracle ${wording + 1}`,
  fault: null,
  answer: (scene: Scene): Reply => wordingOf(scene, wording),
}));

/** Each with one fault. */
export const BAD: readonly PlantedAgent[] = [
  refuser,
  firstChunk,
  neighbour,
  overconfident,
  sycophant,
  parrot,
  amnesiac,
  toolFaker,
  rambler,
  garbler,
];

/** The wording of the bad agents where their fault does not touch the turn: one of middle length. */
const PLAIN_WORDING = 1;

function wordingOf({ oracle, plan, turn }: Scene, wording: number): Reply {
  const reply = oracle[wording];
  if (reply === undefined)
    throw new Error(`${plan.scenario.id}, turn ${turn.turn}: no wording ${wording + 1}`);
  return reply;
}

export const replyOf = (agent: PlantedAgent, scene: Scene): Reply =>
  agent.answer(scene) ?? wordingOf(scene, Math.min(PLAIN_WORDING, scene.oracle.length - 1));
