/** One name for one target, however its address is spelled. Pure. */

const LOOPBACK =
  /^(?:localhost\.?|.+\.localhost|127(?:\.\d{1,3}){1,3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/i;

/** `http://127.0.0.1:4200/` and `http://LOCALHOST:4200` are `http://localhost:4200`; what is no address stays. */
export function targetName(target: string): string {
  // A hash behind the address tells of an MCP server apart.
  const [address = '', ...rest] = target.split(' ');
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return target;
  const url = new URL(address);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return [url.href.replace(/\/$/, ''), ...rest].join(' ');
}
