/** What of our environment a server we start may know, and what of its words may be repeated. */

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME = /(?:^|_)(?:KEY|KEYS|APIKEY|TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)/i;

/** Values that look like a key whatever they are called: `sk-…`, `ghp_…`, a bearer token. */
const SECRET_VALUE =
  /\b(?:sk-[\w-]{8,}|gh[pousr]_\w{16,}|xox[abprs]-[\w-]{8,})|(?<=\bBearer\s)[\w.~+/-]{8,}=*/g;

/** An assignment to a name that says it is a secret: `ANTHROPIC_API_KEY=…`, `token: …`. */
const SECRET_ASSIGNMENT =
  /((?:[\w-]*(?:api[_-]?key|token|secret|password|passwd)|[A-Z0-9_]+_KEY)["']?\s*[=:]\s*["']?)(?!\*{3})[^\s"',;]+/gi;

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
