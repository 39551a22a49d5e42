import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkPassages } from '../../src/embedded/documents/chunks.ts';
import { decodeText } from '../../src/embedded/documents/decode.ts';
import { parseDocument } from '../../src/embedded/documents/parse.ts';
import { splitSentences } from '../../src/embedded/documents/sentences.ts';
import { sheetTables } from '../../src/embedded/documents/sheet-tables.ts';
import { UnreadableDocumentError } from '../../src/embedded/documents/types.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, big: boolean): Uint8Array => {
  const result = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i += 1) {
    result[i * 2 + (big ? 1 : 0)] = text.charCodeAt(i) & 0xff;
    result[i * 2 + (big ? 0 : 1)] = text.charCodeAt(i) >> 8;
  }
  return result;
};
const read = (name: string, text: string): ReturnType<typeof parseDocument> =>
  parseDocument(`/x/${name}`, bytes(text));

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

  test('any bytes are text or an unreadable document, never another error', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('a.md', 'a.csv', 'a.html', 'a.xlsx', 'a.json', 'a.py'),
        (content, name) => {
          try {
            parseDocument(`/x/${name}`, content);
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
  test('headings nest, bold marks emphasis, lists keep their numbers', () => {
    const parsed = read(
      'a.md',
      '# Top\n\n## Inner\n\nPlain here. **Bold there.**\n\n- bullet\n1. numbered\n\n## Next\n\nMore.\n',
    );
    expect(parsed.title).toBe('Top');
    expect(
      parsed.passages.map(({ text, headings, emphasis }) => [text, headings.join(' > '), emphasis ?? false]),
    ).toEqual([
      ['Plain here.', 'Top > Inner', false],
      ['Bold there.', 'Top > Inner', true],
      ['bullet', 'Top > Inner', false],
      ['1. numbered', 'Top > Inner', false],
      ['More.', 'Top > Next', false],
    ]);
  });

  test('pipe tables become rows that can be found and looked up', () => {
    const parsed = read('a.md', '# Boats\n\n| Boat | Seats |\n|---|---|\n| Tern | 40 |\n| Gull | 25 |\n');
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
    expect(parsed.passages.map((passage) => passage.text)).toEqual([
      'Boat: Tern; Seats: 40',
      'Boat: Gull; Seats: 25',
    ]);
  });

  test('so do columns kept apart by spaces, with and without a header', () => {
    const parsed = read(
      'a.txt',
      'Boats of the line\nKept by hand.\n\nTHE FLEET\n\nBoat        Seats    Crew\nTern           40       3\nGull           25       2\n\nHull    steel, painted white\nEngine  diesel\n',
    );
    expect(parsed.title).toBe('Boats of the line');
    expect(parsed.tables[0]).toEqual({
      title: 'THE FLEET',
      columns: ['Boat', 'Seats', 'Crew'],
      rows: [
        ['Tern', '40', '3'],
        ['Gull', '25', '2'],
      ],
    });
    expect(parsed.passages.map((passage) => passage.text)).toContain('Hull: steel, painted white');
  });

  test('the same section twice is read twice, each passage once', () => {
    const parsed = read('a.md', '# A\n\n## Rules\n\nNo smoking.\n\n## Rules\n\nNo smoking.\n');
    expect(parsed.passages).toHaveLength(2);
  });
});

describe('other kinds', () => {
  test('CSV: quotes, semicolons, a byte order mark', () => {
    expect(read('a.csv', '\uFEFFname;note\n"Lind; Eva";"said ""no"""\n').tables[0]).toEqual({
      title: 'a.csv',
      columns: ['name', 'note'],
      rows: [['Lind; Eva', 'said "no"']],
    });
  });

  test('HTML: text without scripts, tables with their caption', () => {
    const parsed = read(
      'a.html',
      '<html><head><title>t</title><style>x{}</style></head><body><h1>Boats &amp; more</h1><script>bad()</script><p>Two <b>fine</b> boats.</p><ul><li>Tern</li></ul><table><caption>Seats</caption><tr><th>Boat</th><th>Seats</th></tr><tr><td>Tern</td><td>40</td></tr></table>',
    );
    expect(parsed.title).toBe('Boats & more');
    expect(parsed.passages.map((passage) => passage.text)).toEqual([
      'Two fine boats.',
      'Tern',
      'Boat: Tern; Seats: 40',
    ]);
    expect(parsed.tables[0]?.title).toBe('Seats');
  });

  test('code: documentation belongs to its function', () => {
    const parsed = read(
      'a.py',
      '"""Tools for boats."""\n\ndef sail(boat):\n    """Hoist the sail of a boat.\n\n    Takes a minute.\n    """\n    return boat.go()\n',
    );
    expect(parsed.passages.find((passage) => passage.text === 'Hoist the sail of a boat.')?.headings).toEqual(
      ['sail'],
    );
    expect(parsed.passages.find((passage) => passage.text === 'return boat.go()')?.kind).toBe('code');
  });

  test('JSON: a line for each leaf', () => {
    expect(read('a.json', '{"boat":{"max_speed":12}}').passages.map((passage) => passage.text)).toEqual([
      'boat max speed: 12',
    ]);
    expect(() => read('a.json', '{')).toThrow('not valid');
  });

  test('XLSX: shared and inline strings, numbers, dates, two sheets', () => {
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
    expect(parseDocument('/x/a.xlsx', book).tables).toEqual([
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

test('chunks cover every passage once, in order, and never cross a heading', () => {
  const passage = fc.record({
    text: fc.string({ minLength: 1, maxLength: 400 }),
    section: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(passage, { minLength: 1, maxLength: 40 }), (raw) => {
      const passages = raw.map(({ text, section }, paragraph) => ({
        text,
        headings: [`s${section}`],
        paragraph,
        kind: 'sentence' as const,
      }));
      const chunks = chunkPassages(passages);
      expect(chunks.flatMap((chunk) => passages.slice(chunk.first, chunk.last + 1))).toEqual(passages);
      for (const chunk of chunks)
        expect(
          new Set(passages.slice(chunk.first, chunk.last + 1).map((entry) => entry.headings[0])).size,
        ).toBe(1);
    }),
  );
});
