// @ts-check
/** Plain text set as a paper is: two columns, tables over the whole width, a header and a footer on each page. */
import { PAGE, pdf } from './pdf.mjs';

/** @typedef {import('./pdf.mjs').Piece} Piece */
/** @typedef {import('./pdf.mjs').Face} Face */

/**
 * @typedef {object} Line
 * @property {Face} face
 * @property {string} text
 */

const MARGIN = 54;
const GUTTER = 20;
const COLUMN = (PAGE.width - 2 * MARGIN - GUTTER) / 2;
const TOP = PAGE.height - 72;
const BOTTOM = 60;
const SIZE = 9;
const LEADING = 11.5;
const FIXED_SIZE = 7;
/** Of Courier, as a part of its size. */
const FIXED_WIDTH = 0.6;
const TABLE_LEADING = 9;

/** Of Helvetica from the space to the tilde, in thousandths of its size. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/**
 * The pages so far and how far the last one is filled.
 *
 * @typedef {object} Progress
 * @property {Piece[][]} pages
 * @property {number} y
 */

/**
 * Blocks of the text are kept apart by empty lines. One with indented or aligned lines is a table; a single line
 * without a full stop is a heading; all others are paragraphs.
 *
 * @param {string} text
 * @param {{ title: string, header: string, footer: string }} names
 */
export function twoColumnPdf(text, { title, header, footer }) {
  /** @type {Progress} */
  const progress = { pages: [[]], y: TOP };
  /** @type {Line[]} */
  let waiting = [];
  for (const block of text.split(/\n(?:\s*\n)+/)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) continue;
    const isTable = lines.some((line) => /^ {2,}\S|\S {3,}\S/.test(line));
    if (isTable && lines.some((line) => line.length * FIXED_SIZE * FIXED_WIDTH > COLUMN)) {
      setColumns(progress, waiting);
      waiting = [];
      setTable(progress, lines);
    } else waiting.push(...(isTable ? narrow(lines) : prose(lines)), { face: 'regular', text: '' });
  }
  setColumns(progress, waiting);
  const count = String(progress.pages.length);
  const whole = progress.pages.map((pieces, index) => [
    small(header, PAGE.height - 40),
    ...pieces,
    small(`${footer}, page ${String(index + 1)} of ${count}`, 34),
  ]);
  return pdf(whole, title);
}

/**
 * Two columns of equal height, over as many pages as they need.
 *
 * @param {Progress} progress
 * @param {readonly Line[]} lines
 */
function setColumns(progress, lines) {
  let rest = lines;
  while (rest.length > 0) {
    const room = Math.floor((progress.y - BOTTOM) / LEADING);
    if (room < 3) {
      nextPage(progress);
      continue;
    }
    const height = Math.min(room, Math.ceil(rest.length / 2));
    for (const [index, { face, text }] of rest.slice(0, 2 * height).entries()) {
      const x = MARGIN + Math.floor(index / height) * (COLUMN + GUTTER);
      const y = progress.y - (index % height) * LEADING;
      if (text !== '') draw(progress, { face, size: face === 'fixed' ? FIXED_SIZE : SIZE, x, y, text });
    }
    rest = rest.slice(2 * height);
    progress.y -= height * LEADING;
  }
}

/**
 * Over the whole width, each cell by itself; divided only when it is longer than a page.
 *
 * @param {Progress} progress
 * @param {readonly string[]} lines
 */
function setTable(progress, lines) {
  const height = lines.length * TABLE_LEADING;
  if (height > progress.y - BOTTOM && height <= TOP - BOTTOM) nextPage(progress);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(8, (PAGE.width - 2 * MARGIN) / longest / FIXED_WIDTH);
  for (const line of lines) {
    if (progress.y < BOTTOM) nextPage(progress);
    for (const { 0: text, index } of line.matchAll(/\S+(?: \S+)*/g))
      draw(progress, { face: 'fixed', size, x: MARGIN + index * size * FIXED_WIDTH, y: progress.y, text });
    progress.y -= TABLE_LEADING;
  }
  progress.y -= TABLE_LEADING;
}

/** @param {Progress} progress */
function nextPage(progress) {
  progress.pages.push([]);
  progress.y = TOP;
}

/**
 * @param {Progress} progress
 * @param {Piece} piece
 */
function draw({ pages }, piece) {
  pages.at(-1)?.push(piece);
}

/**
 * @param {readonly string[]} lines
 * @returns {Line[]}
 */
function narrow(lines) {
  return lines.map((line) => ({ face: 'fixed', text: line.trim() }));
}

/**
 * @param {readonly string[]} lines
 * @returns {Line[]}
 */
function prose(lines) {
  const face = lines.length === 1 && !/[.:;]$/.test(lines[0] ?? '') ? 'bold' : 'regular';
  /** @type {Line[]} */
  const set = [];
  let line = '';
  for (const word of lines.join(' ').split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    // Bold letters are a little wider.
    if (widthOf(longer) * (face === 'bold' ? 1.1 : 1) <= COLUMN) line = longer;
    else {
      set.push({ face, text: line });
      line = word;
    }
  }
  return [...set, { face, text: line }];
}

/** @param {string} text */
function widthOf(text) {
  let width = 0;
  for (const letter of text) width += WIDTHS[letter.charCodeAt(0) - 32] ?? 556;
  return (width * SIZE) / 1000;
}

/**
 * @param {string} text
 * @param {number} y
 * @returns {Piece}
 */
function small(text, y) {
  return { face: 'regular', size: 7.5, x: MARGIN, y, text };
}
