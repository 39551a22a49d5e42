/** Files, functions and lines stay short. Exceptions stand here by name, and only as long as they are needed. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const LONGEST_FILE = 300;
const LONGEST_FUNCTION = 60;
const LONGEST_LINE = 160;

const root = path.resolve(import.meta.dirname, '..');
const SEARCHED = ['src', 'reporters', 'corpus/build'];

/** Each must shrink. One that has is struck out here: a name that is not needed fails the test. */
const EXCEPTIONS: Readonly<Record<'files' | 'functions' | 'lines', readonly string[]>> = {
  files: [],
  functions: [
    'reporters/reporter.ts createAgentEvalReporter',
    'src/models/ledger.ts createLedger',
    'src/run/shared/host.ts createRunHost',
    'src/run/shared/rpc.ts openLine',
    'src/run/shared/scenario-calls.ts createScenarioCalls',
    'src/run/shared/run-store.ts createRunStore',
    'src/run/shared/shared-agent.ts createSharedAgent',
  ],
  lines: [
    'src/judge/prompts/answer.ts',
    'src/judge/prompts/scenario.ts',
    'src/judge/prompts/turn.ts',
    'src/scenario/verification.ts',
  ],
};

interface Source {
  /** From the root, with `/`. */
  readonly file: string;
  readonly lines: readonly string[];
}

const sources: readonly Source[] = SEARCHED.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs)$/.test(name))
    .map((name) => {
      const file = path.posix.join(folder, name.split(path.sep).join('/'));
      const text = readFileSync(path.join(root, file), 'utf8');
      return { file, lines: text.trimEnd().split('\n') };
    }),
);

function longFiles({ file, lines }: Source): string[] {
  return lines.length > LONGEST_FILE ? [file] : [];
}

function longLines({ file, lines }: Source): string[] {
  return lines.some((line) => line.length > LONGEST_LINE) ? [file] : [];
}

const BEGINNING =
  /^(?:export )?(?:default )?(?:(?:async )?function\*? (?<declared>\w+)|const (?<assigned>\w+) = .*=> \{$)/;

/** Functions that begin at the margin; they end with the next brace there. */
function longFunctions({ file, lines }: Source): string[] {
  return lines.flatMap((line, start) => {
    const { declared, assigned } = BEGINNING.exec(line)?.groups ?? {};
    const name = declared ?? assigned;
    if (name === undefined || line.endsWith('}')) return [];
    const length = lines.slice(start).findIndex((each) => each.startsWith('}')) + 1;
    return length > LONGEST_FUNCTION ? [`${file} ${name}`] : [];
  });
}

test('everything is searched', () => {
  expect(sources.length).toBeGreaterThan(250);
  for (const folder of SEARCHED) {
    expect(sources.filter(({ file }) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(5);
  }
});

test.for([
  ['files', longFiles, `no file over ${LONGEST_FILE} lines`],
  ['functions', longFunctions, `no function over ${LONGEST_FUNCTION} lines`],
  ['lines', longLines, `no line over ${LONGEST_LINE} characters`],
] as const)('%s', ([kind, find, rule]) => {
  const found = sources.flatMap(find);
  expect(found.toSorted(), rule).toEqual(EXCEPTIONS[kind].toSorted());
});

describe('what is found', () => {
  const source = (...lines: readonly string[]): Source => ({ file: 'src/x.ts', lines });
  const body = (count: number) => Array.from({ length: count }, () => '  step();');

  test('a line over its length', () => {
    expect(longLines(source('x'.repeat(160)))).toEqual([]);
    expect(longLines(source('short', 'x'.repeat(161)))).toEqual(['src/x.ts']);
  });

  test('a file over its length', () => {
    expect(longFiles(source(...body(300)))).toEqual([]);
    expect(longFiles(source(...body(301)))).toEqual(['src/x.ts']);
  });

  test.for([
    'function long() {',
    'async function long() {',
    'export async function* long(): AsyncGenerator<string> {',
    'export default function long(',
    'export const long = async () => {',
  ])('a function over its length: %s', (beginning) => {
    expect(longFunctions(source(beginning, ...body(58), '}', ...body(9)))).toEqual([]);
    expect(longFunctions(source(beginning, ...body(59), '}'))).toEqual(['src/x.ts long']);
  });
});
