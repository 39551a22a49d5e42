// @ts-check
/** Pages of positioned text as a PDF: uncompressed and without dates, so that the bytes are always the same. */
import { Buffer } from 'node:buffer';

/**
 * @typedef {'regular' | 'bold' | 'fixed'} Face
 *
 * @typedef {object} Piece
 * @property {Face} face
 * @property {number} size In points.
 * @property {number} x From the left edge, in points.
 * @property {number} y Of the baseline, from the lower edge, in points.
 * @property {string} text
 */

/** US Letter, in points. */
export const PAGE = { width: 612, height: 792 };

/** @type {readonly (readonly [Face, string])[]} */
const FONTS = [
  ['regular', 'Helvetica'],
  ['bold', 'Helvetica-Bold'],
  ['fixed', 'Courier'],
];
/** A letter outside Latin-1 gets a code that Windows-1252 leaves free. */
const EXTRA = { code: 129, letter: 'Ł', glyph: 'Lslash' };
const FIRST_PAGE = 4 + FONTS.length;

/**
 * @param {readonly (readonly Piece[])[]} pages
 * @param {string} title For the properties of the document.
 * @returns {Buffer}
 */
export function pdf(pages, title) {
  const fonts = FONTS.map(([face], index) => `/${face} ${String(4 + index)} 0 R`).join(' ');
  const kids = pages.map((_, index) => `${String(FIRST_PAGE + 2 * index)} 0 R`).join(' ');
  const box = `0 0 ${String(PAGE.width)} ${String(PAGE.height)}`;
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${String(pages.length)} /MediaBox [${box}] /Resources << /Font << ${fonts} >> >> >>`,
    `<< /Title ${literal(title)} >>`,
    ...FONTS.map(([, name]) => {
      const encoding = `<< /BaseEncoding /WinAnsiEncoding /Differences [${String(EXTRA.code)} /${EXTRA.glyph}] >>`;
      return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding ${encoding} >>`;
    }),
    ...pages.flatMap((pieces, index) => {
      const content = pieces.map(drawn).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${String(FIRST_PAGE + 2 * index + 1)} 0 R >>`,
        `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ]);
}

/** @param {readonly string[]} objects Numbered from 1; the first is the catalog, the third the properties. */
function fileOf(objects) {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${String(index + 1)} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const size = String(objects.length + 1);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${String(file.length)}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

/** @param {Piece} piece */
function drawn({ face, size, x, y, text }) {
  return `BT /${face} ${fixed(size)} Tf ${fixed(x)} ${fixed(y)} Td ${literal(text)} Tj ET`;
}

/** @param {number} value */
function fixed(value) {
  return value.toFixed(2);
}

/** @param {string} text */
function literal(text) {
  const codes = text.replaceAll(EXTRA.letter, String.fromCodePoint(EXTRA.code));
  const unknown = /[^ -~\u0081\u00A0-\u00FF]/.exec(codes)?.[0];
  if (unknown !== undefined) throw new Error(`no code for the letter "${unknown}" in "${text}"`);
  return `(${codes.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}
