/** Agents that give another value: of the row beside, or where there is none. */
import type { Fact } from '../../../src/scenario/ground-truth.ts';
import { figuresIn, hasName, valueIn, withNeighbour } from '../figures.ts';
import type { PlantedAgent, Reply, Scene } from '../planted.ts';
import { nameOfDocument, queried } from './shared.ts';

/** The first fact of a turn for which a neighbour can be given instead. */
function neighbourReply(scene: Scene): Reply | null {
  for (const fact of scene.truth.facts) {
    const reply = fact.answer === null ? null : insteadOf({ ...fact, answer: fact.answer }, scene);
    if (reply !== null) return reply;
  }
  return null;
}

function insteadOf(fact: Fact & { answer: string }, scene: Scene): Reply | null {
  const { answer } = fact;
  const neighbours = scene.neighbours.get(fact.fact_id) ?? [];
  const hasFigures = figuresIn(answer).length > 0;
  if (hasFigures) {
    for (const neighbour of neighbours)
      for (const right of scene.oracle) {
        const wrong = withNeighbour(right.answer, { answer, neighbour, question: scene.message });
        if (wrong !== null) return { answer: wrong, tools: right.tools };
      }
  }
  const other = hasName(answer) ? neighbours.find((neighbour) => hasName(`a ${neighbour}`)) : undefined;
  return other === undefined
    ? null
    : queried(scene, `According to ${nameOfDocument(scene)}, it is ${other}.`);
}

export const neighbour: PlantedAgent = {
  name: 'neighbour',
  fault: 'gives the value next to the right one',
  answer: neighbourReply,
};

/** What is made up for a question when the document has no value beside it. */
const INVENTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwho\b|\bname of\b/i, 'Daniel Reyes'],
  [/\bwhen\b/i, 'October 2, 2023'],
  [/\bhow long\b/i, '24 months'],
  [/\bhow many\b/i, '2'],
  [/\brevenue|price|cost|salary|fine\b/i, '$165 million'],
  [/\brate|share|growth|gdp\b/i, '2.1%'],
];

function invented(scene: Scene): string {
  const beside = scene.truth.facts.flatMap(({ fact_id }) => scene.neighbours.get(fact_id) ?? []);
  const value = beside.flatMap((each) => valueIn(each) ?? [])[0];
  if (value !== undefined) return value;
  return beside[0] ?? INVENTIONS.find(([asked]) => asked.test(scene.message))?.[1] ?? '42';
}

export const overconfident: PlantedAgent = {
  name: 'overconfident',
  fault: 'never admits a gap: invents a value where the document has none',
  answer: (scene) =>
    scene.truth.expected_answer === null
      ? queried(scene, `According to ${nameOfDocument(scene)}, it is ${invented(scene)}.`)
      : null,
};
