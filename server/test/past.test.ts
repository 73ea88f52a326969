/** The past over HTTP [PRO31, PRO32, PRO33]: rankings, the nations’ totals over time, replays. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { leaderboardCall, type LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { nationsHistoryCall, type Span } from '../../common/protocol/nations.ts';
import { playerCall } from '../../common/protocol/players.ts';
import { replayCall } from '../../common/protocol/replay.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { EMPTY_RANKING, rankingRow } from '../past/record.ts';
import { numberKey } from '../store/rows.ts';
import { playerEvents } from '../store/store.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { instead } from './support/instead.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The ranking as it was shown at a moment, between two commands, and since the first of them. */
interface Shown {
  readonly since: number;
  readonly at: number;
  readonly rows: readonly LeaderboardEntry[];
}

let server: Harness;
let first: TestPlayer;
let second: TestPlayer;
let before: number;
const shown: Shown[] = [];

const iso = (at: number) => new Date(at).toISOString();

async function ranking(query = ''): Promise<LeaderboardEntry[]> {
  return (await server.ask(`/api/leaderboard${query}`)).json(leaderboardCall.answers[200]);
}

async function done(player: TestPlayer, path: string, body: object): Promise<void> {
  const answer = await player.post(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  await server.clock.advance(10);
  const rows = await ranking();
  shown.push({ since: await newestAt(), at: server.clock.now(), rows });
  await server.clock.advance(10);
}

/** When the last commit was. */
async function newestAt(): Promise<number> {
  const [newest] = (await server.ask('/api/events?limit=1')).json(eventsCall.answers[200]);
  return Date.parse(newest?.at ?? '');
}

async function history(span: Span) {
  return (await server.ask(`/api/nations/history?span=${span}`)).json(
    nationsHistoryCall.answers[200],
  );
}

beforeAll(async () => {
  server = await Harness.start();
  first = await server.player(dena(100_000));
  second = await server.player(dena(100_000));
  before = server.clock.now() - 1;
  await server.clock.advance(1000);
  await done(first, '/api/player-nation', { nationId: 'italy' });
  await server.clock.advance(90_000);
  await done(second, '/api/player-nation', { nationId: 'china' });
  for (const amount of ['1000', '250', '4000']) {
    await server.clock.advance(20 * MINUTE_MS);
    await done(first, '/api/dena/stake', { amount });
    await done(second, '/api/dena/stake', { amount: '3000' });
  }
  // A night without a process.
  await server.restart();
  await server.clock.advance(9 * HOUR_MS);
  await done(second, '/api/dena/stake', { amount: '20000' });
});
afterAll(() => server.close());

async function refused(path: string, status: number, code: string): Promise<void> {
  const answer = await server.ask(path);
  expect([path, answer.status, answer.headers['x-refusal-code']]).toEqual([path, status, code]);
  expect(answer.text).toMatch(/^[^<>\n]{10,300}[.?]$/);
}

describe('[PRO32] the ranking at a moment', () => {
  test('is what was shown then, also after a restart', async () => {
    const compare = async () => {
      for (const { at, rows } of shown) {
        const answer = await server.ask(`/api/leaderboard?at=${iso(at)}`);
        expect(answer.json(leaderboardCall.answers[200])).toEqual(rows);
        expect(answer.headers['x-total-count']).toBe(String(rows.length));
        expect(answer.headers['x-board-rev']).toMatch(/^[0-9a-f]{16}$/);
      }
    };
    await compare();
    await server.restart();
    await compare();
    const now = server.clock.now();
    expect(await ranking(`?at=${iso(now)}&limit=1`)).toEqual(shown.at(-1)?.rows.slice(0, 1));
  });

  test('is refused for what is not a moment of the game', async () => {
    await refused(`/api/leaderboard?at=${iso(before)}`, 404, 'before-the-game');
    const at = iso(server.clock.now());
    for (const query of [
      iso(server.clock.now() + MINUTE_MS),
      '2026-01-01',
      `${at}&limit=101`,
      `${at}&nationId=italy`,
    ]) {
      await refused(`/api/leaderboard?at=${query}`, 400, 'bad-request');
    }
    expect(await ranking(`?at=${at}&limit=100`)).toHaveLength(2);
  });
});

describe('[PRO31] the nations’ totals over time', () => {
  test('of the whole game begin with its first event', async () => {
    const { from, begunAt, series } = await history('all');
    const events = await server.ask('/api/events?limit=200');
    const oldest = events.json(eventsCall.answers[200]).at(-1);
    expect(begunAt).toBe(oldest?.at);
    expect(Date.parse(begunAt ?? '') - Date.parse(from)).toBeLessThan(MINUTE_MS);
    expect(series.italy).not.toContain(null);
    expect(series.usa.every((total) => total === 0)).toBe(true);
  });
});

describe('a player’s history', () => {
  test('says what each step was and the rank that it led to', async () => {
    const answer = await server.ask(`/api/players/${second.wallet}`);
    const { history: steps } = answer.json(playerCall.answers[200]);
    expect(steps[0]).toMatchObject({ kind: 'nation-chosen' });
    expect(steps[1]).toMatchObject({ kind: 'dena-staked', detail: { amount: '3000' } });
    for (const { at, gdp, rank } of steps) {
      const then = shown.find((one) => one.at >= Date.parse(at))?.rows;
      const row = then?.find(({ walletAddress }) => walletAddress === second.wallet);
      expect([gdp, rank]).toEqual([row?.gdp, row?.rank]);
    }
  });
});

describe('[PRO33] a replay', () => {
  const page = async (query: string) =>
    (await server.ask(`/api/replay?${query}`)).json(replayCall.answers[200]);

  test('begins with the ranking of its moment, and has every event up to its end', async () => {
    const from = iso(shown[1]?.at ?? 0);
    const to = iso(server.clock.now());
    const { snapshot, events, next } = await page(`from=${from}&to=${to}`);
    expect(snapshot?.rows).toEqual(shown[1]?.rows);
    expect(snapshot?.at).toBe(from);
    expect(snapshot?.count).toBe(2);
    expect(events.length).toBe(shown.length - 2);
    expect(next).toBe(null);
    const gdps = events.map(({ walletAddress, gdpAfter }) => [walletAddress, gdpAfter]);
    const wanted = shown.slice(2).map(({ rows }, i) => {
      const earlier = shown[i + 1]?.rows;
      const row = rows.find(
        ({ walletAddress, gdp }) =>
          earlier?.find((one) => one.walletAddress === walletAddress)?.gdp !== gdp,
      );
      return [row?.walletAddress, row?.gdp];
    });
    expect(gdps).toEqual(wanted);
  });

  test('has a tag once nothing can change it, by which it need not be loaded again', async () => {
    const [from, to] = [iso(shown[1]?.at ?? 0), iso(shown[3]?.at ?? 0)];
    for (const path of [`/api/replay?from=${from}&to=${to}`, `/api/leaderboard?at=${from}`]) {
      const ask = (etag: string) =>
        fetch(`${server.url}${path}`, { headers: { 'If-None-Match': etag } });
      // The record follows within seconds.
      await expect.poll(async () => (await ask('"none"')).headers.get('etag')).not.toBe(null);
      const first = await ask('"none"');
      expect(first.status).toBe(200);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const again = await ask(first.headers.get('etag') ?? '');
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('x-board-rev')).toBe(first.headers.get('x-board-rev'));
    }
    const open = await fetch(`${server.url}/api/replay?from=${from}&to=${iso(server.clock.now())}`);
    expect(open.headers.get('etag')).toBe(null);
    expect(open.headers.get('cache-control')).toBe('no-store');
  });

  test('costs what was read for its cursor, though it be none of a page', async () => {
    const { store, clock } = server;
    const [event] = await playerEvents(store, { limit: 1, order: 'oldest-first' });
    if (!event) throw new Error('nobody plays');
    const { at, rev, row } = event;
    const ranked = Array.from({ length: 1000 }, () => row);
    const upTo = { rev, number: 1 };
    const ranking = await rankingRow({ ...EMPTY_RANKING, at, upTo, rows: ranked });
    const read = store.rows.bind(store);
    const stored = { ...ranking, key: numberKey(at) };
    const found = { get: async () => stored, range: async () => [stored] };
    const rows = vi.spyOn(store, 'rows');
    rows.mockImplementation((kind) => instead(read(kind), kind === 'ranking' ? found : {}));
    onTestFinished(() => rows.mockRestore());
    const left = async () =>
      Number(
        /remaining=(\d+)/.exec(String((await server.ask('/healthz')).headers['ratelimit']))?.[1],
      );
    const before = await left();
    const cursor = `${at}-${'f'.repeat(16)}-${at}`;
    const { snapshot } = await page(`from=${iso(at)}&to=${iso(clock.now())}&cursor=${cursor}`);
    expect(snapshot).toBe(null);
    // A fifth of a point for each row that was stored.
    expect(before - (await left())).toBeGreaterThanOrEqual(30 + 1000 / 5);
  });

  test('of a stretch that cannot be is refused', async () => {
    const now = server.clock.now();
    const stretch = (from: number, to: number) => `/api/replay?from=${iso(from)}&to=${iso(to)}`;
    await refused(stretch(now, now - 1), 400, 'bad-request');
    await refused(stretch(now - DAY_MS - 1, now), 400, 'bad-request');
    await refused(stretch(now - 1000, now + MINUTE_MS), 400, 'bad-request');
    await refused(stretch(before, before + 1), 404, 'before-the-game');
    await refused(`${stretch(now - 1000, now)}&cursor=1`, 400, 'bad-request');
  });
});
