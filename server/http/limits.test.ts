import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitPerAddress } from './limits.ts';

/** A request of this address, as a proxy passes it on. */
function requestOf(address: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['x-forwarded-for'] = address;
  return request;
}

const fields = (remaining: number, resetS: number) => [
  'RateLimit-Policy',
  '2;w=60',
  'RateLimit',
  `limit=2, remaining=${remaining}, reset=${resetS}`,
];

test('an address has its requests for a minute from its first, whatever others ask', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limit = limitPerAddress(2, 1);
  const ask = (address: string) => limit.count(requestOf(address));
  expect(ask('203.0.113.1')).toEqual(fields(1, 60));
  vi.advanceTimersByTime(30_500);
  expect(ask('203.0.113.1')).toEqual(fields(0, 30));
  expect(ask('203.0.113.2')).toEqual(fields(1, 60));
  expect(ask('203.0.113.1')).toBeNull();
  vi.advanceTimersByTime(29_499);
  expect(ask('203.0.113.1')).toBeNull();
  vi.advanceTimersByTime(1);
  expect(ask('203.0.113.1')).toEqual(fields(1, 60));
  expect(ask('203.0.113.2')).toEqual(fields(0, 31));
});

// Of these, 60 s more and as much less come to more than 60 s.
test.each([34558.809806, 5694.337643])(
  'a window that begins at %d ms ends a minute later, not a second after that',
  (now) => {
    vi.spyOn(performance, 'now').mockReturnValue(now);
    onTestFinished(() => void vi.restoreAllMocks());
    const limit = limitPerAddress(2, 1);
    expect(limit.count(requestOf('203.0.113.1'))).toEqual(fields(1, 60));
  },
);

test('an IPv6 network of /64 counts as one address, and an IPv4 address as itself in either form', () => {
  const limit = limitPerAddress(2, 1);
  const left = (address: string) =>
    /remaining=(\d)/.exec(String(limit.count(requestOf(address))))?.[1];
  expect(left('2001:db8:0:1::1')).toBe('1');
  expect(left('2001:db8:0:1:ffff::9')).toBe('0');
  expect(left('2001:db8:0:2::1')).toBe('1');
  expect(left('203.0.113.7')).toBe('1');
  expect(left('::ffff:203.0.113.7')).toBe('0');
});
