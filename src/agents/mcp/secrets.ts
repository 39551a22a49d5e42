/** What of our environment a server that we start is told. */
import { isSecretName } from '../../redact.ts';

export { maskSecrets } from '../../redact.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What an agent of ours reads, by the beginning of its name. */
const PREFIXES =
  /^(?:PYTHON|GAIA_|LEMONADE_|HF_|LC_|XDG_|CONDA_|PROCESSOR_|PROGRAMFILES|COMMONPROGRAMFILES)/i;

/** What a program needs to start, on Linux, macOS and Windows. */
const NAMES = new Set(
  [
    // Where things are.
    'PATH HOME USER LOGNAME SHELL PWD TMPDIR TMP TEMP VIRTUAL_ENV VIRTUAL_ENV_PROMPT',
    'LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH UV_CACHE_DIR UV_PYTHON UV_PROJECT_ENVIRONMENT',
    // How it speaks, and what it draws on.
    'LANG LANGUAGE TZ TERM COLORTERM NO_COLOR FORCE_COLOR DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS',
    '__CF_USER_TEXT_ENCODING TOKENIZERS_PARALLELISM',
    // Whom it trusts.
    'SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NO_PROXY',
    // Windows.
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS USERNAME USERDOMAIN USERPROFILE HOMEDRIVE HOMEPATH APPDATA',
    'LOCALAPPDATA PROGRAMDATA ALLUSERSPROFILE PUBLIC COMPUTERNAME NUMBER_OF_PROCESSORS DRIVERDATA',
  ]
    .join(' ')
    .split(' '),
);

/**
 * The environment that a server of ours gets: what a program needs to start, what the agent reads, and nothing whose
 * name says it is a secret. `passed` are names that somebody lets through on purpose, secrets among them.
 */
export function withoutSecrets(env: Environment, passed: readonly string[] = []): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const isNeeded = (NAMES.has(name.toUpperCase()) || PREFIXES.test(name)) && !isSecretName(name);
    if (value !== undefined && (isNeeded || passed.includes(name))) kept[name] = value;
  }
  return kept;
}
