import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { callerAddress, callerKey } from './caller-address.ts';

function requestFrom(nearest: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  vi.spyOn(socket, 'remoteAddress', 'get').mockReturnValue(nearest);
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

const PROXY = '10.0.0.1';

describe('the caller’s address', () => {
  test.each<[hops: number, forwarded: string | undefined, address: string]>([
    [0, '203.0.113.1', PROXY],
    [1, '203.0.113.1', '203.0.113.1'],
    [1, '198.51.100.9, 203.0.113.1', '203.0.113.1'],
    [2, '198.51.100.9,203.0.113.1', '198.51.100.9'],
    [2, '203.0.113.1', '203.0.113.1'],
    [5, '198.51.100.9, 203.0.113.1', '198.51.100.9'],
    [1, '2001:DB8::1', '2001:db8::1'],
  ])('behind %i proxies and X-Forwarded-For %s is %s', (hops, forwarded, address) => {
    expect(callerAddress(requestFrom(PROXY, forwarded), hops)).toBe(address);
  });

  test.each([
    ['203.0.113.7:1024', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('that a proxy writes as %s is %s: a port does not make a new caller', (forwarded, address) => {
    expect(callerAddress(requestFrom(PROXY, forwarded), 1)).toBe(address);
  });

  test.each(['unknown', '', ' ', '203.0.113.7:', '203.0.113.700', '_hidden', '1.2.3.4, ', '::1::'])(
    'that is written as "%s" is not an address, and counts as the proxy’s own',
    (forwarded) => {
      expect(callerAddress(requestFrom(PROXY, forwarded), 1)).toBe(PROXY);
    },
  );
});

describe('[PRO25] the key that limits count by', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, key) => {
    expect(callerKey(requestFrom(PROXY, address), 1)).toBe(key);
  });
});
