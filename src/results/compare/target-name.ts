/** One name for one target, however its address is spelled. Pure. */
import { isLoopbackHost } from '../../loopback.ts';

/** `http://127.0.0.1:4200/` and `http://LOCALHOST:4200` are `http://localhost:4200`; what is no address stays. */
export function targetName(target: string): string {
  // A hash behind the address tells of an MCP server apart.
  const [address = '', ...rest] = target.split(' ');
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return target;
  const url = new URL(address);
  if (isLoopbackHost(url.hostname)) url.hostname = 'localhost';
  return [url.href.replace(/\/$/, ''), ...rest].join(' ');
}
