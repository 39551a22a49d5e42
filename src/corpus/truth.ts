/** A turn's references into the manifest → what its answer is judged against. Pure. */
import type { Fact, ResolvedTruth } from '../scenario/ground-truth.ts';
import type { GroundTruth, Turn } from '../scenario/schema.ts';
import { CorpusError } from './corpus-error.ts';
import type { Manifest } from './manifest.ts';

/** The fact ids a ground truth names, each once. */
export function factIdsOf(truth: GroundTruth): string[] {
  return [...new Set([...(truth.fact_id === undefined ? [] : [truth.fact_id]), ...(truth.fact_ids ?? [])])];
}

/**
 * The answer in the YAML wins; without one, the facts' answers are joined, and null stands when all of them are null.
 * @throws CorpusError when a fact is not in the manifest and the YAML gives no answer; `checkReferences` finds this first.
 */
export function resolveTruth(turn: Pick<Turn, 'turn' | 'ground_truth'>, manifest: Manifest): ResolvedTruth {
  const truth = turn.ground_truth ?? {};
  const facts = factsOf(truth, manifest, turn.turn);
  return {
    doc_id: truth.doc_id ?? null,
    facts,
    expected_answer: truth.expected_answer === undefined ? joinAnswers(facts) : truth.expected_answer,
    expected_behavior: truth.expected_behavior ?? null,
    expected_phrases: truth.expected_phrases ?? [],
    note: truth.note ?? null,
  };
}

function factsOf(truth: GroundTruth, manifest: Manifest, turn: number): Fact[] {
  const { doc_id } = truth;
  const ids = factIdsOf(truth);
  if (doc_id === undefined) return [];
  const document = manifest.byId.get(doc_id);
  return ids.flatMap((fact_id) => {
    const fact = document?.facts.find(({ id }) => id === fact_id);
    if (fact !== undefined) {
      const { answer, tolerance } = fact;
      return [{ doc_id, fact_id, answer, ...(tolerance === undefined ? {} : { tolerance }) }];
    }
    if (truth.expected_answer !== undefined) return [];
    const missing = `Turn ${String(turn)} refers to the fact ${fact_id} of ${doc_id}, which the corpus manifest does not have.`;
    throw new CorpusError(`${missing} Add it there, or write an expected_answer.`);
  });
}

/** undefined without facts; null when the documents say none of them. */
export function joinAnswers(facts: readonly Fact[]): string | null | undefined {
  if (facts.length === 0) return undefined;
  const answers = facts.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  return answers.length === 0 ? null : answers.join('; ');
}
