/**
 * The audit of the real packages, downloaded from PyPI: AGENT_EVAL_REAL_AUDIT=1. They are unpacked, never installed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditTarget } from '../../src/audit/audit.ts';

/** The package's source, unpacked. */
function download(version: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-eval-wheel-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('python3', ['-m', 'pip', 'download', '-q', '--no-deps', '-d', folder, `amd-gaia==${version}`]);
  const [wheel = ''] = readdirSync(folder);
  execFileSync('python3', ['-m', 'zipfile', '-e', path.join(folder, wheel), folder]);
  return folder;
}

const UI = 'gaia/ui/_chat_helpers.py';

describe.runIf(process.env['AGENT_EVAL_REAL_AUDIT'] === '1')('the real source', () => {
  test.each([
    { version: '0.18.1', pairs: 1635, characters: 1636, results: 1650, kept: 517 },
    { version: '0.21.2', pairs: 1836, characters: 1837, results: 1851, kept: 667 },
  ])('$version', { timeout: 300_000 }, async ({ version, pairs, characters, results, kept }) => {
    const folder = download(version);
    const audit = await auditTarget(folder);
    expect(audit).toMatchObject({
      version: { value: version },
      facts: {
        history_window: { value: { pairs: 5 }, file: UI, line: pairs, evidence: '_MAX_HISTORY_PAIRS = 5' },
        message_truncation: { value: 2000, file: UI, line: characters, evidence: '_MAX_MSG_CHARS = 2000' },
        tool_results_in_history: { value: false, file: UI, line: results },
        agent_persistence: {
          value: 'persistent',
          file: UI,
          line: kept,
          note: expect.stringContaining('10 at most'),
        },
      },
      recommendations: [{ id: 'include_tool_results' }],
      blocked_scenarios: [{ scenario: 'cross_turn_file_recall' }],
      unreadable: [],
    });
    const source = readFileSync(path.join(folder, UI), 'utf8').split('\n');
    expect(source[pairs - 1]?.trim()).toBe('_MAX_HISTORY_PAIRS = 5');
    expect(source[characters - 1]?.trim()).toBe('_MAX_MSG_CHARS = 2000');
  });

  test('0.25.1', { timeout: 300_000 }, async () => {
    const folder = download('0.25.1');
    const audit = await auditTarget(folder);
    expect(audit).toMatchObject({
      version: { value: '0.25.1' },
      facts: {
        history_window: { value: { kind: 'token_budget' }, file: UI, line: 2090 },
        message_truncation: { found: false },
        tool_results_in_history: { value: true, file: 'gaia/agents/base/history.py', line: 246 },
        agent_persistence: { value: 'persistent', file: UI, line: 1308 },
      },
      recommendations: [],
      blocked_scenarios: [],
    });
    const source = readFileSync(path.join(folder, UI), 'utf8').split('\n');
    expect(source[2089]).toContain('agent.conversation_history = select_history(');
    const history = readFileSync(path.join(folder, 'gaia/agents/base/history.py'), 'utf8').split('\n');
    expect(history[245]).toContain('message.get("model_messages")');
  });
});
