/** Text of a session, made safe for a file that people keep: no secrets, no home folders, nothing YAML cannot hold. */
import { homedir } from 'node:os';

export interface Masked {
  /** What was masked, by kind. */
  readonly counts: Map<string, number>;
}

export const MASK = '[MASKED]';

interface Rule {
  readonly kind: string;
  readonly pattern: RegExp;
  /** What stands in its place; `$1` and the like as in `replace`. */
  readonly by: string;
}

/** Prefixes by which services mark the keys that they give out. */
const KEY_PREFIX = 'ghp|gho|ghu|ghs|ghr|hf|npm|glpat|github_pat|xox[abeprs]|[sr]k_(?:live|test)';
const OWN_KEYS: readonly string[] = [
  String.raw`\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}`,
  String.raw`\b(?:${KEY_PREFIX})[_-][A-Za-z0-9_-]{10,}`,
  String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
  String.raw`\bAIza[\w-]{30,}`,
];
/** A name that says that a key stands behind it. */
const KEY_NAME = [
  String.raw`[\w-]*(?:api|access|secret|private|auth|client)[_ -]?(?:key|token|secret)`,
  String.raw`[\w-]*(?:secret|token)`,
].join('|');

const SECRETS: readonly Rule[] = [
  {
    kind: 'private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    by: MASK,
  },
  // Keys that say whose they are.
  {
    kind: 'key',
    pattern: new RegExp(OWN_KEYS.join('|'), 'g'),
    by: MASK,
  },
  { kind: 'token', pattern: /\beyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?/g, by: MASK },
  { kind: 'token', pattern: /\b(Bearer|Basic)\s+(?!\[MASKED)[\w.~+/=-]{8,}/gi, by: `$1 ${MASK}` },
  { kind: 'password', pattern: /\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi, by: `$1:${MASK}@` },
  {
    kind: 'password',
    pattern: /\b((?:pass(?:word|wd|phrase|code)?|pwd)["']?\s*(?:=|:)\s*["']?)(?!\[MASKED)[^\s"',;]{3,}/gi,
    by: `$1${MASK}`,
  },
  {
    kind: 'password',
    pattern:
      /\b((?:password|passphrase|passcode)\s+(?:is|was)\s+["']?)(?!\[MASKED)(?=\S*[\d!@#$%^&*_])[^\s"',;]{4,}/gi,
    by: `$1${MASK}`,
  },
  {
    kind: 'key',
    pattern: new RegExp(
      String.raw`\b((?:${KEY_NAME})["']?\s*(?:=|:|\bis\b)\s*["']?)(?!\[MASKED)(?=\S*\d)[^\s"',;]{6,}`,
      'gi',
    ),
    by: `$1${MASK}`,
  },
  // Long and random enough to be nothing a person says.
  {
    kind: 'key',
    pattern:
      /(?<![\w/+.-])(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])(?=[\w+/-]*\d)[A-Za-z0-9+_-]{32,}={0,2}(?![\w/+.-])/g,
    by: MASK,
  },
];

const HOMES: readonly Rule[] = [
  { kind: 'home folder', pattern: /(?<![\w.~-])\/(?:home|Users)\/[^\s/"'`:;,)]+/g, by: '~' },
  { kind: 'home folder', pattern: /(?<![\w.~-])\/root(?=\/|$|[\s"'`:;,)])/g, by: '~' },
  { kind: 'home folder', pattern: /\b[A-Za-z]:[\\/]+Users[\\/]+[^\s\\/"'`:;,)]+/gi, by: '~' },
];

/** The text with obvious secrets and home folders masked, counted by kind. What is not obvious stays: look before you commit. */
export function mask(text: string, masked: Masked, home: string = homedir()): string {
  const own: Rule[] = home.length > 3 ? [{ kind: 'home folder', pattern: literal(home), by: '~' }] : [];
  return [...SECRETS, ...own, ...HOMES].reduce((current, { kind, pattern, by }) => {
    const hits = current.match(pattern)?.length ?? 0;
    if (hits === 0) return current;
    masked.counts.set(kind, (masked.counts.get(kind) ?? 0) + hits);
    return current.replace(pattern, by);
  }, text);
}

function literal(folder: string): RegExp {
  const escaped = folder.replaceAll(/[/\\]+$/g, '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`${escaped}(?![\w.-])`, 'g');
}

/** Without what YAML or a terminal cannot bear: control characters but tab and line break, halves of characters. */
export function plain(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g, '')
      .replaceAll(/[\u2028\u2029]/g, '\n')
      .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '?')
      .replaceAll('\ufffd', '?')
  );
}

/** On one line, cut to a length. */
export function oneLine(text: string, length: number): string {
  const line = plain(text).replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${plain(line.slice(0, length - 1))}…` : line;
}

/** Words of a title as an id or a file name: lower-case letters, digits and underscores; empty when nothing is left. */
export function slug(text: string, length = 60): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, length)
    .replaceAll(/^_+|_+$/g, '');
}
