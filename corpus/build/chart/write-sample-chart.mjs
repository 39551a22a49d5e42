// @ts-check
/**
 * Writes corpus/documents/sample_chart.png. The picture is stored, because compressors of different machines give
 * different bytes for the same dots.
 */
import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { PALETTE, sampleChart } from './sample-chart.mjs';

/**
 * @param {string} kind
 * @param {Uint8Array} data
 */
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const { width, height, dots } = sampleChart();
const head = Buffer.alloc(13);
head.writeUInt32BE(width, 0);
head.writeUInt32BE(height, 4);
// Eight bits a dot, which are an index into the palette.
head.set([8, 3, 0, 0, 0], 8);
const rows = Array.from({ length: height }, (_, y) =>
  // Each row begins with the number of its filter: none.
  Buffer.concat([Buffer.of(0), dots.subarray(y * width, (y + 1) * width)]),
);
const png = Buffer.concat([
  Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  chunk('IHDR', head),
  chunk('PLTE', Buffer.from(PALETTE.flat())),
  chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
  chunk('IEND', Buffer.alloc(0)),
]);
writeFileSync(new URL('../../documents/sample_chart.png', import.meta.url), png);
