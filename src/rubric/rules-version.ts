/**
 * The version of all that code decides about an answer: text readers, checks, ceilings, weights, verdict. It stands in
 * both judges' fingerprints, in what a stored result depends on, and in the scorecard.
 *
 * Raise it whenever a verdict may change: results of different rules are not comparable, and a run that is resumed must
 * judge its scenarios by one version. `test/judge/rules-version.test.ts` fails when verdicts change and this does not.
 */
export const RULES_VERSION = 4;
