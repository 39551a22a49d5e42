import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/documents/decode.ts';
import { readDocument } from '../../src/documents/read-document.ts';
import { rowPassages } from '../../src/documents/rows.ts';
import { splitSentences } from '../../src/documents/sentences.ts';
import { sheetTables } from '../../src/documents/sheet-tables.ts';
import { UnreadableDocumentError, type ParsedDocument } from '../../src/documents/types.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, big: boolean): Uint8Array => {
  const result = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i += 1) {
    result[i * 2 + (big ? 1 : 0)] = text.charCodeAt(i) & 0xff;
    result[i * 2 + (big ? 0 : 1)] = text.charCodeAt(i) >> 8;
  }
  return result;
};
const read = async (name: string, text: string): Promise<ParsedDocument> =>
  readDocument(`/x/${name}`, bytes(text));
const textsOf = (parsed: ParsedDocument): string[] => parsed.passages.map((passage) => passage.text);
const rowsOf = (parsed: ParsedDocument): string[] =>
  parsed.tables.flatMap(rowPassages).map((passage) => passage.text);

describe('bytes to text', () => {
  const text = 'Zürich – 5 café';
  test.each([
    ['UTF-8', bytes(text)],
    ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...bytes(text)])],
    ['UTF-16 little-endian with a mark', new Uint8Array([0xff, 0xfe, ...utf16(text, false)])],
    ['UTF-16 big-endian with a mark', new Uint8Array([0xfe, 0xff, ...utf16(text, true)])],
    ['UTF-16 little-endian without', utf16(text, false)],
    ['UTF-16 big-endian without', utf16(text, true)],
    [
      'Windows-1252',
      new Uint8Array([
        0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68, 0x20, 0x96, 0x20, 0x35, 0x20, 0x63, 0x61, 0x66, 0xe9,
      ]),
    ],
  ])('%s', (_name, encoded) => {
    expect(decodeText(encoded)).toBe(text);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['white space', bytes(' \n\t ')],
  ])('%s is an empty file', (_name, encoded) => {
    expect(() => decodeText(encoded)).toThrow(new UnreadableDocumentError('File is empty'));
  });

  test('any bytes are a document or an unreadable one, never another error', async () => {
    const names = ['a.md', 'a.csv', 'a.html', 'a.xlsx', 'a.json', 'a.py', 'a.pdf'];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 300 }).map(bytes)),
        fc.constantFrom(...names),
        async (content, name) => {
          try {
            const { passages, tables } = await readDocument(`/x/${name}`, content);
            expect(passages.length + tables.length).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableDocumentError);
          }
        },
      ),
    );
  });
});

describe('sentences', () => {
  test.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['Ask Dr. Lind at 9 a.m. or later. Bring tea.', ['Ask Dr. Lind at 9 a.m. or later.', 'Bring tea.']],
    ['It costs 3.50 a piece. 4 are left.', ['It costs 3.50 a piece.', '4 are left.']],
    ['He said: "Stop." Then he left.', ['He said: "Stop."', 'Then he left.']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(splitSentences(text)).toEqual(expected);
  });

  test('no character is lost but white space', () => {
    const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(squeeze(splitSentences(text).join(''))).toBe(squeeze(text));
      }),
    );
  });
});

describe('prose', () => {
  test('headings nest, marks go, lists keep their numbers', async () => {
    const parsed = await read(
      'a.md',
      '# Top\n\n## Inner\n\nPlain [here](x.md). **Bold there.**\n\n- bullet\n1. numbered\n\n## Next\n\nMore.\n',
    );
    expect(parsed.title).toBe('Top');
    expect(parsed.passages.map(({ text, headings }) => [text, headings.join(' > ')])).toEqual([
      ['Plain here.', 'Top > Inner'],
      ['Bold there.', 'Top > Inner'],
      ['bullet', 'Top > Inner'],
      ['1. numbered', 'Top > Inner'],
      ['More.', 'Top > Next'],
    ]);
  });

  test('pipe tables become tables, which can be worded row by row', async () => {
    const parsed = await read(
      'a.md',
      '# Boats\n\n| Boat | Seats |\n|---|---|\n| Tern | 40 |\n| Gull | 25 |\n',
    );
    expect(parsed.tables).toEqual([
      {
        title: 'Boats',
        columns: ['Boat', 'Seats'],
        rows: [
          ['Tern', '40'],
          ['Gull', '25'],
        ],
      },
    ]);
    expect(rowsOf(parsed)).toEqual(['Boat: Tern; Seats: 40', 'Boat: Gull; Seats: 25']);
  });

  test('so do columns kept apart by spaces, with and without a header', async () => {
    const parsed = await read(
      'a.txt',
      'Boats of the line\nKept by hand.\n\nTHE FLEET\n\nBoat        Seats    Crew\nTern           40       3\n' +
        'Gull           25       2\n\nHull    steel, painted white\nEngine  diesel\n',
    );
    expect(parsed.title).toBe('Boats of the line');
    expect(textsOf(parsed)).toEqual(['Kept by hand.']);
    expect(parsed.tables[0]).toEqual({
      title: 'THE FLEET',
      columns: ['Boat', 'Seats', 'Crew'],
      rows: [
        ['Tern', '40', '3'],
        ['Gull', '25', '2'],
      ],
    });
    expect(rowsOf(parsed)).toContain('Hull: steel, painted white');
  });

  test('names with values are a passage each', async () => {
    expect(textsOf(await read('a.md', '# A\n\nHull: steel\nEngine: diesel\n'))).toEqual([
      'Hull: steel',
      'Engine: diesel',
    ]);
  });
});

describe('other kinds', () => {
  test('CSV: quotes, semicolons, a byte order mark', async () => {
    const parsed = await read('a.csv', '\uFEFFname;note\n"Lind; Eva";"said ""no"""\n');
    expect(parsed.tables[0]).toEqual({
      title: 'a.csv',
      columns: ['name', 'note'],
      rows: [['Lind; Eva', 'said "no"']],
    });
  });

  test('HTML: text without scripts, tables with their caption', async () => {
    const parsed = await read(
      'a.html',
      '<html><head><title>t</title><style>x{}</style></head><body><h1>Boats &amp; more</h1><script>bad()</script>' +
        '<p>Two <b>fine</b> boats.</p><ul><li>Tern</li></ul><table><caption>Seats</caption><tr><th>Boat</th>' +
        '<th>Seats</th></tr><tr><td>Tern</td><td>40</td></tr></table></body></html>',
    );
    expect(parsed.title).toBe('Boats & more');
    expect(textsOf(parsed)).toEqual(['Two fine boats.', 'Tern']);
    expect(parsed.passages[0]?.headings).toEqual(['Boats & more']);
    expect(parsed.tables).toEqual([{ title: 'Seats', columns: ['Boat', 'Seats'], rows: [['Tern', '40']] }]);
  });

  test('code: documentation belongs to its function', async () => {
    const parsed = await read(
      'a.py',
      '"""Tools for boats."""\n\ndef sail(boat):\n    """Hoist the sail of a boat.\n\n    Takes a minute.\n    """\n    # Off it goes.\n    return boat.go()\n',
    );
    expect(parsed.passages.map(({ text, headings }) => [text, headings.join()])).toEqual([
      ['Tools for boats.', ''],
      ['def sail(boat):', 'sail'],
      ['Hoist the sail of a boat.', 'sail'],
      ['Takes a minute.', 'sail'],
      ['Off it goes.', 'sail'],
      ['return boat.go()', 'sail'],
    ]);
  });

  test('JSON: a line for each leaf', async () => {
    expect(textsOf(await read('a.json', '{"boat":{"max_speed":12}}'))).toEqual(['boat max speed: 12']);
    await expect(read('a.json', '{')).rejects.toThrow('not valid');
  });

  test('XLSX: shared and inline strings, numbers, dates, two sheets', async () => {
    const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const book = zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook><sheets><sheet name="Fleet" r:id="r1"/><sheet name="Log" r:id="r2"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': strToU8(
        '<sst><si><t>Boat</t></si><si><r><t>Sea</t></r><r><t>ts</t></r></si></sst>',
      ),
      'xl/styles.xml': strToU8(
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        sheet(
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Tern &amp; Co</t></is></c><c r="B2"><v>40.000000000000001</v></c></row>',
        ),
      ),
      'xl/worksheets/sheet2.xml': strToU8(
        sheet(
          '<row r="1"><c r="A1" t="str"><v>Day</v></c><c r="B1" t="str"><v>Trips</v></c></row><row r="2"><c r="A2" s="1"><v>45366</v></c><c r="B2"><v>7</v></c></row>',
        ),
      ),
    });
    expect((await readDocument('/x/a.xlsx', book)).tables).toEqual([
      { title: 'Fleet', columns: ['Boat', 'Seats'], rows: [['Tern & Co', '40']] },
      { title: 'Log', columns: ['Day', 'Trips'], rows: [['2024-03-15', '7']] },
    ]);
  });

  test('a sheet may hold a title, notes and several tables', () => {
    const found = sheetTables('Sheet1', [
      ['Fleet of 2031'],
      ['Boat', 'Seats'],
      ['Tern', '40'],
      [],
      ['Port', 'Fee'],
      ['East', '9'],
      [],
      ['Made by hand'],
    ]);
    expect(found.tables.map((table) => [table.title, table.rows.length])).toEqual([
      ['Sheet1: Fleet of 2031', 1],
      ['Sheet1', 1],
    ]);
    expect(found.notes).toEqual(['Fleet of 2031', 'Made by hand']);
  });
});
