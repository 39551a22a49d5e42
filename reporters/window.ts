/**
 * Lines of ours at the foot of the terminal. Vitest draws a window there and redraws it once a second; a second window
 * would fight with it, so ours are added to the text that it draws. There is no documented way to do so: where Vitest
 * draws none, or in another way than we know, nothing is touched and the caller falls back on plain lines.
 */

type Draw = () => string[];

/** Adds `lines` to Vitest's window. Returns the function that takes them out again; null when there is no window. */
export function addToWindow(vitest: object, lines: () => readonly string[]): (() => void) | null {
  const reporters: unknown = Reflect.get(vitest, 'reporters');
  for (const reporter of Array.isArray(reporters) ? reporters : []) {
    const summary = objectAt(reporter, 'summary');
    if (summary === null) continue;
    const draw = drawOf(summary);
    if (draw === null) continue;
    const added = () => {
      const drawn = draw.call(summary);
      return Array.isArray(drawn) ? [...drawn, ...lines(), ''] : drawn;
    };
    Reflect.set(summary, 'createSummary', added);
    return () => void Reflect.deleteProperty(summary, 'createSummary');
  }
  return null;
}

function objectAt(owner: unknown, key: string): object | null {
  if (typeof owner !== 'object' || owner === null) return null;
  const value: unknown = Reflect.get(owner, key);
  return typeof value === 'object' && value !== null ? value : null;
}

/** The method of the class, never one that somebody put in its place. */
function drawOf(summary: object): Draw | null {
  const value: unknown = Reflect.get(summary, 'createSummary');
  return typeof value === 'function' && !Object.hasOwn(summary, 'createSummary')
    ? () => Reflect.apply(value, summary, [])
    : null;
}
