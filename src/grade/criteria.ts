/** What each criterion means at each level: the words a judge is given. Anchors: excellent, good, fair, poor. */
import type { Criterion } from './task.ts';

type Words = Pick<Criterion, 'name' | 'anchors'>;
export interface CriterionWords extends Pick<Criterion, 'key' | 'part' | 'kind'> {
  readonly comparative: Words;
  readonly standalone: Words;
}

export const SUMMARY_CRITERIA: readonly CriterionWords[] = [
  {
    key: 'executive_summary',
    part: 'executive',
    kind: 'prose',
    comparative: {
      name: 'Executive summary accuracy',
      anchors: [
        'Says all that the reference makes the main point, and nothing in it is wrong.',
        'Says the main point rightly; one lesser matter of the reference is missing or blurred.',
        'Says half of the main point, or puts a side matter first, or one thing in it is off.',
        'Misses the main point, or states it wrongly.',
      ],
    },
    standalone: {
      name: 'Executive summary quality',
      anchors: [
        'A reader who was not there knows in a few sentences what it was about and what came of it.',
        'Clear, with a sentence too many or one detail that does not belong there.',
        'The outcome has to be guessed, or details stand where an overview is wanted.',
        'Unclear, or no overview at all.',
      ],
    },
  },
  {
    key: 'completeness',
    part: 'detailed',
    kind: 'prose',
    comparative: {
      name: 'Completeness',
      anchors: [
        'Every important matter of the reference is there with its figures, dates and names.',
        'One or two lesser matters or figures are missing; none of the important ones.',
        'An important matter or about half of the figures are missing.',
        'Most of the reference is missing, or much of what is there is wrong.',
      ],
    },
    standalone: {
      name: 'Detail completeness',
      anchors: [
        'Every matter comes with the reasons, figures and people that are needed to understand it.',
        'Enough to understand all of it; a reason or a figure is wanted here and there.',
        'Several matters are named without what is needed to understand them.',
        'Headlines only, or too broken to be used.',
      ],
    },
  },
  {
    key: 'action_items',
    part: 'action_items',
    kind: 'coverage',
    comparative: {
      name: 'Action items accuracy',
      anchors: [
        'At least nine in ten of the reference, each with its owner and date where it has them; none is made up.',
        'At least seven in ten, with right owners and dates; none is made up.',
        'At least four in ten, or owners or dates are wrong or missing in several.',
        'Fewer, or mostly wrong, or made up.',
      ],
    },
    standalone: {
      name: 'Action items structure',
      anchors: [
        'Each is one task that somebody can begin with: what, who and until when, as far as is known.',
        'Tasks are clear; an owner or a date is wanted in one of them.',
        'Several are wishes or topics rather than tasks.',
        'No list of tasks, or none that anybody could do.',
      ],
    },
  },
  {
    key: 'key_decisions',
    part: 'key_decisions',
    kind: 'coverage',
    comparative: {
      name: 'Key decisions accuracy',
      anchors: [
        'At least nine in ten of the reference, none turned round, nothing undecided given as decided.',
        'At least seven in ten, none turned round.',
        'At least four in ten, or a proposal is given as decided.',
        'Fewer, or a decision is turned into its opposite.',
      ],
    },
    standalone: {
      name: 'Key decisions clarity',
      anchors: [
        'Each says what was decided, so that nobody has to ask; proposals are kept apart.',
        'Clear, with one that leaves a question.',
        'Several leave open what was decided.',
        'No decision can be told from talk.',
      ],
    },
  },
  {
    key: 'participants',
    part: 'participants',
    kind: 'coverage',
    comparative: {
      name: 'Participant identification',
      anchors: [
        'At least nine in ten of the reference, with their role where it has one; nobody is added.',
        'At least seven in ten; nobody is added.',
        'At least four in ten, or somebody is added who was only mentioned.',
        'Fewer, or people who do not occur in the source.',
      ],
    },
    standalone: {
      name: 'Participant information',
      anchors: [
        'Everybody is named fully and once, with a role as far as is known.',
        'Everybody is named; a role is wanted that others have.',
        'Some are named by role or first name alone, or twice.',
        'It is not clear who took part.',
      ],
    },
  },
  {
    key: 'topics',
    part: 'topics_discussed',
    kind: 'prose',
    comparative: {
      name: 'Topic coverage',
      anchors: [
        'Every topic of the reference is there, in whatever words.',
        'One lesser topic is missing, or two are run together.',
        'About half of the topics are missing.',
        'Most are missing, or the topics are of something else.',
      ],
    },
    standalone: {
      name: 'Topic organization',
      anchors: [
        'Topics are distinct, in a sensible order, and none seems to be left out.',
        'Two topics overlap, or the order is odd in one place.',
        'Topics repeat each other or mix levels.',
        'No order, or no topics.',
      ],
    },
  },
];

export const PDF_CRITERIA: readonly CriterionWords[] = [
  {
    key: 'brief_summary',
    part: 'brief',
    kind: 'prose',
    comparative: {
      name: 'Brief summary accuracy',
      anchors: [
        'Says in a few sentences what the document is for and its main result, as the reference has it.',
        'Right, with one main matter missing or blurred.',
        'Half of the main matters, or one of them is off.',
        'Misses what the document is about, or states it wrongly.',
      ],
    },
    standalone: {
      name: 'Brief summary quality',
      anchors: [
        'A reader knows in a few sentences what the document is for and what it comes to.',
        'Clear, with a sentence too many or too few.',
        'The purpose or the result has to be guessed.',
        'Unclear, or no summary.',
      ],
    },
  },
  {
    key: 'detail_completeness',
    part: 'detailed',
    kind: 'prose',
    comparative: {
      name: 'Detail completeness',
      anchors: [
        'Every important section of the reference is there with its figures and terms.',
        'One or two lesser matters or figures are missing.',
        'An important section or about half of the figures are missing.',
        'Most of it is missing, or much of what is there is wrong.',
      ],
    },
    standalone: {
      name: 'Detail completeness',
      anchors: [
        'Follows the document and gives each section what is needed to understand it.',
        'Enough to understand all of it; a figure or a term is wanted here and there.',
        'Several sections are only named.',
        'Headlines only, or too broken to be used.',
      ],
    },
  },
];

export const QA_CRITERIA: readonly CriterionWords[] = [
  {
    key: 'correctness',
    part: 'answer',
    kind: 'coverage',
    comparative: {
      name: 'Correctness',
      anchors: [
        'All that it states agrees with the expected answer and the source, in whatever words or units.',
        'The thing asked is right; a detail beside it is inexact, but does not mislead.',
        'The main thing is right, and something else that was asked is wrong.',
        'The thing asked is wrong, or refused although the source has it, or given although the source has it not.',
      ],
    },
    standalone: {
      name: 'Correctness',
      anchors: [
        'All that it states stands in the source.',
        'The thing asked stands in the source; a detail beside it is inexact.',
        'The main thing stands in the source, something else contradicts it.',
        'What it states contradicts the source or does not stand there.',
      ],
    },
  },
  {
    key: 'completeness',
    part: 'answer',
    kind: 'coverage',
    comparative: {
      name: 'Completeness',
      anchors: [
        'Every part of the expected answer is given.',
        'A lesser part is missing.',
        'About half is missing.',
        'Most of it, or the main part, is missing.',
      ],
    },
    standalone: {
      name: 'Completeness',
      anchors: [
        'Every part of the question is answered.',
        'A lesser part of it is left out.',
        'About half is left out.',
        'The question is not answered.',
      ],
    },
  },
  {
    key: 'conciseness',
    part: 'answer',
    kind: 'prose',
    comparative: {
      name: 'Conciseness',
      anchors: [
        'No longer than the question needs.',
        'A needless sentence.',
        'The answer has to be looked for among other things.',
        'The answer is lost in what nobody asked.',
      ],
    },
    standalone: {
      name: 'Conciseness',
      anchors: [
        'No longer than the question needs.',
        'A needless sentence.',
        'The answer has to be looked for among other things.',
        'The answer is lost in what nobody asked.',
      ],
    },
  },
  {
    key: 'relevance',
    part: 'answer',
    kind: 'prose',
    comparative: {
      name: 'Relevance',
      anchors: [
        'All of it answers this question.',
        'Answers it, and adds something near it.',
        'Answers a neighbouring question, or this one in passing.',
        'Is about something else.',
      ],
    },
    standalone: {
      name: 'Relevance',
      anchors: [
        'All of it answers this question.',
        'Answers it, and adds something near it.',
        'Answers a neighbouring question, or this one in passing.',
        'Is about something else.',
      ],
    },
  },
];
