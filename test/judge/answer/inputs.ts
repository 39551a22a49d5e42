/** Answers as a judge sees them. */
import type { QaTruth, SummaryTruth } from '../../../src/corpus/case-truth.ts';
import type { AnswerToJudge } from '../../../src/judge/answer/answer-judge.ts';

export const SOURCE = `Meeting of 3 March 2026. Present: Ada Lund (chair), Tom Becker, Mia Osei.
The release moves to 14 April 2026, since the audit found two gaps. Tom Becker sends the revised budget of
$4,500 by 20 March. The old portal stays until June. Mia Osei asks the supplier for a new offer by 27 March.`;

export function qaAnswer(answer: string, truth: Partial<QaTruth> = {}): AnswerToJudge {
  return {
    task: 'qa',
    mode: 'comparative',
    document: {
      name: 'report.md',
      text: 'Total revenue was $14.2 million. The year before it was $13.0 million.',
    },
    question: 'What was the total revenue?',
    parts: { answer },
    truth: {
      qa: {
        id: 'revenue',
        question: 'What was the total revenue?',
        answer: '$14.2 million',
        where: null,
        ...truth,
      },
    },
  };
}

export const REFERENCE: SummaryTruth = {
  executive_summary: 'The release moves to 14 April 2026 because the audit found two gaps.',
  detailed_summary:
    'The audit found two gaps, so the release moves to 14 April 2026. The revised budget is $4,500.',
  action_items: [
    'Tom Becker sends the revised budget of $4,500 by 20 March',
    'Mia Osei asks the supplier for a new offer by 27 March',
  ],
  key_decisions: ['The release moves to 14 April 2026', 'The old portal stays until June'],
  participants: ['Ada Lund, chair', 'Tom Becker', 'Mia Osei'],
  topics_discussed: ['Release date', 'Budget'],
};

export const GOOD_PARTS: Readonly<Record<string, string>> = {
  executive: 'Since the audit found two gaps, the release moves to 14 April 2026.',
  detailed: 'The release moves to 14 April 2026 after an audit with two gaps. The budget is now $4,500.',
  action_items:
    '- Tom Becker sends the revised budget of $4,500 by 20 March\n- Mia Osei asks the supplier for a new offer by 27 March',
  key_decisions: '1. The release moves to 14 April 2026.\n2. The old portal stays until June.',
  participants: 'Ada Lund, Tom Becker, Mia Osei',
  topics_discussed: 'Release date; budget',
};

export function summaryAnswer(
  parts: Readonly<Record<string, string>> = GOOD_PARTS,
  truth: SummaryTruth = REFERENCE,
): AnswerToJudge {
  return {
    task: 'summarization',
    mode: 'comparative',
    document: { name: 'meeting.txt', text: SOURCE },
    question: null,
    parts,
    truth: { summarization: truth },
  };
}
