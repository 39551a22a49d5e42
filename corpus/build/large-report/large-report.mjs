// @ts-check
/**
 * A compliance report of a hundred sections, longer than 100,000 tokens. One sentence of it matters: the finding in
 * Section 52. The report says nothing about findings of a graver kind, not even that there were none.
 */
import { choicesFrom } from '../random.mjs';
import { CONCLUSIONS, EVIDENCE, METHOD, OBSERVATIONS, RECOMMENDATIONS, SCOPE } from './sentences.mjs';
import { SITES, TOPICS } from './topics.mjs';

/** @typedef {import('../random.mjs').Choices} Choices */
/** @typedef {import('./sentences.mjs').Subject} Subject */

const SEED = 52_2025;
const SPECIAL_SECTION = 52;
/** Each of the other sections has as many rounds of observations, which makes it about seven thousand characters. */
const ROUNDS = 5;

const INTRODUCTION = `# Compliance Audit Report 2025

Three sites, one hundred sections. Each section describes one subject: what was looked at and how, what was observed,
and what the auditors recommend. Working papers are kept for ten years. The order of the sections follows the order of
the visits and says nothing about importance.
`;

const SUPPLY_CHAIN = `### Scope

This section covers the documents that accompany parts from the supplier to the line: orders, delivery notes,
certificates of origin and test reports. All three sites were included, because they buy through the same office.

### Method

Forty deliveries of the past twelve months were drawn at random, and for each of them the file was requested that should
hold all documents. Purchasing, goods receiving and two suppliers were interviewed.

### Findings

In this section the audit identified three minor non-conformities in supply chain documentation:

1. Two certificates of origin had expired before the delivery they belong to.
2. Test reports of one supplier named the standard without its edition.
3. Approvals of changed delivery dates were given by telephone and not confirmed in writing.

### Follow-up

Purchasing answers each of the three points within sixty days. The certificates have been renewed in the meantime. The
template of the order now has a field for the edition of the standard.
`;

/** The whole text, the same on every call. */
export function largeReport() {
  const choose = choicesFrom(SEED);
  const subjects = choose.shuffled(SITES.flatMap((site) => TOPICS.map((topic) => ({ ...topic, site }))));
  const sections = subjects.map((subject) => ({
    title: `${subject.name}, ${subject.site}`,
    text: ordinary(subject, choose),
  }));
  sections.splice(SPECIAL_SECTION - 1, 0, {
    title: 'Supply chain documentation, all sites',
    text: SUPPLY_CHAIN,
  });
  const bodies = sections.map(
    ({ title, text }, index) => `## Section ${String(index + 1)}: ${title}\n\n${text}`,
  );
  return [INTRODUCTION, ...bodies].join('\n');
}

/**
 * @param {Subject} subject
 * @param {Choices} choose
 */
function ordinary(subject, choose) {
  /** @param {typeof SCOPE} sentences */
  const paragraph = (sentences) =>
    choose
      .shuffled(sentences)
      .map((sentence) => sentence(subject, choose))
      .join(' ');
  const observations = Array.from({ length: ROUNDS }, (_, index) => {
    const sentences = choose.shuffled(OBSERVATIONS).slice(0, 7);
    return `Visit ${String(index + 1)}. ${paragraph(sentences)}`;
  });
  return [
    `### Scope\n\n${SCOPE.map((sentence) => sentence(subject, choose)).join(' ')}`,
    `### Method\n\n${paragraph(METHOD)}`,
    `### Observations\n\n${observations.join('\n\n')}`,
    `### Evidence\n\n${paragraph(EVIDENCE)}`,
    `### Recommendations\n\n${paragraph(choose.shuffled(RECOMMENDATIONS).slice(0, 5))}`,
    `### Conclusion\n\n${paragraph(CONCLUSIONS)}\n`,
  ].join('\n\n');
}
