/** A process that is told to end under load: who is notified, in which order; what is stored. */
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { Game } from '../../tools/rig/game.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import { ask } from './support/http-client.ts';
import { balance } from './support/ledger.ts';
import { startLoad } from './support/load.ts';

/** The longest: a slow machine must see it, too. */
const NOTICE_MS = 2500;
const WALLETS = Array.from({ length: 8 }, (_, n) => walletOf(n + 1));

let game: Game;

beforeEach(async () => {
  const env = { DRAIN_NOTICE_MS: `${NOTICE_MS}`, LOG_LEVEL: 'info' };
  game = await Game.start({ program: 'source', env });
});
afterEach(() => game.close());

describe('a process that is told to end', () => {
  test('notifies the balancer, sends its sockets away, answers requests in progress and loses nothing', async () => {
    for (const wallet of WALLETS) expect(await game.joins(wallet)).toBe(201);
    const socket = io(game.server.url, { transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve) => {
      socket.once('connect', () => resolve());
    });
    const left = new Promise<string>((resolve) => {
      socket.once('disconnect', resolve);
    });
    const load = startLoad({
      players: WALLETS.map((wallet) => ({ wallet })),
      urls: [game.server.url],
    });
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(100);
    await expect.poll(async () => (await ask(game.server.url, '/readyz')).status).toBe(200);

    const exit = game.server.end('SIGTERM');
    let ready = await ask(game.server.url, '/readyz');
    await expect
      .poll(async () => (ready = await ask(game.server.url, '/readyz')).status, { interval: 20 })
      .toBe(503);
    const answeredBefore = load.acknowledged.length;
    expect(ready.text).toBe(JSON.stringify({ status: 'draining' }));
    expect(ready.headers['connection']).toBe('close');
    // The balancer knows, and the sockets are still there.
    expect(socket.connected).toBe(true);
    // The transport closes, without a disconnect packet: a client reconnects by itself, to another
    // process.
    expect(await left).toBe('transport close');

    expect(await exit).toBe(0);
    expect(game.server.output()).toMatch(/Denaria stops: .*Denaria has stopped/s);
    expect(load.acknowledged.length).toBeGreaterThan(answeredBefore);
    await load.stop(0);
    expect(load.refused).toEqual([]);

    const store = await openEmbeddedStore({ dataDir: game.dataDir });
    const { acknowledged, lost, twice } = await balance(store, WALLETS, load);
    await store.close();
    expect(acknowledged).toBeGreaterThan(100);
    expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  });
});
