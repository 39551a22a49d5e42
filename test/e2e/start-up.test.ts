/** Every `vitest` of a project loads the plugin: what only a run needs is not loaded with it. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, test } from 'vitest';

/** Says every module that is loaded. */
const LOADER = `export async function load(url, context, next) {
  process._rawDebug('loaded ' + url);
  return next(url, context);
}`;
const REGISTER = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(LOADER)}));`;

function loadedBy(file: string, ...words: readonly string[]): readonly string[] {
  const entry = path.join(inject('builtPackage'), 'dist/src', file);
  const program =
    words.length === 0
      ? ['--input-type=module', '-e', `import ${JSON.stringify(pathToFileURL(entry).href)}`]
      : [entry, ...words];
  const { stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(REGISTER)}`, ...program],
    { encoding: 'utf8' },
  );
  return stderr.split('\n').flatMap((line) => (line.startsWith('loaded ') ? [line.slice(7)] : []));
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
