import { expect, test } from 'vitest';
import { addToWindow } from '../../reporters/window.ts';

class Summary {
  files = 2;
  createSummary(): string[] {
    return ['', ` Test Files ${this.files}`];
  }
}

test("lines stand below Vitest's own and go again", () => {
  const summary = new Summary();
  const takeOut = addToWindow({ reporters: [{}, { summary }] }, () => ['ours']);
  expect(summary.createSummary()).toEqual(['', ' Test Files 2', 'ours', '']);
  takeOut?.();
  expect(summary.createSummary()).toEqual(['', ' Test Files 2']);
  expect(Object.hasOwn(summary, 'createSummary')).toBe(false);
});

test.for<[string, object]>([
  ['no reporters', {}],
  ['reporters of another shape', { reporters: 'default' }],
  ['a reporter without a window', { reporters: [{ summary: undefined }, null, 'dot'] }],
  ['a window that is drawn in another way', { reporters: [{ summary: { draw: () => [] } }] }],
])('%s: nothing is touched', ([, vitest]) => {
  expect(addToWindow(vitest, () => ['ours'])).toBeNull();
});

test('a window that answers with something else is left alone', () => {
  const summary = Object.create({ createSummary: () => 'text' });
  addToWindow({ reporters: [{ summary }] }, () => ['ours']);
  expect(summary.createSummary()).toBe('text');
});
