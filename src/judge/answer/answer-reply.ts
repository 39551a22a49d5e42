/** What a judge is asked to reply about an answer, how forgivingly that is read, and what of it stands. Pure. */
import { z, type ZodType } from 'zod';
import type { CriterionJudgement } from '../../grade/judgement.ts';
import { LEVEL_NAMES, LEVELS, type LevelName } from '../../grade/level.ts';
import type { Criterion } from '../../grade/task.ts';
import { findQuote, foldText } from '../llm/quotes.ts';

/** Which level names there are in which order, and which keys: one form for all answers of a kind. */
export function answerReplyAsked(keys: readonly string[], order: readonly LevelName[]): ZodType {
  const id = `${order.join()} ${keys.join()}`;
  const known = forms.get(id);
  if (known !== undefined) return known;
  const criterion = z.object({ reason: z.string(), quotes: z.array(z.string()), level: z.enum(order) });
  const form = z.object({
    criteria: z.object(Object.fromEntries(keys.map((key) => [key, criterion]))),
    invented: z.array(z.string()),
  });
  forms.set(id, form);
  return form;
}

const forms = new Map<string, ZodType>();

const words = z.array(z.string()).catch([]);
const criterionRead = z.object({ reason: z.string().catch(''), quotes: words, level: z.unknown() });

/** A reply whose list of inventions cannot be read is none: it must not pass for an empty one. */
export const answerReply = z.object({
  criteria: z.record(z.string(), z.unknown()),
  invented: z.array(z.string()),
});
export type AnswerReply = z.infer<typeof answerReply>;

export interface ReplyContext {
  readonly open: readonly Criterion[];
  readonly parts: Readonly<Record<string, string>>;
  readonly source: string;
  /** Of what a judge did not see whole, nothing is known to be invented. */
  readonly isSourceCut: boolean;
}

export interface ReadAnswerReply {
  readonly levels: Readonly<Record<string, CriterionJudgement>>;
  readonly invented: readonly string[];
  /** Criteria without a level: the reply is asked for once more. */
  readonly missing: readonly string[];
  /** What was left out of the judgement, each without a full stop. */
  readonly warnings: readonly string[];
}

/** Characters of a reason, and of a quote in a warning. */
const REASON = 600;
const SHOWN = 120;

export function readAnswerReply(reply: AnswerReply, context: ReplyContext): ReadAnswerReply {
  const { open, parts } = context;
  const shown = open.map(({ part }) => foldText(parts[part] ?? ''));
  const warnings: string[] = [];
  const missing: string[] = [];
  const levels: Record<string, CriterionJudgement> = {};
  for (const { key } of open) {
    const read = criterionRead.safeParse(reply.criteria[key]).data ?? { reason: '', quotes: [], level: null };
    const name = levelNamed(read.level);
    if (name === null) missing.push(key);
    const quotes = read.quotes.filter((quote) => shown.some((text) => findQuote(text, quote) !== null));
    for (const quote of read.quotes) {
      if (!quotes.includes(quote))
        warnings.push(`${key} quotes "${quote.slice(0, SHOWN)}", which is not in the answer`);
    }
    levels[key] = {
      level: name === null ? null : LEVELS[name],
      reason: (name === null ? 'the judge gave no level' : read.reason.trim()).slice(0, REASON),
      quotes,
    };
  }
  const invented = checkInvented(reply.invented, shown, context);
  return { levels, missing, invented: invented.stand, warnings: [...warnings, ...invented.warnings] };
}

function levelNamed(given: unknown): LevelName | null {
  const name = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return LEVEL_NAMES.find((each) => each === name) ?? null;
}

/** An invention counts when its words stand in the answer and do not stand in the source. */
function checkInvented(
  quotes: readonly string[],
  shown: readonly string[],
  { source, isSourceCut }: ReplyContext,
): { readonly stand: readonly string[]; readonly warnings: readonly string[] } {
  const stand: string[] = [];
  const warnings: string[] = [];
  // Folding a long source takes its time.
  const folded = quotes.length === 0 ? '' : foldText(source);
  for (const quote of quotes) {
    const left = (why: string) => warnings.push(`"${quote.slice(0, SHOWN)}" is called invented and ${why}`);
    if (!shown.some((text) => findQuote(text, quote) !== null)) left('is not in the answer');
    else if (findQuote(folded, quote) !== null) left('stands in the source');
    else if (isSourceCut) left('the judge did not see all of the source');
    else stand.push(quote);
  }
  return { stand, warnings };
}
