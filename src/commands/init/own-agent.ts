/** A first scenario, a document and an agent of one's own: three small files that pass as they stand. */
import { findConfig } from '../project-settings.ts';
import type { Start, StartFile } from './start.ts';

const AGENT = `import { defineAgent } from 'vitest-agent-eval/agent';

// Call your agent in send(). This one looks for a line of the documents that has a word of the question.
export default defineAgent({
  name: 'my-agent',
  async open({ documents }) {
    return { lines: (await Promise.all(documents.map((document) => document.text()))).join('\\n').split('\\n') };
  },
  async send(message, { state }) {
    const words = message.toLowerCase().match(/[a-z]{5,}/g) ?? [];
    const line = state.lines.find((each) => words.some((word) => each.toLowerCase().includes(word)));
    return line ?? 'The documents do not say.';
  },
});
`;

const SCENARIO = `id: opening_hours
name: Opening hours
category: basics
severity: standard
description: One fact of one document.
persona: casual_user
setup:
  index_documents:
    - corpus_doc: shop
turns:
  - turn: 1
    user_message: When is the shop open on Saturday?
    ground_truth: { doc_id: shop, fact_id: saturday }
    checks: { mentions: ['10:00', '16:00'] }
`;

const DOCUMENT = `# The shop

The shop is open on Saturday from 10:00 to 16:00.
Returns are taken within 30 days.
`;

const MANIFEST = `${JSON.stringify(
  {
    documents: [
      {
        id: 'shop',
        filename: 'shop.md',
        facts: [
          {
            id: 'saturday',
            question: 'When is the shop open on Saturday?',
            answer: 'from 10:00 to 16:00',
            where: 'open on Saturday from 10:00 to 16:00',
          },
        ],
      },
    ],
  },
  null,
  2,
)}\n`;

const CONFIG = `import { defineConfig } from 'vitest/config';
import { agentEval } from 'vitest-agent-eval';

export default defineConfig({ plugins: [agentEval({ target: './eval/agent.ts', judge: 'rules' })] });
`;

export const ownAgentStart: Start = {
  flag: 'agent',
  summary: 'a first scenario, its document and the file of your own agent (without a flag, too)',
  async files(folder) {
    const config = await findConfig(folder);
    const texts: Record<string, string> = {
      'eval/agent.ts': AGENT,
      'scenarios/opening_hours.yaml': SCENARIO,
      'corpus/manifest.json': MANIFEST,
      'corpus/documents/shop.md': DOCUMENT,
      // Somebody's own configuration is theirs to change.
      ...(config === null ? { 'vitest.config.ts': CONFIG } : {}),
    };
    return Object.entries(texts).map(([to, text]): StartFile => ({ to, bytes: Buffer.from(text) }));
  },
  next() {
    return [
      "vitest.config.ts    plugins: [agentEval({ target: './eval/agent.ts', judge: 'rules' })]    unless it was written",
      'eval/agent.ts       call your agent in send()',
      'npx agent-eval run  the scenario on it: no key, no cost',
    ];
  },
};
