/** [WAT1] How many watch, as sent to real sockets: who gets it, when, and what counts. */
import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { choose } from '../leaderboard/testing/fixtures.ts';
import { Client, startWorld } from './testing/fixtures.ts';

const PACE_MS = 40;
const startGame = () => startWorld([choose(1, 'usa')], { presencePaceMs: PACE_MS });

const figuresSent = (client: Client) =>
  client.received.flatMap(({ name, message }) => (name === 'watching' ? [message] : []));

test('sockets count once in total, and for each nation that they watch', async () => {
  const { url } = await startGame();
  const [all, usa, wallet] = [new Client(url), new Client(url), new Client(url)];
  await all.send('watch', { nations: 'all' });
  await usa.send('watch', { nations: ['usa'] });
  await usa.send('watch', { nations: ['usa'] });
  // One that watches only a row counts nowhere, and receives nothing.
  await wallet.send('watch', { nations: [], walletAddress: walletOf(1) });
  const both = { total: 2, nations: { usa: 2, italy: 1, argentina: 1, china: 1 } };
  for (const client of [all, usa]) {
    await expect.poll(() => figuresSent(client).at(-1)).toEqual(both);
  }
  await usa.send('unwatch', { nations: ['usa'] });
  const one = { total: 1, nations: { usa: 1, italy: 1, argentina: 1, china: 1 } };
  await expect.poll(() => figuresSent(all).at(-1)).toEqual(one);
  expect(figuresSent(usa).at(-1)).toEqual(both);
  expect(figuresSent(wallet)).toEqual([]);
  const again = new Client(url);
  await again.send('watch', { nations: ['china'] });
  await expect.poll(() => figuresSent(all).at(-1)?.total).toBe(2);
  again.socket.disconnect();
  await expect.poll(() => figuresSent(all).at(-1)).toEqual(one);
});

test('a newcomer receives the figures at its watch, even if they stay the same', async () => {
  const { url } = await startGame();
  const client = new Client(url);
  await client.send('watch', { nations: 'all' });
  await expect.poll(() => figuresSent(client)).toHaveLength(1);
  await client.send('unwatch', { nations: 'all' });
  await client.send('watch', { nations: 'all' });
  await expect.poll(() => figuresSent(client).length).toBeGreaterThanOrEqual(2);
});

test('[PRO18] a resync, for which a round may have been dropped, is followed by the figures', async () => {
  const { board, game, url } = await startGame();
  const client = new Client(url);
  await client.send('watch', { nations: 'all' });
  await expect.poll(() => figuresSent(client)).toHaveLength(1);
  client.received.length = 0;
  await board.load(game.snapshot());
  const received = () => client.received.map(({ name }) => name);
  await expect.poll(received).toEqual(['resync', 'tick', 'watching']);
});

test('[WAT1] sockets that name one browser are one person, who watches what any of them does', async () => {
  const { url } = await startGame();
  const auth = { browser: '0123456789abcdef' };
  const [first, second] = [new Client(url, { auth }), new Client(url, { auth })];
  // Not 16 lower-case hexadecimal digits: they name nothing.
  const others = ['0123456789ABCDEF', '0'.repeat(17), 7].map(
    (browser) => new Client(url, { auth: { browser } }),
  );
  await first.send('watch', { nations: ['usa'] });
  await second.send('watch', { nations: ['italy'] });
  for (const other of others) await other.send('watch', { nations: ['china'] });
  const figures = { total: 4, nations: { usa: 1, italy: 1, argentina: 0, china: 3 } };
  await expect.poll(() => figuresSent(first).at(-1)).toEqual(figures);
});
