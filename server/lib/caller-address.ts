/** Whose request it is, and the key that limits count it by. */
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6, type Socket } from 'node:net';

/** Of an IPv6 address with zone, brackets and port, and what parts it from the next. */
const ADDRESS_LENGTH = 100;

/**
 * The caller's address: the socket's own, or what the outermost of `trustProxyHops` trusted proxies
 * wrote into X-Forwarded-For, where each appended the address of the one before it. A proxy may add
 * a port; anything that is not an address counts as the proxy's own.
 */
export function callerAddress(request: IncomingMessage, trustProxyHops: number): string {
  const nearest = plainAddress(request.socket.remoteAddress ?? '') ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (trustProxyHops === 0 || forwarded === undefined) return nearest;
  const listed = String(forwarded)
    .slice(-ADDRESS_LENGTH * trustProxyHops)
    .split(',');
  const named = listed.at(-Math.min(trustProxyHops, listed.length));
  return plainAddress(named?.trim() ?? '') ?? nearest;
}

/**
 * What limits count a caller by: an IPv4 address, or the /64 of an IPv6 one, all of which belongs
 * to one household or rented machine.
 */
export function callerKey(request: IncomingMessage, trustProxyHops: number): string {
  return keyOf(callerAddress(request, trustProxyHops));
}

/**
 * The same, followed by the wider networks of an IPv6 address: its /56 and its /48, all of which
 * may belong to one customer of a provider, or to thousands of a mobile one.
 */
export function callerNetworks(
  request: IncomingMessage,
  trustProxyHops: number,
): readonly [key: string, ...wider: string[]] {
  const address = callerAddress(request, trustProxyHops);
  if (!isIPv6(address)) return [address];
  const [first = '', second = '', third = '', fourth = ''] = groupsOf(address);
  const ofFourth = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  const in48 = `${first}:${second}:${third}`;
  return [keyOf(address), `${in48}:${ofFourth}::/56`, `${in48}::/48`];
}

/**
 * The network that a caller is in, which names no household: the /24 of an IPv4 address, the /48 of
 * an IPv6 one.
 */
export function callerNetwork(request: IncomingMessage, trustProxyHops: number): string {
  const address = callerAddress(request, trustProxyHops);
  if (isIPv6(address)) return `${groupsOf(address).slice(0, 3).join(':')}::/48`;
  return isIPv4(address) ? address.replace(/[0-9]+$/, '0/24') : '';
}

/** The key of a connection's peer, which behind a proxy is the proxy. */
export function connectionKey({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string {
  return keyOf(plainAddress(remoteAddress ?? '') ?? '');
}

function keyOf(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/**
 * Without port, brackets and zone, with an IPv4 address in its own form; null if it is not an
 * address.
 */
function plainAddress(written: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(written) ?? [];
  const [, beforePort] = /^([0-9.]+):[0-9]{1,5}$/.exec(written) ?? [];
  const address = (bracketed ?? beforePort ?? written).replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? (mappedIPv4(address) ?? address.toLowerCase()) : null;
}

/** The IPv4 address inside an IPv4-mapped one (RFC 4291, 2.5.5.2), however it is written. */
function mappedIPv4(address: string): string | null {
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL's host is the address in its canonical form (RFC 5952), a dotted tail included.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}
