/** Pages of older versions on real sockets: they are sent what they know, and refused if they are too old. */
import { describe, expect, test } from 'vitest';
import { SINCE, Vocabulary } from '../../common/protocol/since.ts';
import { MIN_PROTOCOL_VERSION, PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { choose, stake } from '../leaderboard/testing/fixtures.ts';
import { Client, startWorld } from './testing/fixtures.ts';

/** As if museums, `player` and `resync` had been added in this version. */
const NEW_HERE = new Vocabulary({
  messages: { ...SINCE.messages, player: PROTOCOL_VERSION, resync: PROTOCOL_VERSION },
  kinds: { ...SINCE.kinds, 'cultural-staked': PROTOCOL_VERSION },
});

const startGame = () => startWorld([choose(1, 'usa')], { vocabulary: NEW_HERE });

/** A client that connects as a browser's page does, reporting any version. */
const page = (url: string, auth: object = {}) =>
  new Client(url, { auth, extraHeaders: { origin: url } });

/** The causes that a client was sent since the last call. */
async function causesHeard(client: Client): Promise<string[]> {
  const gdp = () => client.heard.filter(({ name }) => name === 'gdp');
  await expect.poll(() => gdp().length).toBe(1);
  return client.heard
    .splice(0)
    .flatMap(({ message }) => ('causes' in message ? message.causes.map(({ kind }) => kind) : []));
}

describe('[PRO1, PRO4] an event of a kind that is new', () => {
  test.each<[string, (url: string) => Client, boolean]>([
    ['a page that says nothing', (url) => page(url), false],
    ['a page of the version before', (url) => page(url, { version: PROTOCOL_VERSION - 1 }), false],
    ['a page of this version', (url) => page(url, { version: PROTOCOL_VERSION }), true],
    ['a page of a version to come', (url) => page(url, { version: PROTOCOL_VERSION + 1 }), true],
    ['a client that is no page', (url) => new Client(url), true],
    [
      'a client that is no page and polls',
      (url) => new Client(url, { transports: ['polling'] }),
      true,
    ],
  ])('%s', async (_who, connect, isTold) => {
    const world = await startGame();
    const client = connect(world.url);
    await client.send('watch', { nations: ['usa'] });
    await client.next(1);
    world.play({ do: 'stake-cultural', player: 1, quantity: 1 }, stake(1, 10));
    expect(await causesHeard(client)).toEqual(
      isTold ? ['cultural-staked', 'dena-staked'] : ['dena-staked'],
    );
  });
});

test('[PRO4] a message of a new kind is not sent to an old page, at the watch or later', async () => {
  const world = await startGame();
  const old = page(world.url);
  const current = page(world.url, { version: PROTOCOL_VERSION });
  for (const client of [old, current]) {
    await client.send('watch', { nations: ['usa'], walletAddress: walletOf(1) });
  }
  expect(await current.next(2)).toEqual(['gdp usa 25000', 'player #1']);
  world.play(stake(1, 10));
  await current.next(3);
  world.live.resync();
  expect(await current.next(3)).toEqual(['resync 2', 'gdp usa 25001', 'player #1']);
  expect(await old.afterQuiet()).toEqual([
    'gdp usa 25000',
    'leaderboard usa 1',
    'gdp usa 25001',
    'gdp usa 25001',
  ]);
});

test('[PRO3] a page that is too old may not watch, and is told why', async () => {
  const world = await startWorld([choose(1, 'usa')]);
  const client = page(world.url, { version: MIN_PROTOCOL_VERSION - 1 });
  expect(await client.send('watch', { nations: 'all' })).toEqual({
    ok: false,
    error: 'This page is older than the game. Reload it to go on.',
    code: 'page-too-old',
  });
  world.play(stake(1, 10));
  expect(await client.afterQuiet()).toEqual([]);
});
