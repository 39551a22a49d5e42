/**
 * The one redactor: whatever is printed or written goes through it. A secret that we know is masked wherever it
 * stands, also in what an agent or a document says; what only looks like one is masked in our own settings and
 * messages, since an agent's words are judged as they are.
 */

import { createHash } from 'node:crypto';

type Environment = Readonly<Record<string, string | undefined>>;

const MASK = '***';

/** Names of variables that hold secrets, by their parts. */
const SECRET_NAME =
  /(?:^|_)(?:KEYS?|TOKENS?|PASSWD|PWD|PAT|CREDENTIALS?|AUTH|COOKIES?|DSN)(?:_|$)|API_?KEY|PASSWORD|PASSPHRASE|SECRET/i;
/** Of them, those whose values are places and no secrets. */
const PLACE_NAME = /(?:_SOCK|_FILE|_PATH|_DIR)$|^(?:OLD)?PWD$/i;

/** And those whose values say something about one: words that an answer may hold. */
const ABOUT_NAME =
  /_(?:TYPE|METHOD|NAME|PROVIDER|MODE|ALGORITHM|KIND|FORMAT|BACKEND|ENABLED|REQUIRED|HOST|PORT|TTL|ID)$/i;

/** Does the name say that its value is a secret? */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PLACE_NAME.test(name);
}

/** A part of a URL or of a longer value that is shorter may be any word. */
const SHORTEST_PART = 6;
/** A secret that is shorter is masked only where it stands alone. */
const SHORTEST_INSIDE = 6;
const SHORTEST = 3;
const NO_SECRETS = new Set(['true', 'false', 'yes', 'none', 'null', 'undefined', 'off', 'auto']);

/** Secrets that stand in no environment variable, such as those of options. One for all copies of this package. */
const KEY = Symbol.for('vitest-agent-eval/secrets');
const shared: typeof globalThis & { [KEY]?: Set<string> } = globalThis;

/** Texts that are settings: the secrets in them are known from now on, in this thread. */
export function noteSecretsOf(...texts: readonly (string | undefined)[]): void {
  const noted = (shared[KEY] ??= new Set());
  for (const text of texts) for (const secret of secretsIn(text ?? '')) noted.add(secret);
}

/** A secret itself, whose variable may have any name. */
export function noteSecret(secret: string): void {
  (shared[KEY] ??= new Set()).add(secret);
}

/** Settings that may hold a secret inside. */
const TEXTS = /^(?:AGENT_EVAL_|ANTHROPIC_BASE_URL$)/;

function knownSecrets(env: Environment): string[] {
  const known = new Set(shared[KEY]);
  for (const [name, value = ''] of Object.entries(env)) {
    if (isSecretName(name) && !ABOUT_NAME.test(name)) {
      known.add(value.trim());
      // A key that was pasted with a line break is told in halves.
      for (const part of value.split(/\s+/)) if (part.length >= SHORTEST_PART) known.add(part);
    } else if (TEXTS.test(name)) for (const secret of secretsIn(value)) known.add(secret);
    else for (const [, user = ''] of value.matchAll(USER_INFO)) addUserInfo(user, known);
  }
  return [...known]
    .filter((secret) => secret.length >= SHORTEST && !NO_SECRETS.has(secret.toLowerCase()))
    .flatMap((secret) => [...new Set([secret, JSON.stringify(secret).slice(1, -1), encoded(secret)])])
    .toSorted((a, b) => b.length - a.length);
}

function encoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret; // half a character
  }
}

/** A user and a password, or a token, before the host of any URL. */
const USER_INFO = /:\/\/([^\s/@?#"']{1,4096})@/g;

function addUserInfo(user: string, known: Set<string>): void {
  const password = user.includes(':') ? user.slice(user.indexOf(':') + 1) : user;
  if (password.length >= SHORTEST_PART) known.add(password);
}

/** Masks the secrets that we know: those of the environment and of the settings. */
export function knownSecretMask(env: Environment): (text: string) => string {
  const known = knownSecrets(env);
  if (known.length === 0) return (text) => text;
  return (text) => known.reduce((masked, secret) => withoutSecret(masked, secret), text);
}

/** Masks the secrets of our own environment and of our settings. */
export function maskKnownSecrets(text: string): string {
  return knownSecretMask(process.env)(text);
}

function withoutSecret(text: string, secret: string): string {
  if (!text.includes(secret)) return text;
  if (secret.length >= SHORTEST_INSIDE) return text.replaceAll(secret, MASK);
  const literal = secret.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}_])${literal}(?![\p{L}\p{N}_])`, 'gu'), MASK);
}

/** Masks what we know and all that looks like a secret: for our own settings and messages. */
export function maskSecrets(text: string, env: Environment): string {
  return maskLookalikes(knownSecretMask(env)(text));
}

interface Rule {
  /** The secret is what `secret` finds; the rest of the match stays. */
  readonly pattern: RegExp;
}

const VALUE = String.raw`(?<secret>(?!\*{3})[^\s"',;]+)`;

/** `-H 'name: …'` of curl and the like. */
const HEADER_FLAG = String.raw`(?:(?<![\w-])-H|--header)[ =]\s{0,3}`;
const HEADER = String.raw`(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]{0,40}(?:key|token|auth)`;
const IS = String.raw`["']?\s{0,3}[:=]\s{0,3}["']?`;
const SCHEME = String.raw`(?:(?:Bearer|Basic|Token|Digest)\s+)?`;
const KEYS_OF_SERVICES: readonly string[] = [
  String.raw`sk-[\w-]{6,}`,
  String.raw`gh[pousr]_\w{16,}`,
  String.raw`github_pat_\w{16,}`,
  String.raw`xox[abeprs]-[\w-]{8,}`,
  String.raw`glpat-[\w-]{16,}`,
  String.raw`(?:npm|hf)_[A-Za-z0-9]{16,}`,
  String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}`,
  String.raw`AIza[\w-]{30,}`,
  String.raw`eyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?`,
];

const RULES: readonly Rule[] = [
  // A header, given on a command line or repeated by a server.
  {
    pattern: new RegExp(
      String.raw`${HEADER_FLAG}(?<quote>["']?)[\w-]{1,60}:\s{0,3}${SCHEME}(?<secret>(?!\*{3})(?:(?!\k<quote>)[^\n])+)`,
      'gi',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:${HEADER})${IS}${SCHEME}(?<secret>(?!\*{3})(?!Bearer\s|Basic\s)[^\s"',;]+)`,
      'gi',
    ),
  },
  { pattern: /\b(?:Bearer|Basic)\s+(?<secret>(?!\*{3})[\w.~+/=-]{8,})/gi },
  // An assignment to a name that says it is a secret: `ANTHROPIC_API_KEY=…`, `token: …`, `--api-key …`.
  {
    pattern: new RegExp(
      String.raw`[\w-]{0,40}(?:api[_-]?key|token|secret|password|passwd|passphrase|_KEY)["']?\s{0,3}[=:]\s{0,3}["']?${VALUE}`,
      'gi',
    ),
  },
  {
    pattern: new RegExp(String.raw`--[\w-]{0,40}(?:key|token|secret|password|passphrase)\s${VALUE}`, 'gi'),
  },
  // Keys that say whose they are, and long ones that are too random for a word.
  {
    pattern: new RegExp(String.raw`\b(?<secret>${KEYS_OF_SERVICES.join('|')})`, 'g'),
  },
  {
    pattern:
      /(?<![\w/+.-])(?<secret>(?=[\w+/-]{0,200}[a-z])(?=[\w+/-]{0,200}[A-Z])(?=[\w+/-]{0,200}\d)[A-Za-z0-9+]{32,}={0,2})(?![\w/+.-])/g,
  },
];

/** Up to its end, or to what commonly stands around one. */
const URL_TEXT = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>`\\]{1,8192}/gi;
/** A word of a path that may be a token: long, with letters and digits. */
const RANDOM_SEGMENT = /^(?=.{0,200}\d)(?=.{0,200}[A-Za-z])[\w~-]{16,}$/;

/**
 * An address as it is shown and stored: without user, query values and tokens. Where its path lost something, a hash of
 * it keeps two addresses apart.
 */
export function publicAddress(address: string): string {
  const masked = maskUrl(address);
  if (!URL.canParse(address) || !new URL(masked).pathname.includes(MASK)) return masked;
  const hash = createHash('sha256').update(new URL(address).pathname).digest('hex').slice(0, 8);
  return `${masked}#${hash}`;
}

/** The URL with its user, the values of its query and the tokens of its path masked. */
function maskUrl(url: string): string {
  const [start, rest = ''] = splitOnce(url, '://');
  const [beforeHash, hash] = splitOnce(rest, '#');
  const [place, query] = splitOnce(beforeHash, '?');
  const [authority = '', ...segments] = place.split('/');
  const host = authority.includes('@')
    ? `${MASK}@${authority.slice(authority.lastIndexOf('@') + 1)}`
    : authority;
  const path = segments.map((segment) => (RANDOM_SEGMENT.test(segment) ? MASK : segment));
  return (
    `${start}://${[host, ...path].join('/')}` +
    (query === undefined ? '' : `?${query.replaceAll(/=[^&]*/g, `=${MASK}`)}`) +
    (hash === undefined ? '' : `#${hash.replaceAll(/=[^&]*/g, `=${MASK}`)}`)
  );
}

function splitOnce(text: string, by: string): [string, string?] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)];
}

function maskLookalikes(text: string): string {
  return RULES.reduce(
    (masked, { pattern }) => masked.replace(pattern, maskMatch),
    text.replace(URL_TEXT, maskUrl),
  );
}

/** `replace` hands over the match, its groups and, last, the named ones. */
function maskMatch(match: string, ...more: unknown[]): string {
  const groups = more.at(-1);
  const secret: unknown =
    typeof groups === 'object' && groups !== null ? Reflect.get(groups, 'secret') : null;
  if (typeof secret !== 'string') return match;
  return `${match.slice(0, match.lastIndexOf(secret))}${MASK}`;
}

/** What would be masked in a text: the secrets of a setting. */
function secretsIn(text: string): string[] {
  const found: string[] = [];
  for (const [url] of text.matchAll(URL_TEXT)) {
    const rest = url.slice(url.indexOf('://') + 3);
    const known = new Set<string>();
    for (const [, user = ''] of url.matchAll(USER_INFO)) addUserInfo(user, known);
    found.push(
      ...known,
      ...[...rest.matchAll(/[?&#][^=&]*=([^&#]*)/g)].map(([, value = '']) => value),
      ...rest.split(/[/?#]/).filter((segment) => RANDOM_SEGMENT.test(segment)),
    );
  }
  for (const { pattern } of RULES) {
    for (const { groups } of text.matchAll(pattern)) found.push(groups?.['secret'] ?? '');
  }
  return found.filter((secret) => secret.length >= SHORTEST_PART);
}
