// @ts-check
/** A bar chart as a picture: sensor hubs delivered in six months, each bar with its value above and its month below. */
import { GLYPHS } from './glyphs.mjs';

/**
 * One byte a dot, an index into the palette, row after row.
 *
 * @typedef {object} Picture
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} dots
 */

const WIDTH = 640;
const HEIGHT = 400;
/** White, black, light grey, blue. */
export const PALETTE = [
  [255, 255, 255],
  [32, 32, 32],
  [210, 210, 210],
  [46, 98, 168],
];
const [BLACK, GREY, BLUE] = [1, 2, 3];

/** @type {readonly (readonly [string, number])[]} */
export const BARS = [
  ['APR', 4100],
  ['MAY', 3650],
  ['JUN', 5200],
  ['JUL', 5900],
  ['AUG', 4800],
  ['SEP', 7700],
];
const TITLE = 'SENSOR HUBS DELIVERED BY MONTH, 2025';
const GRID = [0, 2000, 4000, 6000, 8000];

const LEFT = 90;
const RIGHT = WIDTH - 30;
const BASE = HEIGHT - 60;
/** Of a bar, in dots, for a value of one. */
const SCALE = 260 / 8000;

/** @returns {Picture} */
export function sampleChart() {
  const picture = { width: WIDTH, height: HEIGHT, dots: new Uint8Array(WIDTH * HEIGHT) };
  write(picture, TITLE, WIDTH / 2, 24, 2);
  for (const value of GRID) {
    const y = BASE - Math.round(value * SCALE);
    fill(picture, LEFT, y, RIGHT - LEFT, 1, value === 0 ? BLACK : GREY);
    write(picture, grouped(value), LEFT - 42, y - 7, 2);
  }
  const step = (RIGHT - LEFT) / BARS.length;
  for (const [index, [month, value]] of BARS.entries()) {
    const middle = Math.round(LEFT + (index + 0.5) * step);
    const height = Math.round(value * SCALE);
    fill(picture, middle - 26, BASE - height, 52, height, BLUE);
    write(picture, grouped(value), middle, BASE - height - 20, 2);
    write(picture, month, middle, BASE + 14, 2);
  }
  return picture;
}

/** @param {number} value Below a million. */
function grouped(value) {
  return String(value).replace(/(?=\d{3}$)(?!^)/, ',');
}

/**
 * @param {Picture} picture
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 * @param {number} colour
 */
function fill(picture, left, top, width, height, colour) {
  for (let y = top; y < top + height; y += 1) {
    picture.dots.fill(colour, y * picture.width + left, y * picture.width + left + width);
  }
}

/**
 * In black, centred on `middle`.
 *
 * @param {Picture} picture
 * @param {string} text
 * @param {number} middle
 * @param {number} top
 * @param {number} size Dots of the picture for each dot of a letter.
 */
function write(picture, text, middle, top, size) {
  const left = Math.round(middle - (text.length * 6 - 1) * (size / 2));
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charAt(place);
    const rows = GLYPHS.get(letter);
    if (rows === undefined) throw new Error(`there is no picture of the letter "${letter}"`);
    for (const [row, bits] of rows.entries()) {
      for (let column = 0; column < 5; column += 1) {
        if ((bits & (16 >> column)) === 0) continue;
        fill(picture, left + (place * 6 + column) * size, top + row * size, size, size, BLACK);
      }
    }
  }
}
