/** Documents made to break their reader: bombs, depths, and lines that send patterns astray. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../src/documents/read-document.ts';
import { rowPassages } from '../../src/documents/rows.ts';
import { UnreadableDocumentError } from '../../src/documents/types.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const MIB = 1024 * 1024;

function workbook(sheet: Uint8Array, more: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  return zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  });
}

/** The zip with another size of its sheets in the directory: what a bomb claims, without unpacking one. */
function claiming(mib: number, zip: Uint8Array): Uint8Array {
  const buffer = Buffer.from(zip);
  const entry = 'PK\u0001\u0002';
  for (let at = buffer.indexOf(entry); at >= 0; at = buffer.indexOf(entry, at + 4))
    if (buffer.toString('latin1', at + 46, at + 60) === 'xl/worksheets/')
      buffer.writeUInt32LE(mib * MIB, at + 24);
  return buffer;
}

const sheetOf = (rows: string): Uint8Array =>
  strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);

describe('workbooks', () => {
  test.each([
    ['says that a part unpacks to 101 MiB', () => claiming(101, workbook(sheetOf('')))],
    [
      'says that two parts unpack to 60 MiB each',
      () => claiming(60, workbook(sheetOf(''), { 'xl/worksheets/sheet2.xml': sheetOf('') })),
    ],
    [
      'has a cell far to the right in every row',
      () => workbook(sheetOf('<row><c r="XFD1"><v>1</v></c></row>'.repeat(200))),
    ],
    [
      'shows a long string in every cell',
      () =>
        workbook(sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(2000)}</row>`), {
          'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'x'.repeat(MIB)}</t></si></sst>`),
        }),
    ],
  ])('one that %s is too large', async (_what, build) => {
    const reading = readDocument('/x/a.xlsx', build());
    await expect(reading).rejects.toBeInstanceOf(UnreadableDocumentError);
    await expect(reading).rejects.toThrow('Workbook is too large');
  });

  test('a row number beyond every sheet leaves a gap, not a million rows', async () => {
    const cell = (value: string): string => `<c t="str"><v>${value}</v></c>`;
    const rows = `<row r="1">${cell('Boat')}${cell('Port')}</row><row r="2">${cell('Tern')}${cell('East')}</row>`;
    const { passages, tables } = await readDocument(
      '/x/a.xlsx',
      workbook(sheetOf(`${rows}<row r="4000000000">${cell('end')}</row>`)),
    );
    expect(tables).toEqual([{ title: 'S', columns: ['Boat', 'Port'], rows: [['Tern', 'East']] }]);
    expect(passages.map(({ text }) => text)).toEqual(['end']);
  });

  test('a date out of all calendars stays a number', async () => {
    const styles = strToU8('<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>');
    const sheet = sheetOf('<row><c s="0"><v>99999999999</v></c></row>');
    const { passages } = await readDocument('/x/a.xlsx', workbook(sheet, { 'xl/styles.xml': styles }));
    expect(passages.map(({ text }) => text)).toEqual(['99999999999']);
  });
});

describe('texts', () => {
  test('a file beyond the limit is refused before it is read', async () => {
    await expect(readDocument('/x/a.txt', new Uint8Array(101 * MIB))).rejects.toThrow(
      'File is larger than 100 MiB',
    );
  });

  test('HTML may nest, but not without end', async () => {
    const nested = (depth: number): Uint8Array =>
      bytes(`${'<div>'.repeat(depth)}Deep down.${'</div>'.repeat(depth)}`);
    const { passages } = await readDocument('/x/a.html', nested(900));
    expect(passages.map(({ text }) => text)).toEqual(['Deep down.']);
    await expect(readDocument('/x/a.html', nested(1_000_000))).rejects.toThrow('nested too deeply');
  });

  test('nor may JSON', async () => {
    await expect(readDocument('/x/a.json', bytes('['.repeat(1000) + ']'.repeat(1000)))).rejects.toThrow(
      /nested too deeply|File is empty/,
    );
    await expect(readDocument('/x/a.json', bytes(`${'['.repeat(1000)}1${']'.repeat(1000)}`))).rejects.toThrow(
      'nested too deeply',
    );
  });

  test('a name that is repeated at every row is cut', () => {
    const [passage] = rowPassages({ title: '', columns: ['c'.repeat(MIB)], rows: [['1']] });
    expect(passage?.text.length).toBeLessThan(300);
  });

  // Each of these takes minutes with a pattern that looks back over the whole line at every character.
  test.each([
    ['a rule that is none', `| a |\n${'-'.repeat(MIB)}x|`],
    ['a heading without end', `# a${'#'.repeat(MIB)}b`],
    ['links that never close', '[a]('.repeat(MIB / 4)],
    ['abbreviations in a row', 'etc. A '.repeat(MIB / 8)],
    ['full stops and quotes', `a.${'"'.repeat(MIB)}b`],
    ['spaces', `a${' '.repeat(MIB)}b`],
    ['sentences without number', 'A b. '.repeat(MIB / 4)],
    ['rows without number', 'a  b\n'.repeat(MIB / 4)],
  ])(
    '%s: read within seconds',
    async (_what, text) => {
      const { passages, tables } = await readDocument('/x/a.md', bytes(text));
      expect(passages.length + tables.length).toBeGreaterThan(0);
    },
    10_000,
  );
});
