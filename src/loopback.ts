/** Which host names mean this very machine, however they are spelled. Pure; the resolver is not asked. */

const NAME = 'localhost';

/**
 * `localhost` and what ends with it, 127.0.0.0/8, `::1`, the same mapped to IPv6, and the addresses that stand for all
 * of a machine's own (`0.0.0.0`, `::`). A host as `URL.hostname` has it, with or without brackets and the final dot.
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname);
  if (host === NAME || host.endsWith(`.${NAME}`)) return true;
  return /^(?:127(?:\.\d{1,3}){1,3}|0\.0\.0\.0|::1?)$/.test(host);
}

/** Without brackets, final dot and IPv6 mapping, in lower case: `[::FFFF:7f00:1]` is `127.0.0.1`. */
export function plainHost(hostname: string): string {
  return withoutMapping(
    hostname
      .replace(/^\[(.*)\]$/, '$1')
      .toLowerCase()
      .replace(/\.$/, ''),
  );
}

/** `::ffff:7f00:1`, as URLs write it, and `::ffff:127.0.0.1` are 127.0.0.1. */
function withoutMapping(host: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(host)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high = '', low = ''] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ?? [];
  if (high === '') return host;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
