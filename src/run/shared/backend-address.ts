/** One backend has many spellings: which machine and port an address means (I/O: asks the resolver). */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopbackHost, plainHost } from '../../loopback.ts';

/** What this machine is called in a key. */
const HERE = 'localhost';
/** A resolver that is slower than this is asked in vain: the name stands for itself then. */
const RESOLVE_MS = 3_000;

/** `http://host:port` of a URL, the same for all spellings of one address. Names are taken as they are. */
export function addressKey(url: string): string {
  return keyOf(url, canonicalHost(new URL(url).hostname));
}

function keyOf(url: string, host: string): string {
  const { protocol, port } = new URL(url);
  return `${protocol}//${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** The same, after the resolver was asked what the name means. */
export async function resolvedAddressKey(url: string): Promise<string> {
  const host = canonicalHost(new URL(url).hostname);
  if (host === HERE || isIP(host) !== 0) return keyOf(url, host);
  const patience = new AbortController();
  const found = await Promise.race([
    lookup(host, { all: true }).catch(() => []),
    sleep(RESOLVE_MS, [], { signal: patience.signal }).catch(() => []),
  ]);
  patience.abort();
  const hosts = found.map(({ address }) => canonicalHost(address)).toSorted();
  const [first = host] = hosts;
  return keyOf(url, hosts.includes(HERE) ? HERE : first);
}

function canonicalHost(hostname: string): string {
  const host = plainHost(hostname);
  return isLoopbackHost(host) || ownAddresses().has(host) ? HERE : host;
}

function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return new Set(all.map(({ address }) => address.toLowerCase().replace(/%.*$/, '')));
}
