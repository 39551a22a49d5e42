/** What of our environment a server we start may know, and what of its words may be repeated in a log or an error. */

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME = /(?:^|_)(?:KEYS?|TOKENS?|PASSWD|PAT|CREDENTIALS?)(?:_|$)|API_?KEY|PASSWORD|SECRET/i;

/** Values that look like a key whatever they are called: `sk-…`, `ghp_…`, a bearer token, a password in a URL. */
const SECRET_VALUE =
  /\b(?:sk-[\w-]{8,}|gh[pousr]_\w{16,}|xox[abprs]-[\w-]{8,})|(?<=\bBearer\s)[\w.~+/-]{8,}=*|(?<=:\/\/)[^\s/@]{1,4096}(?=@)/g;

/** An assignment to a name that says it is a secret: `ANTHROPIC_API_KEY=…`, `token: …`, `--api-key …`. */
const SECRET_ASSIGNMENT =
  /([\w-]{0,40}(?:api[_-]?key|token|secret|password|passwd|_KEY)["']?\s{0,3}[=:]\s{0,3}["']?|--[\w-]{0,40}(?:key|token|secret|password)\s)(?!\*{3})[^\s"',;]+/gi;

const SHORTEST_MASKED_VALUE = 6;

/** The environment without anything whose name says it is a key, token, secret or password. */
export function withoutSecrets(env: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !SECRET_NAME.test(name)) kept[name] = value;
  }
  return kept;
}

/** `text` with every secret that `env` holds, and all that looks like one, replaced by `***`. */
export function maskSecrets(text: string, env: Environment): string {
  let masked = text;
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.length >= SHORTEST_MASKED_VALUE && SECRET_NAME.test(name)) {
      masked = masked.replaceAll(value, '***');
    }
  }
  return masked.replace(SECRET_VALUE, '***').replace(SECRET_ASSIGNMENT, '$1***');
}
