/** Labelled answers: the file format by which the rules judge is measured. */
import { z } from 'zod';
import { messageOf } from '../../message-of.ts';

const text = z.string();

const caseSchema = z.object({
  case_id: text,
  scenario_id: text,
  category: text,
  turn: z.number().int().min(1),
  severity: z.enum(['critical', 'standard']),
  user_message: text,
  /** null: the document does not say it; left out: only a behaviour is expected. */
  expected_answer: text.nullable().optional(),
  expected_behavior: text.nullable().optional(),
  facts: z.array(z.object({ fact_id: text, answer: text.nullable() })).optional(),
  /** The turns before, as far as they matter. */
  prior: z.array(z.object({ user: text, agent: text })).optional(),
  agent_response: text,
  agent_tools: z.array(z.object({ tool: text, success: z.boolean(), summary: text })),
  /** `undecided`: an answer that rules should leave to a better judge. */
  label: z.enum(['pass', 'fail', 'undecided']),
  /** What makes the answer hard: `unit_format`, `hedge_then_invent`, … */
  kind: text,
  failure_category: text.nullable().optional(),
  why: text.optional(),
});
export type LabelledCase = z.infer<typeof caseSchema>;

export class CasesError extends Error {
  override readonly name = 'CasesError';
}

/** Reads a JSONL text. Throws {@link CasesError} naming the line that is wrong, and for a file without cases. */
export function parseCases(jsonl: string, file: string): LabelledCase[] {
  const cases: LabelledCase[] = [];
  for (const [index, line] of jsonl.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `${file}:${index + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new CasesError(`${place} is not JSON: ${messageOf(error)}`, { cause: error });
    }
    const parsed = caseSchema.safeParse(value);
    if (!parsed.success)
      throw new CasesError(`${place} is no labelled case: ${z.prettifyError(parsed.error)}`);
    cases.push(parsed.data);
  }
  if (cases.length === 0) throw new CasesError(`${file} holds no case, so nothing can be measured.`);
  return cases;
}
