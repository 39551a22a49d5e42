import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeFrame, formatProblems, type Problem } from '../../src/yaml/problem.ts';

test('the frame shows the lines around the place, with a caret under the column', () => {
  const text = Array.from({ length: 12 }, (_, index) => `line ${String(index + 1)}`).join('\n');
  expect(codeFrame(text, { line: 10, column: 6 })).toBe(
    ['   8 | line 8', '   9 | line 9', '> 10 | line 10', '     |      ^', '  11 | line 11'].join('\n'),
  );
});

test('a line too long for a terminal is cut around the place', () => {
  const frame = codeFrame(`${'a'.repeat(500)}HERE${'b'.repeat(500)}`, { line: 1, column: 501 });
  const [code = '', caret = ''] = frame.split('\n');
  expect(code.length).toBeLessThan(120);
  expect(code.slice(caret.indexOf('^')).startsWith('HERE')).toBe(true);
});

test('control characters never reach the terminal', () => {
  expect(codeFrame('a\u001b[31mred\tx', { line: 1, column: 1 })).toContain('> 1 | a\ufffd[31mred x');
});

test('any text and any place give a frame with one caret line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer(), fc.nat(5000), (text, line, column) => {
      const lines = codeFrame(text, { line, column }).split('\n');
      expect(lines.filter((each) => each.startsWith('>'))).toHaveLength(1);
      expect(lines.filter((each) => /^ +\| +\^$/.test(each))).toHaveLength(1);
    }),
  );
});

test('problems are printed errors first, then by place', () => {
  const at = (severity: Problem['severity'], line: number): Problem => ({
    severity,
    line,
    column: 2,
    message: `m${String(line)}`,
    file: 'a.yaml',
    frame: 'FRAME',
  });
  expect(formatProblems([at('warning', 1), at('error', 9), at('error', 3)]).split('\n')).toEqual([
    'a.yaml:3:2 error: m3',
    'FRAME',
    '',
    'a.yaml:9:2 error: m9',
    'FRAME',
    '',
    'a.yaml:1:2 warning: m1',
    'FRAME',
  ]);
  expect(formatProblems([])).toBe('');
});
