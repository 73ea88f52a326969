/** Real sockets on a real HTTP server; the board is fed by a small game of the tests' own. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { MIN_PROTOCOL_VERSION, PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { weekAt } from '../../common/values/week.ts';
import { choose, revOf, stake } from '../leaderboard/testing/fixtures.ts';
import { Client, startWorld } from './testing/fixtures.ts';

describe('watching', () => {
  test('[PRO12] changes reach the rooms concerned and no others', async () => {
    const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')]);
    const usa = new Client(world.url);
    const italy = new Client(world.url);
    const player = new Client(world.url);
    await usa.send('watch', { nations: ['usa'] });
    await italy.send('watch', { nations: ['italy'] });
    await player.send('watch', { nations: [], walletAddress: walletOf(2) });
    await Promise.all([usa.next(1), italy.next(1), player.next(1)]);
    world.play(stake(1, 10));
    expect(await usa.next(1)).toEqual(['usa: usa 25001 (1)']);
    // Player 1 overtakes nobody: nobody else has a change to receive.
    expect(await Promise.all([italy.afterQuiet(), player.afterQuiet()])).toEqual([[], []]);
    world.play(stake(2, 100_000));
    expect(await italy.next(1)).toEqual(['italy: italy 28000 (2)']);
    expect(await player.next(1)).toEqual(['player #1']);
    expect(await usa.afterQuiet()).toEqual([]);
  });

  test('[PRO12] a watched wallet is notified when others move it, and when it gets its nation', async () => {
    const world = await startWorld([choose(1, 'italy'), choose(2, 'italy')]);
    const client = new Client(world.url);
    await client.send('watch', { nations: [], walletAddress: walletOf(1) });
    expect(await client.next(1)).toEqual(['player #1']);
    world.play(stake(2, 10));
    expect(await client.next(1)).toEqual(['player #2']);
    await client.send('watch', { nations: [], walletAddress: walletOf(3) });
    expect(await client.next(1)).toEqual(['player without a nation']);
    world.play(choose(3, 'usa'));
    expect(await client.next(1)).toEqual(['player #1']);
  });

  test('[PRO11] one wallet at a time: another replaces it', async () => {
    const world = await startWorld([choose(1, 'usa'), choose(2, 'usa')]);
    const client = new Client(world.url);
    await client.send('watch', { nations: [], walletAddress: walletOf(1) });
    await client.send('watch', { nations: [], walletAddress: walletOf(2) });
    await client.next(2);
    world.play({ do: 'receive-dena', player: 1, amount: 5 });
    expect(await client.afterQuiet()).toEqual([]);
  });

  test('a wallet that two sockets watch stays watched when one of them goes', async () => {
    const world = await startWorld([choose(1, 'usa')]);
    const [first, second] = [new Client(world.url), new Client(world.url)];
    for (const client of [first, second]) {
      await client.send('watch', { nations: [], walletAddress: walletOf(1) });
      await client.next(1);
    }
    first.socket.disconnect();
    await expect.poll(() => world.live.sockets()).toBe(1);
    world.play(stake(1, 10));
    expect(await second.next(1)).toEqual(['player #1']);
  });

  test('[PRO11] a client that unwatches receives nothing more of that, and the rest as before', async () => {
    const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')]);
    const client = new Client(world.url);
    await client.send('watch', { nations: 'all', walletAddress: walletOf(1) });
    await client.next(2);
    expect(
      await client.send('unwatch', { nations: ['usa'], walletAddress: walletOf(1) }),
    ).toMatchObject({ ok: true, rev: revOf(2) });
    expect(await client.next(3)).toEqual([
      'snapshot italy: italy 18000',
      'snapshot argentina: argentina 0',
      'snapshot china: china 0',
    ]);
    world.play(stake(1, 10), stake(2, 10));
    expect(await client.next(1)).toEqual(['italy: italy 18001 (2)']);
    expect(await client.afterQuiet()).toEqual([]);
  });
});

test.each<[string, ...[verb: 'watch' | 'unwatch', nations: string[] | 'all', rooms: string[]][]]>([
  ['all four by name are `all`', ['watch', [...NATION_IDS], ['all']]],
  [
    '`all` less one is three',
    ['watch', 'all', ['all']],
    ['unwatch', ['usa'], ['italy', 'argentina', 'china']],
  ],
  ['one that `all` has changes nothing', ['watch', 'all', ['all']], ['watch', ['usa'], ['all']]],
  [
    'one after the other is `all`',
    ['watch', ['usa'], ['usa']],
    ['watch', ['china', 'italy', 'argentina'], ['all']],
  ],
  ['what is not watched is not left', ['watch', ['usa'], ['usa']], ['unwatch', ['china'], ['usa']]],
  [
    '`usa`, then `all`, then all but `usa`',
    ['watch', ['usa'], ['usa']],
    ['watch', 'all', ['all']],
    ['unwatch', ['usa'], ['italy', 'argentina', 'china']],
    ['unwatch', 'all', []],
  ],
  [
    'nothing named, nothing sent',
    ['watch', 'all', ['all']],
    ['watch', [], []],
    ['unwatch', [], []],
  ],
])('[PRO11] a socket is in `all` or in up to three rooms: %s', async (_what, ...steps) => {
  const client = new Client((await startWorld()).url);
  for (const [verb, nations, rooms] of steps) {
    await client.send(verb, { nations });
    // Answered after everything that follows the one before.
    await client.send('watch', { nations: [] });
    const snapshots = client.received
      .splice(0)
      .map(({ message }) => 'room' in message && message.room);
    expect(snapshots).toEqual(rooms);
  }
});

test('[PRO36] a corrected screen is answered like a watch, and counted once an hour and network if it had digests to compare', async () => {
  const world = await startWorld([], { trustProxyHops: 1 });
  const from = (address: string) =>
    new Client(world.url, { extraHeaders: { 'X-Forwarded-For': address } });
  for (const nations of [[], ['usa', 'italy', 'china']]) {
    const client = from('192.0.2.1');
    await client.send('watch', { nations });
    expect(await client.send('corrected')).toMatchObject({ ok: true, rev: revOf(0) });
  }
  expect(world.corrected()).toBe(0);
  for (const [address, count] of [
    ['192.0.2.1', 1],
    ['192.0.2.200', 1],
    ['2001:db8:1::1', 2],
    ['2001:db8:1:ff::2', 2],
    ['2001:db8:2::1', 3],
  ] as const) {
    const client = from(address);
    await client.send('watch', { nations: 'all' });
    for (let n = 0; n < 3; n += 1) await client.send('corrected');
    expect(world.corrected()).toBe(count);
  }
});

describe('versions', () => {
  test.each<[string, object]>([
    ['says nothing', {}],
    ['says nonsense', { auth: { version: '0x1' } }],
    ['is of a version to come', { auth: { version: PROTOCOL_VERSION + 1 } }],
  ])('[PRO1, PRO4] a client that %s is sent the present messages', async (_who, options) => {
    const world = await startWorld([choose(1, 'usa')]);
    const client = new Client(world.url, options);
    await client.send('watch', { nations: ['usa'] });
    expect(await client.next(1)).toEqual(['snapshot usa: usa 25000']);
    world.play(stake(1, 10));
    expect(await client.next(1)).toEqual(['usa: usa 25001 (1)']);
  });

  test.each(['websocket', 'polling'])(
    '[PRO3] a page that is too old may not watch by %s, and learns why',
    async (transport) => {
      const world = await startWorld([choose(1, 'usa')]);
      const auth = { version: MIN_PROTOCOL_VERSION - 1 };
      const client = new Client(world.url, { auth, transports: [transport] });
      expect(await client.send('watch', { nations: 'all' })).toEqual({
        ok: false,
        error: 'This page is older than the game. Reload it to go on.',
        code: 'page-too-old',
      });
      world.play(stake(1, 10));
      expect(await client.afterQuiet()).toEqual([]);
    },
  );
});

describe('ticks', () => {
  test('[PRO13] changes within a tick are one message, with every event; a quiet tick sends nothing', async () => {
    const world = await startWorld([choose(1, 'usa'), choose(2, 'usa')]);
    const client = new Client(world.url);
    await client.send('watch', { nations: ['usa'] });
    await client.next(1);
    world.play(stake(1, 10), stake(2, 20), stake(1, 30));
    await expect.poll(() => client.received.length, { interval: 2 }).toBe(1);
    expect(client.received.map(({ message }) => message)).toMatchObject([
      {
        since: revOf(2),
        rev: revOf(5),
        events: [
          { walletAddress: walletOf(1), kind: 'dena-staked', gdpAfter: 25_001 },
          { walletAddress: walletOf(2), kind: 'dena-staked', gdpAfter: 25_002 },
          { walletAddress: walletOf(1), kind: 'dena-staked', gdpAfter: 25_004 },
        ],
      },
    ]);
    client.received.length = 0;
    expect(await client.afterQuiet()).toEqual([]);
  });

  test('[PRO18] after a load everyone is asked to fetch, and sent every total and their own row', async () => {
    const world = await startWorld([choose(1, 'usa')]);
    const client = new Client(world.url);
    await client.send('watch', { nations: ['usa'], walletAddress: walletOf(1) });
    await client.next(2);
    world.game.play(stake(1, 10));
    await world.board.load(world.game.snapshot());
    expect(await client.next(3)).toEqual(['resync 2', 'snapshot usa: usa 25001', 'player #1']);
    world.play(stake(1, 10));
    await expect.poll(() => client.received.length).toBe(2);
    expect(client.received[0]?.message).toMatchObject({ since: revOf(2), rev: revOf(3) });
  });

  test('[PRO14] each room has its own chain: `since` is the rev of its own last tick', async () => {
    const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')]);
    const [all, usa] = [new Client(world.url), new Client(world.url)];
    await all.send('watch', { nations: 'all' });
    await usa.send('watch', { nations: ['usa'] });
    await Promise.all([all.next(1), usa.next(1)]);
    const links: [string, string | null, string][] = [];
    for (const move of [stake(1, 10), stake(2, 10), stake(1, 10)]) {
      world.play(move);
      const hasAll = () => all.received.at(-1)?.message;
      await expect.poll(hasAll).toMatchObject({ rev: world.board.rev });
    }
    await expect.poll(() => usa.received.length).toBe(2);
    for (const { name, message } of [...all.received, ...usa.received]) {
      if (name === 'tick') links.push([message.room, message.since, message.rev]);
    }
    expect(links).toEqual([
      ['all', revOf(2), revOf(3)],
      ['all', revOf(3), revOf(4)],
      ['all', revOf(4), revOf(5)],
      ['usa', revOf(2), revOf(3)],
      ['usa', revOf(3), revOf(5)],
    ]);
  });
});

test('[PRO14] the end of a week is a tick without rows in every room, with which all chains go on', async () => {
  const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')], { hasRace: true });
  const [all, usa] = [new Client(world.url), new Client(world.url)];
  await all.send('watch', { nations: 'all', walletAddress: walletOf(1) });
  await usa.send('watch', { nations: ['usa'] });
  const ticksOf = ({ received }: Client) =>
    received.flatMap(({ name, message }) =>
      name === 'tick' && message.since !== null ? message : [],
    );
  world.play(stake(1, 10));
  // With the week's part, a second later.
  const isWithSeason = () => ticksOf(usa).some(({ season }) => season);
  await expect.poll(isWithSeason, { timeout: 3000 }).toBe(true);
  const before = ticksOf(all).at(-1);
  for (const client of [all, usa]) client.received.length = 0;

  world.game.endWeek(world.board, weekAt(world.game.now));
  await expect.poll(() => usa.received.length).toBe(1);
  await expect.poll(() => all.received.length).toBe(1);
  const empty = { since: revOf(3), rev: revOf(4), nations: [], events: [] };
  expect(ticksOf(usa)).toEqual([{ room: 'usa', ...empty }]);
  expect(ticksOf(all)).toEqual([{ room: 'all', ...empty, digest: before?.digest }]);
  const late = new Client(world.url);
  expect(await late.send('watch', { nations: ['usa'] })).toMatchObject({ rev: revOf(4) });

  world.play(stake(1, 20));
  const next = { since: revOf(4), rev: revOf(5), events: [{}] };
  for (const client of [all, usa]) await expect.poll(() => ticksOf(client)[1]).toMatchObject(next);
});

describe('closing', () => {
  test('[PRO22] a closing server lets its clients go, admits none, and they reconnect elsewhere', async () => {
    const first = await startWorld([choose(1, 'usa')]);
    const client = new Client(first.url, { reconnectionDelay: 20, reconnectionDelayMax: 50 });
    const poller = new Client(first.url, { transports: ['polling'], reconnectionDelay: 20 });
    await client.send('watch', { nations: 'all', walletAddress: walletOf(1) });
    await poller.send('watch', { nations: [] });
    const reasons: string[] = [];
    for (const { socket } of [client, poller]) {
      socket.on('disconnect', (reason) => reasons.push(reason));
    }
    await first.live.close();
    expect(first.live.sockets()).toBe(0);
    await expect.poll(() => reasons.length).toBe(2);
    // Asked to disconnect ('io server disconnect'), a client would not reconnect by itself.
    for (const reason of reasons) expect(reason).toMatch(/^transport (close|error)$/);
    const refused = await fetch(`${first.url}/socket.io/?EIO=4&transport=polling`);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-refusal-code')).toBe('draining');
    first.http.closeAllConnections();
    first.http.close();
    await once(first.http, 'close');
    const { port } = new URL(first.url);
    const second = await startWorld([choose(1, 'usa')], { port: Number(port) });
    await expect.poll(() => second.live.sockets()).toBe(2);
    client.received.length = 0;
    await client.send('watch', { nations: ['usa'] });
    expect(await client.next(1)).toEqual(['snapshot usa: usa 25000']);
  });
});

test('[PRO37] the week comes a second after a commit, with all since it came; until then ticks are short', async () => {
  const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')], { hasRace: true });
  const client = new Client(world.url);
  await client.send('watch', { nations: 'all' });
  const ticks = () =>
    client.received.flatMap(({ name, message }) => (name === 'tick' ? message : []));
  const seasons = () => ticks().flatMap(({ season }) => season ?? []);
  for (let n = 1; seasons().length === 0; n += 1) {
    world.play(stake(1 + (n % 2), 10 * n));
    const polled = { interval: 5, timeout: 2000 };
    await expect.poll(() => ticks().length, polled).toBeGreaterThanOrEqual(n);
  }
  const short = ticks().filter(({ events, season }) => events.length === 1 && !season);
  expect(short.length).toBeGreaterThan(3);
  for (const tick of short) {
    expect(`42${JSON.stringify(['tick', tick])}`.length).toBeLessThanOrEqual(800);
  }
  expect(seasons()[0]).toMatchObject({ players: 2, changed: [{ rank: 1 }, { rank: 2 }] });
  // What came too late for it comes by itself, if nothing more happens.
  world.play(stake(1, 5));
  await expect.poll(seasons, { timeout: 3000 }).toHaveLength(2);
  const shown = new Map(
    seasons().flatMap(({ changed }) => changed.map((entry) => [entry.walletAddress, entry.gdp])),
  );
  expect(shown).toEqual(
    new Map([1, 2].map((n) => [walletOf(n), world.board.entry(walletOf(n))?.gdp])),
  );
});

/** It stands in one file, which is not the golden one. */
const VERSION = new RegExp(`(?<="version":)${PROTOCOL_VERSION}(?=,)`);

test('the wire, byte for byte', async () => {
  const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')], { hasRace: true });
  const client = new Client(world.url);
  const frames: string[] = [];
  client.socket.io.engine.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    // The first packets carry the session's random ids.
    const text = String(data);
    if (type === 'message' && !text.startsWith('0{'))
      frames.push(text.replace(VERSION, '<version>'));
  });
  const frameCount = (count: number) =>
    expect.poll(() => frames.length, { interval: 2, timeout: 3000 }).toBe(count);
  await client.send('watch', { nations: ['usa', 'italy'], walletAddress: walletOf(2) });
  await frameCount(4);
  world.play(stake(2, 70_000), { do: 'stake-cultural', player: 2, quantity: 1 });
  await frameCount(6);
  // The week's part, a second later.
  await frameCount(7);
  await client.send('watch', { nations: ['argentina', 'china'] });
  await frameCount(9);
  world.play({ do: 'end-stakes', player: 2 }, choose(3, 'italy'));
  await frameCount(11);
  await frameCount(12);
  await client.send('watch', { nations: 'some' });
  await frameCount(13);
  await client.send('unwatch', { nations: 'all' });
  await frameCount(14);
  await client.send('corrected');
  await frameCount(15);
  await expect(`${frames.join('\n')}\n`).toMatchFileSnapshot('wire.golden.txt');
});
