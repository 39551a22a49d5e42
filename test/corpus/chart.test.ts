/** The stored picture holds the dots that its script draws, and the manifest's values are those of the bars. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BARS, PALETTE, sampleChart } from '../../corpus/build/chart/sample-chart.mjs';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { CORPUS } from '../support/benchmark.ts';

/** The data of each chunk by its kind. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

test('the picture is what the script draws', async () => {
  const chunks = chunksOf(await readFile(path.join(CORPUS, 'documents/sample_chart.png')));
  const { width, height, dots } = sampleChart();
  const head = chunks.get('IHDR') ?? Buffer.alloc(13);
  expect([head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9]]).toEqual([width, height, 8, 3]);
  expect([...(chunks.get('PLTE') ?? [])]).toEqual(PALETTE.flat());
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const stored = Array.from({ length: height }, (_, y) =>
    rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)),
  );
  expect(Buffer.concat(stored).equals(dots)).toBe(true);
});

test('each bar is as high as its value, on one scale', () => {
  const { width, dots } = sampleChart();
  const blue = Array.from({ length: width }, (_, x) =>
    dots.filter((colour, at) => colour === 3 && at % width === x),
  ).map((column) => column.length);
  const heights = blue.filter((height, x) => height > 0 && blue[x - 1] === 0);
  expect(heights.map((height) => Math.round((height / 260) * 160) * 50)).toEqual(
    BARS.map(([, value]) => value),
  );
});

test('the manifest says of the bars what they show', async () => {
  const { byId } = await loadManifest(CORPUS);
  const answer = (id: string): string =>
    byId.get('sample_chart')?.facts.find((fact) => fact.id === id)?.answer ?? '';
  const sorted = BARS.toSorted(([, a], [, b]) => a - b).map(
    ([month, value]) => [month, value.toLocaleString('en-US')] as const,
  );
  const said = [answer('lowest_bar'), answer('highest_bar')];
  for (const [index, [month, value]] of [sorted[0], sorted.at(-1)]
    .flatMap((bar) => (bar ? [bar] : []))
    .entries()) {
    expect(said[index]?.toUpperCase()).toMatch(new RegExp(`^${month}[A-Z]*, ${value} HUBS$`));
  }
  const july = BARS.find(([month]) => month === 'JUL')?.[1].toLocaleString('en-US');
  expect(answer('july_bar')).toBe(`${july ?? ''} hubs`);
});
