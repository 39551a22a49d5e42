/** Making facts. */
import type { Place, PythonFile } from './python.ts';
import type { Fact } from './schema.ts';

export function found<Value>(
  value: Value,
  place: Place,
  more: { note?: string; also?: readonly Place[] } = {},
): Fact<Value> {
  const key = ({ file, line }: Place) => `${file}:${String(line)}`;
  const also = new Map((more.also ?? []).map((each) => [key(each), each]));
  also.delete(key(place));
  return { found: true, value, ...place, note: more.note ?? null, also: [...also.values()] };
}

export function notFound(reason: string, looked: readonly PythonFile[]): Fact<never> {
  return { found: false, value: null, reason, looked_in: [...new Set(looked.map(({ path }) => path))] };
}
