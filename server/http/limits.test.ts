import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CALLS } from '../../common/protocol/calls.ts';
import { pathWith } from '../../common/protocol/call.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { Budget } from '../lib/budget.ts';
import { callerKey } from '../lib/caller-address.ts';
import { SOCKET_POINTS } from '../live/live-server.ts';
import { LIMITS, limitJoins, pointsOf, rateLimitHead } from './limits.ts';
import { Problem } from './problem.ts';

/** A request from this address, as a proxy passes it on. */
function requestOf(address: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['x-forwarded-for'] = address;
  return request;
}

function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the budget of an address', () => {
  const fields = (remaining: number, resetS: number) => [
    'RateLimit-Policy',
    '20;w=60',
    'RateLimit',
    `limit=20, remaining=${remaining}, reset=${resetS}`,
  ];

  /**
   * Charges requests by their addresses; returns the headers of their answers, and whether they are
   * refused.
   */
  const chargeTo = (limit: number) => {
    const budget = new Budget(limit);
    return (address: string, points: number) => {
      const spent = budget.spend(callerKey(requestOf(address), 1), points);
      const { isPast, isFirstPast } = spent;
      return { head: rateLimitHead(budget, spent), isPast, isFirstPast };
    };
  };

  test('lasts a minute from its first request, whatever others request', () => {
    fakeTime();
    const ask = chargeTo(20);
    expect(ask('203.0.113.1', 15)).toEqual({
      head: fields(5, 60),
      isPast: false,
      isFirstPast: false,
    });
    vi.advanceTimersByTime(30_500);
    expect(ask('203.0.113.1', 5)).toMatchObject({ head: fields(0, 30), isPast: false });
    expect(ask('203.0.113.2', 1)).toMatchObject({ head: fields(19, 60), isPast: false });
    expect(ask('203.0.113.1', 1)).toEqual({
      head: fields(0, 30),
      isPast: true,
      isFirstPast: true,
    });
    vi.advanceTimersByTime(29_499);
    expect(ask('203.0.113.1', 1)).toMatchObject({
      head: fields(0, 1),
      isPast: true,
      isFirstPast: false,
    });
    vi.advanceTimersByTime(1);
    expect(ask('203.0.113.1', 1)).toMatchObject({ head: fields(19, 60), isPast: false });
    expect(ask('203.0.113.2', 1)).toMatchObject({ head: fields(18, 31) });
  });

  test('of 0 points is no limit: nothing is counted, and no header mentions one', () => {
    expect(chargeTo(0)('203.0.113.1', 1e12)).toEqual({
      head: [],
      isPast: false,
      isFirstPast: false,
    });
  });
});

describe('what a request costs', () => {
  const points = (method: string, url: string) => pointsOf({ method, url });

  test('is the same however its path is written', () => {
    const list = points('GET', '/api/leaderboard?limit=999');
    expect(list).toBeGreaterThan(points('GET', '/api/nations'));
    expect(points('GET', '/API/Leaderboard/?limit=999')).toBe(
      points('GET', '/api/leaderboard/?limit=999'),
    );
    expect(points('HEAD', '/api/leaderboard?limit=999')).toBe(list);
  });

  test('is above zero for every call, page, file and nonsense', () => {
    for (const call of CALLS) {
      const path = pathWith(call, () => walletOf(1));
      expect(points(call.method, path), call.path).toBeGreaterThan(0);
    }
    for (const path of ['/', '/assets/x.js', '/metrics', '*', '', '//', 'http://x']) {
      expect(points('GET', path)).toBeGreaterThan(0);
      expect(points('BREW', path)).toBeGreaterThan(0);
    }
  });

  test('leaves room for 2,000 players behind one address who all open the game in a minute', () => {
    const page = points('GET', '/') + 20 * points('GET', '/assets/x.js');
    const reads = 10 * points('GET', '/api/nations') + 6;
    const { handshake, request, packet, message } = SOCKET_POINTS;
    // With a polling client's defaults: handshake, CONNECT by POST, a GET, the upgrade, a watch.
    const socket = handshake + 3 * request + 4 * packet + message;
    expect(2000 * (page + reads + socket)).toBeLessThanOrEqual(LIMITS.pointsPerAddress);
  });
});

describe('joins of wallets without holdings', () => {
  const CODE = 'too-many-joins';
  const codeOf = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (error instanceof Problem) return { code: error.code, ...error.headers };
      throw error;
    }
    return null;
  };

  test('are limited per hour, however many ask concurrently, and a returned slot is free again', () => {
    fakeTime();
    const joins = limitJoins(3, 1);
    const quotas = Array.from({ length: 290 }, () => joins(requestOf('203.0.113.1')));
    const refused = quotas.filter((quota) => codeOf(() => quota.take()) !== null);
    expect(refused).toHaveLength(287);
    // One that has its slot takes no other.
    expect(codeOf(() => quotas[1]?.take())).toBeNull();
    quotas[0]?.giveBack();
    expect(codeOf(() => refused[0]?.take())).toBeNull();
    vi.advanceTimersByTime(59 * 60_000);
    expect(codeOf(() => refused[1]?.take())).toEqual({ code: CODE, 'Retry-After': '60' });
    expect(codeOf(() => joins(requestOf('203.0.113.2')).take())).toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(codeOf(() => refused[1]?.take())).toBeNull();
  });

  test('of an IPv6 /56 are limited to four times those of a /64, of a /48 to sixteen times', () => {
    const joins = limitJoins(3, 1);
    const countJoined = (addresses: readonly string[]) =>
      addresses.filter((address) => codeOf(() => joins(requestOf(address)).take()) === null).length;
    const each = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
    const in56 = each.map((n) => `2001:db8:7:1${n}::1`);
    // One that asks all the time uses up nothing of its neighbours'.
    expect(countJoined(Array.from({ length: 100 }, () => '2001:db8:7:100::1'))).toBe(3);
    expect(countJoined(in56)).toBe(12 - 3);
    expect(countJoined(each.map((n) => `2001:db8:7:${n}00::1`))).toBe(48 - 12);
    expect(countJoined(each.map((n) => `2001:db8:8:${n}00::1`))).toBe(48);
  });
});
