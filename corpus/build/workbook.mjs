// @ts-check
/** A workbook of plain tables as an xlsx file. */
import { zip } from './zip.mjs';

/**
 * null leaves the cell out.
 *
 * @typedef {string | number | null} Cell
 */

/**
 * @typedef {object} Sheet
 * @property {string} name At most 31 characters, as Excel demands.
 * @property {readonly (readonly Cell[])[]} rows
 */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Strings are shared and numbers are plain, which every reader of the format understands.
 *
 * @param {readonly Sheet[]} sheets
 */
export function workbook(sheets) {
  const strings = new SharedStrings();
  const bodies = sheets.map(({ rows }) => sheetXml(rows, strings));
  const parts = sheets.map((_, index) => `worksheets/sheet${String(index + 1)}.xml`);
  return zip([
    { name: '[Content_Types].xml', content: contentTypes(parts) },
    { name: '_rels/.rels', content: relationships([{ type: 'officeDocument', target: 'xl/workbook.xml' }]) },
    { name: 'xl/workbook.xml', content: workbookXml(sheets) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([
        ...parts.map((target) => ({ type: 'worksheet', target })),
        { type: 'sharedStrings', target: 'sharedStrings.xml' },
        { type: 'styles', target: 'styles.xml' },
      ]),
    },
    ...bodies.map((content, index) => ({ name: `xl/${parts[index] ?? ''}`, content })),
    { name: 'xl/sharedStrings.xml', content: strings.xml() },
    { name: 'xl/styles.xml', content: STYLES },
  ]);
}

class SharedStrings {
  /** @type {Map<string, number>} */
  #indexes = new Map();

  /** @param {string} text */
  indexOf(text) {
    const known = this.#indexes.get(text) ?? this.#indexes.size;
    this.#indexes.set(text, known);
    return known;
  }

  xml() {
    const items = [...this.#indexes.keys()].map(
      (text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`,
    );
    return `${HEAD}<sst xmlns="${MAIN}" uniqueCount="${String(items.length)}">${items.join('')}</sst>`;
  }
}

/**
 * @param {Sheet['rows']} rows
 * @param {SharedStrings} strings
 */
function sheetXml(rows, strings) {
  const body = rows.map((cells, index) => {
    const row = String(index + 1);
    return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row}`, strings)).join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData></worksheet>`;
}

/**
 * @param {Cell} cell
 * @param {string} reference
 * @param {SharedStrings} strings
 */
function cellXml(cell, reference, strings) {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${reference}" t="s"><v>${String(strings.indexOf(cell))}</v></c>`;
  const style = Number.isInteger(cell) ? THOUSANDS : GENERAL;
  return `<c r="${reference}" s="${String(style)}"><v>${String(cell)}</v></c>`;
}

/**
 * 0 → A, 25 → Z. Tables here are narrower than an alphabet.
 *
 * @param {number} column
 */
function letters(column) {
  return String.fromCodePoint('A'.charCodeAt(0) + column);
}

/** @param {readonly string[]} parts */
function contentTypes(parts) {
  const overrides = [
    ['workbook.xml', `${CONTENT}.sheet.main+xml`],
    ...parts.map((part) => [part, `${CONTENT}.worksheet+xml`]),
    ['sharedStrings.xml', `${CONTENT}.sharedStrings+xml`],
    ['styles.xml', `${CONTENT}.styles+xml`],
  ].map(([part = '', type = '']) => `<Override PartName="/xl/${part}" ContentType="${type}"/>`);
  const rels = 'application/vnd.openxmlformats-package.relationships+xml';
  const defaults = `<Default Extension="rels" ContentType="${rels}"/><Default Extension="xml" ContentType="application/xml"/>`;
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides.join('')}</Types>`;
}

/** @param {readonly { type: string, target: string }[]} targets */
function relationships(targets) {
  const items = targets.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${String(index + 1)}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

/** @param {readonly Sheet[]} sheets */
function workbookXml(sheets) {
  const items = sheets.map(({ name }, index) => {
    const number = String(index + 1);
    return `<sheet name="${escape(name)}" sheetId="${number}" r:id="rId${number}"/>`;
  });
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${items.join('')}</sheets></workbook>`;
}

const GENERAL = 0;
const THOUSANDS = 1;
/** numFmtId 3 is the built-in #,##0. */
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

/** @param {string} text */
function escape(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
