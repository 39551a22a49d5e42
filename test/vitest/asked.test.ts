import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../../src/settings.ts';
import { askingFilters, isAskedByProject, isAskedBySettings, leftOutLine } from '../../src/vitest/asked.ts';

describe('fault 10: who asks for scenarios', () => {
  test.each([
    [undefined, false],
    [[], false],
    [['unit'], false],
    [['!unit'], false],
    [['!agent-eval'], false],
    ['agent-eval', true],
    [['unit', 'agent-eval'], true],
    [['agent-*'], true],
    [['AGENT-EVAL'], true],
    [['agent.eval'], false],
  ])('fault 10: --project %j: %s', (patterns, asked) => {
    expect(isAskedByProject(patterns)).toBe(asked);
  });

  test.each([
    [{}, false],
    [{ judge: 'rules' as const }, false],
    [{ target: 'embedded' }, true],
    [{ target: 'embedded', judge: 'anthropic' as const }, false],
    [{ target: 'embedded', simulator: 'anthropic' as const }, false],
    [{ always: true }, true],
    [{ dryRun: true }, true],
  ])('fault 10: settings %j: %s', (options, asked) => {
    expect(isAskedBySettings(resolveSettings(options, {}))).toBe(asked);
  });

  test.each([
    [['scenarios/shop/lamp.yaml'], true],
    [['lamp.yaml:3'], true],
    [['scenarios'], true],
    [['scenarios/shop'], true],
    [['/home/me/evals/scenarios/shop'], true],
    [['lamp'], true],
    [['both'], false],
    [['test/both.test.ts'], false],
  ])('fault 10: a filter %j: %s', async (filters, asked) => {
    const asking = await askingFilters(filters, {
      cwd: '/home/me/evals',
      folders: ['/home/me/evals/scenarios'],
      matchesOthers: async (filter) => 'test/both.test.ts'.includes(filter),
    });
    expect(asking).toEqual(asked ? filters : []);
  });

  test('fault 10: what was left out is said in one line, with how to run it', () => {
    expect(leftOutLine(2)).toMatch(/^2 scenarios were skipped: .*vitest run --project agent-eval/);
    expect(leftOutLine(1)).not.toContain('\n');
  });
});
