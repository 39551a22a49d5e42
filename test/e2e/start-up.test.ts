/** Every `vitest` of a project loads the plugin: what only a run needs is not loaded with it. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, test } from 'vitest';
import { config, createProject } from '../support/project.ts';
import { embedded, shopCorpus, shopScenario } from '../support/shop.ts';

/** Says every module that is loaded. */
const LOADER = `export async function load(url, context, next) {
  process._rawDebug('loaded ' + url);
  return next(url, context);
}`;
const REGISTER = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(LOADER)}));`;

const LOADING = `data:text/javascript,${encodeURIComponent(REGISTER)}`;

function loadedBy(file: string, ...words: readonly string[]): readonly string[] {
  const entry = path.join(inject('builtPackage'), 'dist/src', file);
  const program =
    words.length === 0
      ? ['--input-type=module', '-e', `import ${JSON.stringify(pathToFileURL(entry).href)}`]
      : [entry, ...words];
  const { stderr } = spawnSync(process.execPath, ['--import', LOADING, ...program], { encoding: 'utf8' });
  return modulesIn(stderr);
}

function modulesIn(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => (line.startsWith('loaded ') ? [line.slice(7)] : []));
}

const SDKS = /node_modules\/(?:@anthropic-ai|openai|@modelcontextprotocol|libsql|unpdf|chrono-node|undici)\//;

test.each([
  ['the plugin', ['index.js']],
  ['the command line', ['cli.js', '--help']],
])('%s loads no SDK before it is needed', (_, [file = '', ...words]) => {
  const loaded = loadedBy(file, ...words);
  expect(loaded.length).toBeGreaterThan(20);
  expect(loaded.filter((url) => SDKS.test(url))).toEqual([]);
});

test('workers import the package as it is: Vite transforms the scenarios alone', async () => {
  const project = await createProject({
    'vitest.config.ts': config(),
    ...shopCorpus(),
    'scenarios/shop/chair.yaml': shopScenario({ id: 'chair', product: 'chair' }),
  });
  const list = await project.vitest(['list', '--project', 'agent-eval'], {
    ...embedded,
    NODE_OPTIONS: `--import=${LOADING}`,
  });
  expect(list.exitCode, list.output).toBe(0);
  expect(modulesIn(list.output)).toContainEqual(expect.stringMatching(/dist\/src\/vitest\/runtime\.js$/));
});
