/** Permission prompts of the versions that have no tool to answer them: approved over HTTP where the policy allows. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect, document, hasAgents, model } from './rig.ts';

describe.runIf(hasAgents).each(['http', 'stdio'] as const)('over %s', (how) => {
  test('what the policy allows is done at once, and recorded', async () => {
    await model({ reset: true, miss: 0 });
    const ui = await connect(how, { policy: { permissions: 'allow' } });
    onTestFinished(() => ui.close());
    const { id: sessionId } = await ui.createSession({ title: 'Eval: permissions' });
    // The agent writes into the folders of its session's documents.
    const path = document('known.md', '# Known\n\nThe heron is grey.\n');
    await ui.indexDocument({ path, sessionId });
    const written = join(path, `../written-${how}-${Date.now()}.txt`);
    const call = `[[call write_file ${JSON.stringify({ file_path: written, content: 'x' })}]]`;
    const started = performance.now();
    const reply = await ui.sendMessage({ sessionId, message: `${call} [[say Written.]]` });
    expect(reply).toMatchObject({
      agent_response: 'Written.',
      tool_calls: [{ tool: 'write_file', success: true }],
      prompts: [{ kind: 'permission', decision: 'allowed', text: expect.stringContaining('written-') }],
    });
    expect(existsSync(written)).toBe(true);
    expect(performance.now() - started).toBeLessThan(30_000);
    await ui.deleteSession(sessionId);
  });
});
