import { decode } from '@jridgewell/sourcemap-codec';
import { expect, test } from 'vitest';
import type { ScenarioModule } from '../../src/plan/scenario-module.ts';
import { renderFailure, renderModule } from '../../src/vitest/render.ts';

const scenarioModule = (id: string): ScenarioModule => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the id is looked at
  plan: { scenario: { id, description: 'a\u2028b `${c}` </script>' }, ownChecks: [] } as never,
  path: '/project/scenarios/a.yaml',
  positions: { id: [3, 1] },
});

test('the test stands where the id stands, with a literal name', () => {
  const { code, map } = renderModule({
    module: scenarioModule('lamp'),
    runtime: '/package/runtime.js',
    tags: ['shop'],
    idLine: 3,
    idColumn: 5,
    source: '\n\nid: lamp\n',
    dependsOn: ['/project/corpus/a "quoted".md'],
  });
  const lines = code.split('\n');
  expect(lines[2]).toMatch(/^testScenario\("lamp", \{"tags":\["shop"\]\}, \{/);
  expect(lines[3]).toBe('import { testScenario } from "/package/runtime.js";');
  expect(lines[4]).toContain('import("/project/corpus/a \\"quoted\\".md")');
  expect(code).not.toContain('\u2028');
  expect(decode(map.mappings)).toEqual([[], [], [[0, 0, 2, 4]]]);
  expect(map).toMatchObject({ sources: ['/project/scenarios/a.yaml'], sourcesContent: ['\n\nid: lamp\n'] });
});

test('a file that is no scenario throws its error, at its place', async () => {
  const { code } = renderFailure(
    { name: 'ScenarioError', message: 'no "id"\nat all', at: '/project/a.yaml:2:7' },
    { path: '/project/a.yaml', source: 'x', dependsOn: [] },
  );
  const failure = import(`data:text/javascript,${encodeURIComponent(code)}`);
  await expect(failure).rejects.toMatchObject({
    name: 'ScenarioError',
    message: 'no "id"\nat all',
    stack: 'ScenarioError: no "id"\nat all\n    at /project/a.yaml:2:7',
  });
});

test('fault 48: a file of which nothing may be shown names no place, whose lines Vitest would print', async () => {
  const { code } = renderFailure(
    { name: 'ScenarioError', message: 'outside', at: null },
    { path: '/project/a.yaml', source: '', dependsOn: [] },
  );
  const failure = import(`data:text/javascript,${encodeURIComponent(code)}`);
  await expect(failure).rejects.toMatchObject({ stack: 'ScenarioError: outside' });
});
