import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createInterruption } from '../../src/vitest/interrupt.ts';

function rig() {
  const process = new EventEmitter();
  const told: string[] = [];
  const theirs = vi.fn<() => void>();
  process.once('SIGINT', theirs);
  process.on('SIGTERM', theirs);
  const interruption = createInterruption({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a process as is asked for
    process: process as unknown as NodeJS.Process,
    onSignal: () => told.push('signal'),
    cancel: async () => {
      told.push('cancel');
    },
  });
  return { process, told, theirs, interruption };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('the first %s ends the run in order and asks for exit code %i', (signal, code) => {
  const { process, told, theirs, interruption } = rig();
  interruption.listen();
  expect(interruption.exitCode()).toBeNull();
  process.emit(signal, signal);
  expect(told).toEqual(['signal', 'cancel']);
  expect(theirs).not.toHaveBeenCalled();
  expect(interruption.exitCode()).toBe(code);
});

test('the second meets the listeners that were there, each as often as it was attached', () => {
  const { process, told, theirs, interruption } = rig();
  interruption.listen();
  process.emit('SIGTERM', 'SIGTERM');
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGTERM', 'SIGTERM');
  expect(theirs).toHaveBeenCalledTimes(2);
  expect(told).toEqual(['signal', 'cancel']);
});

test('when the run has ended the signals are given back', () => {
  const { process, told, theirs, interruption } = rig();
  interruption.listen();
  interruption.end();
  expect(process.listenerCount('SIGHUP')).toBe(0);
  process.emit('SIGINT', 'SIGINT');
  expect(theirs).toHaveBeenCalledTimes(1);
  expect(told).toEqual([]);
});
