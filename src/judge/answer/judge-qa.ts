/** An answer to a question by rules: levelled where a rule is certain, else left open. Pure. */
import type { QaTruth } from '../../corpus/case-truth.ts';
import type { CriterionJudgement } from '../../grade/judgement.ts';
import { LEVELS, type Level } from '../../grade/level.ts';
import { readTurn, type TurnReading } from '../../rubric/read-turn.ts';
import { countableWords, countSentences } from '../../text/sentences.ts';
import { readable } from '../../text/normalise.ts';
import { judgeTurnByRules } from '../rules/turn.ts';

export interface QaLevels {
  readonly levels: Readonly<
    Record<'correctness' | 'completeness' | 'conciseness' | 'relevance', CriterionJudgement>
  >;
  readonly invented: readonly string[];
}

/** More words than this in a sentence may hide the answer. */
const PLAIN_WORDS = 40;

/**
 * The rules of a turn, put to an answer without tools. Right: all that is expected is there, so it is complete, too. Wrong:
 * what else it has is not told. Whether a longer answer is concise and to the point needs reading.
 */
export function judgeQa(answer: string, question: string, truth: QaTruth): QaLevels {
  const reading = readAnswer(answer, question, truth);
  const { scores, reasoning } = judgeTurnByRules({ reading });
  const correctness = levelOf(scores.correctness);
  const isRight = correctness !== null && correctness >= LEVELS.good;
  const givesNothing =
    reading.invalid !== null ||
    (reading.truth.kind === 'expected' && reading.truth.comparison.rule === 'nothing_given');
  const short = isShort(answer);
  const said = (level: Level | null, reason: string): CriterionJudgement => ({ level, reason, quotes: [] });
  return {
    levels: {
      correctness: said(correctness, reasoning),
      completeness: isRight
        ? said(LEVELS.excellent, 'all that is expected is there')
        : said(
            givesNothing ? LEVELS.poor : null,
            givesNothing ? 'nothing of it is there' : notRead(correctness),
          ),
      conciseness: short
        ? said(LEVELS.excellent, 'one short sentence')
        : said(null, 'how much of it is needed is not told by rule'),
      relevance:
        isRight && short
          ? said(LEVELS.excellent, 'one short sentence that answers it')
          : said(null, notRead(correctness)),
    },
    invented: isInvented(reading) ? [reasoning] : [],
  };
}

const notRead = (correctness: Level | null): string =>
  correctness === null ? 'not told by rule, as correctness is not' : 'not told by rule';

function readAnswer(answer: string, question: string, truth: QaTruth): TurnReading {
  const { id, answer: expected, wordings = [], tolerance, checks } = truth;
  const fact = {
    doc_id: '',
    fact_id: id,
    answer: expected,
    ...(tolerance === undefined ? {} : { tolerance }),
  };
  return readTurn({
    turn: { turn: 1, objective: question, ...(checks === undefined ? {} : { checks }) },
    truth: {
      doc_id: null,
      facts: [fact],
      expected_answer: expected,
      expected_behavior: null,
      expected_phrases: wordings,
      note: null,
    },
    before: [],
    exchange: {
      turn: 1,
      user_message: question,
      agent_response: answer,
      tool_calls: [],
      stats: null,
      elapsed_s: 0,
    },
    turns: 1,
  });
}

/** The benchmark's 0–10: 8 and more mislead nobody, 4 is just good enough. */
function levelOf(score: unknown): Level | null {
  if (typeof score !== 'number') return null;
  if (score >= 9) return LEVELS.excellent;
  if (score >= 7) return LEVELS.good;
  return score >= 4 ? LEVELS.fair : LEVELS.poor;
}

/** A value for something that the document does not hold. */
function isInvented({ truth }: TurnReading): boolean {
  return truth.kind === 'unknown' && truth.reading.verdict === 'invented';
}

function isShort(answer: string): boolean {
  const text = readable(answer);
  return countSentences(text).most <= 1 && countableWords(text).length <= PLAIN_WORDS;
}
