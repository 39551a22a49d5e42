import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRig, type Rig } from './support.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    'harbour.md': '# Harbour report\n\n## Berths\n\nThe harbour has 18 berths.\n',
    'void.txt': '',
    'pic.png': 'x',
  });
});
afterAll(async () => rig.close());

test('a conversation over real MCP', async () => {
  const session = await rig.session('harbour.md');
  const reply = await session.say('How many berths does the harbour have?');
  expect(reply.content).toContain('18');
  expect(reply.agent_steps[0]?.tool).toBe('index_documents');
});
