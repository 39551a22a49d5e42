/**
 * What the LLM calls of a run cost (I/O): a line when a call is about to be made and one when its price is known, so that
 * a run that died is gone on with knowing what it has paid. Written before the call is made.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { openJsonLines } from '../../disk/json-lines.ts';
import { NOTHING_SPENT, sumOf, type Spend, type Usage } from '../../models/ledger.ts';

export const SPEND_LOG = '.spend.jsonl';

const tokens = z.number().int().min(0);
const usd = z.number().min(0);
const lineSchema = z.union([
  /** A call of scenario `id`, which may cost so much. */
  z.object({ reserved: z.number().int(), id: z.string(), usd }),
  z.object({
    settled: z.number().int(),
    usd,
    usage: z.object({
      input_tokens: tokens,
      cache_creation_input_tokens: tokens,
      cache_read_input_tokens: tokens,
      output_tokens: tokens,
    }),
  }),
  z.object({ released: z.number().int() }),
]);
type Line = z.infer<typeof lineSchema>;

export interface SpendLog {
  /** By scenario: what the run had paid when the log was opened. */
  readonly before: ReadonlyMap<string, Spend>;
  /** Returns the call's number. */
  reserved(id: string, usd: number): number;
  settled(call: number, usage: Usage, usd: number): void;
  released(call: number): void;
  /** Removes the file: what it says stands in the results. */
  close(): void;
}

/** Goes on with a log that is there. A line that can't be written is no error: the traces will say that the disk is full. */
export function openSpendLog(runDirectory: string): SpendLog {
  const file = path.join(runDirectory, SPEND_LOG);
  const log = openJsonLines(file, lineSchema);
  const known = booksOf(log.lines ?? []);
  let last = known.last;
  const append = (line: Line) => {
    try {
      log.append(line);
    } catch {
      // Said by whoever writes the results.
    }
  };
  return {
    before: known.spent,
    reserved(id, most) {
      last += 1;
      append({ reserved: last, id, usd: most });
      return last;
    },
    settled: (call, usage, cost) => append({ settled: call, usd: cost, usage }),
    released: (call) => append({ released: call }),
    close: () => rmSync(file, { force: true }),
  };
}

/** A call whose end is not told was under way when its process died: it may have been billed, so its bound counts. */
function booksOf(lines: readonly Line[]): {
  readonly spent: ReadonlyMap<string, Spend>;
  readonly last: number;
} {
  const spent = new Map<string, Spend>();
  const open = new Map<number, { readonly id: string; readonly usd: number }>();
  const book = (id: string, cost: Pick<Spend, 'usd'> & Partial<Usage>) =>
    void spent.set(id, sumOf(spent.get(id) ?? NOTHING_SPENT, { ...NOTHING_SPENT, ...cost, calls: 1 }));
  let last = 0;
  for (const line of lines) {
    if ('reserved' in line) {
      last = Math.max(last, line.reserved);
      open.set(line.reserved, line);
      continue;
    }
    const call = 'settled' in line ? line.settled : line.released;
    const reserved = open.get(call);
    open.delete(call);
    if ('settled' in line && reserved !== undefined) book(reserved.id, { ...line.usage, usd: line.usd });
  }
  for (const { id, usd: bound } of open.values()) book(id, { usd: bound });
  return { spent, last };
}
