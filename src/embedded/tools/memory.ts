/** What the agent remembers across sessions: seeded items only, this agent never adds its own. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { timestamp, type Store } from '../database.ts';

const seedItem = z.object({
  content: z.string(),
  category: z.string().default('fact'),
  entity: z.string().nullable().default(null),
});
const memoryRow = z.object({
  id: z.string(),
  category: z.string(),
  content: z.string(),
  entity: z.string().nullable(),
  created_at: z.string(),
});

export class Memory {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(filter: {
    category?: string;
    entity?: string;
    search?: string;
    limit: number;
  }): Record<string, unknown> {
    const rows = z
      .array(memoryRow)
      .parse(this.#store.prepare('SELECT * FROM memory_items ORDER BY created_at').all());
    const words = (filter.search ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const items = rows
      .filter((row) => !filter.category || row.category === filter.category)
      .filter((row) => !filter.entity || row.entity === filter.entity)
      .filter((row) => words.length === 0 || words.some((word) => row.content.toLowerCase().includes(word)));
    return { items: items.slice(0, filter.limit), total: items.length, offset: 0, limit: filter.limit };
  }

  seed(items: readonly unknown[]): Record<string, unknown> {
    const parsed = z.array(seedItem).parse(items);
    const ids = parsed.map((item) => {
      const id = randomUUID();
      this.#store
        .prepare('INSERT INTO memory_items VALUES (?, ?, ?, ?, ?)')
        .run(id, item.category, item.content, item.entity, timestamp());
      return id;
    });
    return { count: ids.length, ids };
  }

  clear(scope: string): Record<string, unknown> {
    const knowledge = this.#store.prepare('DELETE FROM memory_items').run().changes;
    return { scope, cleared: { knowledge, tool_history: 0, conversations: 0 } };
  }

  stats(): Record<string, unknown> {
    const total = z
      .object({ count: z.number() })
      .parse(this.#store.prepare('SELECT count(*) AS count FROM memory_items').get()).count;
    return {
      knowledge: { total },
      conversations: { total_turns: 0, total_sessions: 0 },
      tools: { total_calls: 0 },
    };
  }
}
