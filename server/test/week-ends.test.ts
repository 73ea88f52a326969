/** [SEA1] The commit that ends a week, for those who read commits: it is there, and nobody's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf, leafOf } from '../../common/ledger/leaf.ts';
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { eventsCall } from '../../common/protocol/events.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { replayCall } from '../../common/protocol/replay.ts';
import { after, dena, HOUR_MS } from '../../common/testing/fixtures.ts';
import type { Rev } from '../../common/values/ids.ts';
import { instantText } from '../../common/values/instant.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Ledger } from '../ledger/ledger.ts';
import { LedgerWriter } from '../ledger/ledger-writer.ts';
import { firstWeekOpened, weekEndedBefore } from '../store/kept/era.ts';
import { joining, stakingDena } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { Harness, type TestPlayer } from './support/harness.ts';

let server: Harness;
let player: TestPlayer;
/** The end of the week. */
let end: number;
let rev: Rev;

const header = ({ headers }: Awaited<ReturnType<Harness['ask']>>, name: 'epoch' | 'rev') =>
  String(headers[BOARD_HEADERS[name].toLowerCase()]);

async function events(query: string) {
  return (await server.ask(`/api/events?${query}`)).json(eventsCall.answers[200]);
}

beforeAll(async () => {
  server = await Harness.start();
  player = await server.player(dena(100_000));
  end = weekBegins(weekAt(server.clock.now()) + 2);
  await server.clock.advance(end - HOUR_MS - server.clock.now());
  await player.post('/api/player-nation', { nationId: 'italy' });
  await server.clock.advance(HOUR_MS / 2);
  await player.post('/api/dena/stake', { amount: '100' });
  await server.clock.advance(HOUR_MS);
  // The lease's holder does so within a second, too.
  await server.store.changeEra(weekEndedBefore(weekAt(end)));
  const [ended] = await server.store.events({ limit: 1, order: 'newest-first' });
  expect(ended).toMatchObject({ kind: 'week-ended', at: end });
  ({ rev } = ended ?? { rev });
});
afterAll(() => server.close());

test('[PRO35] a read that must be as new as it is answered, at its rev', async () => {
  const { path } = leaderboardCall;
  const epoch = header(await server.ask(path), 'epoch');
  const headers = { [AT_LEAST_HEADER]: `${epoch} ${rev}` };
  for (const one of [path, `/api/players/${player.wallet}`, '/api/nations', '/api/events']) {
    const answer = await server.ask(one, { headers });
    expect([one, answer.status, header(answer, 'rev')]).toEqual([one, 200, rev]);
  }
  expect(await server.ask('/readyz')).toMatchObject({ status: 200 });
});

test('no list, feed, export or page of the past shows it, and none ends at it', async () => {
  const at = (ms: number) => instantText(end + ms);
  const replay = `/api/replay?from=${at(-HOUR_MS / 2)}&to=${at(HOUR_MS / 4)}`;
  const paths = [
    '/api/events',
    `/api/leaderboard?at=${at(0)}`,
    '/api/leaderboard.csv',
    `/api/leaderboard.ndjson?at=${at(1)}`,
    '/api/nations/history?span=24h',
    '/feeds/nation/italy.atom',
    `/feeds/player/${player.wallet}.atom`,
    `/calendar/${player.wallet}.ics`,
    replay,
    `${replay}&cursor=${end}-${rev}`,
  ];
  for (const path of paths) {
    const { status, text } = await server.ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain('week-ended');
  }
  const page = (await server.ask(replay)).json(replayCall.answers[200]);
  const shown = await events('limit=200');
  expect(shown.map(({ kind }) => kind)).toEqual(['dena-staked', 'nation-chosen']);
  expect(page.events.map(({ id }) => id)).toEqual([shown[0]?.id]);
  expect(await events(`limit=200&before=${rev}`)).toEqual(shown);
});

test('it has a leaf, which is named by its rev; later ones go on after it', async () => {
  const store = openMemoryStore();
  const joined = joining(player.wallet);
  const revs = [await store.commit(joined, 0, null)];
  await store.changeEra(firstWeekOpened(weekAt(end) - 1));
  await store.changeEra(weekEndedBefore(weekAt(end) + 1));
  revs.push(
    ...(await store.events({ ofEras: 'week-ended', limit: 9, order: 'oldest-first' })).map(
      (one) => one.rev,
    ),
  );
  revs.push(await store.commit(stakingDena(after(null, joined)), 1, null));
  const identity = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(3) };
  const writer = new LedgerWriter({ store, identity, lease: { isHeld: () => true } });
  await writer.step();
  const ledger = new Ledger(store, identity);
  for (const [n, one] of revs.entries()) expect(await ledger.indexOf(one, one)).toBe(n);
  const entries = entriesOf((await ledger.entries(0, revs.length)) ?? new Uint8Array());
  expect(entries.map((entry) => leafOf(entry).kind)).toEqual([
    'nation-chosen',
    'week-ended',
    'week-ended',
    'dena-staked',
  ]);
});
