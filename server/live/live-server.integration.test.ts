/** Real sockets on a real HTTP server; the board is fed by a small game of the tests' own. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { choose, EPOCH, revOf, stake } from '../leaderboard/testing/fixtures.ts';
import { Client, startWorld } from './testing/fixtures.ts';

describe('watching', () => {
  test('[PRO11] the acknowledgement places the watcher; one gdp per nation and one player follow it', async () => {
    const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')]);
    const client = new Client(world.url);
    const order: string[] = [];
    client.socket.onAny((name: string) => order.push(name));
    const watch = { nations: 'all', walletAddress: walletOf(2) };
    const ack = await new Promise((resolve) => {
      client.socket.emit('watch', watch, (answer: unknown) => {
        order.push('the acknowledgement');
        resolve(answer);
      });
    });
    expect(ack).toEqual({
      ok: true,
      version: PROTOCOL_VERSION,
      epoch: EPOCH,
      rev: revOf(2),
      now: new Date(NOW).toISOString(),
    });
    expect(await client.next(5)).toEqual([
      'gdp usa 25000',
      'gdp italy 18000',
      'gdp argentina 0',
      'gdp china 0',
      'player #2',
    ]);
    expect(order).toEqual(['the acknowledgement', 'gdp', 'gdp', 'gdp', 'gdp', 'player']);
  });

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
    expect(await usa.next(2)).toEqual(['leaderboard usa 1', 'gdp usa 25001']);
    // Player 1 overtakes nobody: nobody else has a change to receive.
    expect(await Promise.all([italy.afterQuiet(), player.afterQuiet()])).toEqual([[], []]);
    world.play(stake(2, 100_000));
    expect(await italy.next(2)).toEqual(['leaderboard italy 2', 'gdp italy 28000']);
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
    await client.next(5);
    expect(
      await client.send('unwatch', { nations: ['usa'], walletAddress: walletOf(1) }),
    ).toMatchObject({ ok: true, rev: revOf(2) });
    world.play(stake(1, 10), stake(2, 10));
    expect(await client.next(2)).toEqual(['leaderboard italy 2', 'gdp italy 18001']);
    expect(await client.afterQuiet()).toEqual([]);
  });
});

describe('ticks', () => {
  test('[PRO13] changes within a tick are one message, with every cause; a quiet tick sends nothing', async () => {
    const world = await startWorld([choose(1, 'usa'), choose(2, 'usa')]);
    const client = new Client(world.url);
    await client.send('watch', { nations: ['usa'] });
    await client.next(1);
    world.play(stake(1, 10), stake(2, 20), stake(1, 30));
    await expect.poll(() => client.heard.length, { interval: 2 }).toBe(2);
    expect(client.heard.map(({ message }) => message)).toMatchObject([
      { since: revOf(2), rev: revOf(5), left: [] },
      {
        rev: revOf(5),
        causes: [
          { walletAddress: walletOf(1), kind: 'dena-staked', delta: 1 },
          { walletAddress: walletOf(2), kind: 'dena-staked', delta: 2 },
          { walletAddress: walletOf(1), kind: 'dena-staked', delta: 3 },
        ],
      },
    ]);
    client.heard.length = 0;
    expect(await client.afterQuiet()).toEqual([]);
  });

  test('[PRO18] after a load everyone is asked to fetch, and sent every total and their own row', async () => {
    const world = await startWorld([choose(1, 'usa')]);
    const client = new Client(world.url);
    await client.send('watch', { nations: ['usa'], walletAddress: walletOf(1) });
    await client.next(2);
    world.game.play(stake(1, 10));
    await world.board.load(world.game.snapshot());
    world.live.resync();
    expect(await client.next(3)).toEqual(['resync 2', 'gdp usa 25001', 'player #1']);
    world.play(stake(1, 10));
    await expect.poll(() => client.heard.length).toBe(3);
    expect(client.heard[0]?.message).toMatchObject({ since: revOf(2), rev: revOf(3) });
  });
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
    // Told to disconnect ('io server disconnect'), a client would not reconnect by itself.
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
    client.heard.length = 0;
    await client.send('watch', { nations: ['usa'] });
    expect(await client.next(1)).toEqual(['gdp usa 25000']);
  });
});

/** It is in one place, which is not the golden file. */
const VERSION = new RegExp(`(?<="version":)${PROTOCOL_VERSION}(?=,)`);

test('the wire, byte for byte', async () => {
  const world = await startWorld([choose(1, 'usa'), choose(2, 'italy')]);
  const client = new Client(world.url);
  const frames: string[] = [];
  client.socket.io.engine.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    // The first packets carry the session's random ids.
    const text = String(data);
    if (type === 'message' && !text.startsWith('0{'))
      frames.push(text.replace(VERSION, '<version>'));
  });
  const frameCount = (count: number) =>
    expect.poll(() => frames.length, { interval: 2 }).toBe(count);
  await client.send('watch', { nations: ['usa', 'italy'], walletAddress: walletOf(2) });
  await frameCount(4);
  world.play(stake(2, 70_000), { do: 'stake-cultural', player: 2, quantity: 1 });
  await frameCount(7);
  world.play({ do: 'end-stakes', player: 2 }, choose(3, 'italy'));
  await frameCount(10);
  await client.send('watch', { nations: 'some' });
  await frameCount(11);
  await client.send('unwatch', { nations: 'all' });
  await frameCount(12);
  await expect(`${frames.join('\n')}\n`).toMatchFileSnapshot('wire.golden.txt');
});
