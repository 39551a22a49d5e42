/** YAML text → plain value, positions and syntax problems. Pure; never throws for a text. */
import { isAlias, LineCounter, parseAllDocuments, visit, type Document } from 'yaml';
import { messageOf } from '../message-of.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { offsetTooDeep } from './nesting.ts';
import { NO_POSITIONS, positionsOf, type Positions } from './positions.ts';
import { codeFrame, type Position, type Problem } from './problem.ts';
import { MAX_ENTRIES, offsetTooMany } from './size.ts';
import { wording } from './syntax-wording.ts';

/** Characters of a file; more is a mistake, and costly to parse. */
export const MAX_CHARACTERS = 1_000_000;

/** Aliases may be resolved this many times in all; beyond it a small file can fill the memory ("billion laughs"). */
const MAX_ALIASES = 100;

const TWICE = 'this key stands twice in the same mapping; keep one';
const TOO_DEEP = 'the values are nested too deeply to be read';

export interface YamlDocument {
  /** undefined when the text is not usable YAML. */
  readonly value: unknown;
  readonly positions: Positions;
  readonly problems: readonly Problem[];
}

/** `maxEntries` are keys and items in all; more is a mistake, and refused at once. */
export function readYaml(text: string, file: string, maxEntries = MAX_ENTRIES): YamlDocument {
  const lines = new LineCounter();
  try {
    const refusal = refuse(text, maxEntries);
    if (refusal !== null) return failed(text, file, [refusal]);
    return fromDocuments(text, file, lines);
  } catch (error) {
    // The parser's own faults, such as a stack that is too deep, are the file's problem, never a crash of the run.
    const reason = messageOf(error);
    const message = error instanceof RangeError ? TOO_DEEP : `this YAML cannot be read: ${reason}`;
    return failed(text, file, [{ message, position: { line: 1, column: 1 } }]);
  }
}

interface Complaint {
  readonly message: string;
  readonly position: Position;
}

function refuse(text: string, maxEntries: number): Complaint | null {
  const start = { line: 1, column: 1 };
  if (text.length > MAX_CHARACTERS) {
    return {
      message: `the file has more than ${MAX_CHARACTERS.toLocaleString('en')} characters`,
      position: start,
    };
  }
  if (text.includes('\u0000')) {
    return {
      message: 'the file holds a NUL character; save it as UTF-8 text',
      position: placeOf(text, '\u0000'),
    };
  }
  if (text.includes('\ufffd')) {
    const message = 'the file holds bytes that are not UTF-8; save it as UTF-8 text';
    return { message, position: placeOf(text, '\ufffd') };
  }
  const tooDeep = offsetTooDeep(text);
  if (tooDeep !== null) return { message: TOO_DEEP, position: placeAt(text, tooDeep) };
  const tooMany = offsetTooMany(text, maxEntries);
  if (tooMany !== null) {
    const message = `the file has more than ${maxEntries.toLocaleString('en')} keys and items`;
    return { message, position: placeAt(text, tooMany) };
  }
  return null;
}

function placeOf(text: string, character: string): Position {
  return placeAt(text, text.indexOf(character));
}

function placeAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function fromDocuments(text: string, file: string, lines: LineCounter): YamlDocument {
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Looked for by ourselves, in less time.
    uniqueKeys: false,
    // Strings, numbers, booleans and null: no dates, no merges, nothing a tag could turn into an object.
    schema: 'core',
    merge: true,
    // The library would print its own warnings.
    logLevel: 'silent',
    version: '1.2',
  });
  const [document, second] = Array.isArray(documents) ? documents : [];
  if (document === undefined) {
    return failed(text, file, [{ message: 'the file is empty', position: { line: 1, column: 1 } }]);
  }
  const place = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.some(({ message }) => /call stack/i.test(message))) {
    return failed(text, file, [{ message: TOO_DEEP, position: { line: 1, column: 1 } }]);
  }
  const complaints = document.errors.map((error) => ({
    message: wording(error),
    position: place(error.pos[0]),
  }));
  for (const offset of duplicateKeys(document)) {
    complaints.push({ message: TWICE, position: place(offset) });
  }
  if (second !== undefined) {
    const message = 'the file holds more than one YAML document; keep one a file';
    complaints.push({ message, position: place(second.range[0]) });
  }
  complaints.push(...taggedNodes(document, place));
  if (complaints.length > 0) return failed(text, file, onePerLine(complaints));
  return resolved(text, file, document, positionsOf(document.contents, lines), place);
}

/** Aliases replaced by what they stand for. */
function resolved(
  text: string,
  file: string,
  document: Document.Parsed,
  positions: Positions,
  place: (offset: number) => Position,
): YamlDocument {
  const alias = (name?: string): Position => place(offsetOfAlias(document, name));
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    const reason = messageOf(error);
    const unknown = /^Unresolved alias .*: (.+)$/.exec(reason)?.[1];
    const message =
      unknown === undefined
        ? `aliases cannot be resolved: ${reason}`
        : `the alias *${unknown} has no anchor &${unknown} above it`;
    return failed(text, file, [{ message, position: alias(unknown) }]);
  }
  if (!isCyclic(value, new Set())) return { value, positions, problems: [] };
  return failed(text, file, [{ message: 'an alias refers to the value it stands in', position: alias() }]);
}

/** Of the first alias (with this name); the start when there is none. */
function offsetOfAlias(document: Document.Parsed, name: string | undefined): number {
  let offset = 0;
  visit(document, {
    Alias(_key, node) {
      if (!isAlias(node) || (name !== undefined && node.source !== name)) return undefined;
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

function isCyclic(value: unknown, ancestors: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (ancestors.has(value)) return true;
  ancestors.add(value);
  const cyclic = Object.values(value).some((each) => isCyclic(each, ancestors));
  ancestors.delete(value);
  return cyclic;
}

function taggedNodes(document: Document.Parsed, place: (offset: number) => Position): Complaint[] {
  const complaints: Complaint[] = [];
  visit(document, {
    Node(_key, node) {
      if (!('tag' in node) || node.tag === undefined) return;
      const message = `the YAML tag ${node.tag} is not allowed here: write a plain value`;
      complaints.push({ message, position: place(node.range?.[0] ?? 0) });
    },
  });
  return complaints;
}

/** After its first error the parser stumbles over the rest of the line. */
function onePerLine(complaints: readonly Complaint[]): Complaint[] {
  const seen = new Set<number>();
  return complaints.filter(({ position: { line } }) => !seen.has(line) && seen.add(line));
}

function failed(text: string, file: string, complaints: readonly Complaint[]): YamlDocument {
  const problems = complaints.map(({ message, position }): Problem => ({
    severity: 'error',
    message,
    file,
    ...position,
    frame: codeFrame(text, position),
  }));
  return { value: undefined, positions: NO_POSITIONS, problems };
}
