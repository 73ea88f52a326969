/**
 * What two processes on one MongoDB report about those who watch at either, and about what was done at
 * either.
 */
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { SERVER_MESSAGES, type WatchingMessage } from '../../common/protocol/live.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { ask } from './support/http-client.ts';
import { startTwoProcesses, type TwoProcesses } from './support/several-processes.ts';
import { spectate } from './support/spectator.ts';

const mongo = await testMongo();

describe.skipIf(!mongo)('two processes', () => {
  const database = mongo?.database();
  let game: TwoProcesses;
  beforeAll(async () => {
    if (database) game = await startTwoProcesses(database.uri);
  });
  afterAll(async () => {
    await game.close();
    await database?.drop();
  });

  test('[PRO19] what is pushed live is what GET /api/events says later', async () => {
    const wallet = walletOf(1);
    const spectator = await spectate({ socket: game.second.url, list: game.first.url });
    await game.settle(wallet, { denaWei: dena(10_000), national: { italy: 2 } }, 'italy');
    for (const amount of [100, 5000]) {
      await ask(game.first.url, '/api/dena/stake', { json: { walletAddress: wallet, amount } });
    }
    const causes = () => spectator.heard.flatMap(({ message }) => message.causes);
    await expect.poll(() => causes().length).toBe(3);
    const { text } = await ask(game.first.url, `${eventsCall.path}?walletAddress=${wallet}`);
    const events = eventsCall.answers[200].parse(JSON.parse(text));
    const said = events.map(
      ({ gdpBefore, gdpAfter, nationId: _nationId, denaBalance: _dena, ...rest }) => ({
        ...rest,
        delta: gdpAfter - gdpBefore,
        rankBefore: rest.kind === 'nation-chosen' ? null : 1,
        rankAfter: 1,
      }),
    );
    expect(causes().toReversed()).toEqual(said);
    await spectator.close();
  });

  test('count those who watch at either; those of one that is killed are gone within 10 s', async () => {
    const heard: WatchingMessage[] = [];
    const sockets: Socket[] = [];
    const watch = (url: string, nations: 'all' | string[], hear = false) => {
      const socket = io(url, { transports: ['websocket'], forceNew: true });
      sockets.push(socket);
      socket.on('connect', () => socket.emit('watch', { nations }));
      if (!hear) return;
      socket.on('watching', (body) => heard.push(SERVER_MESSAGES.watching.parse(body)));
    };
    const { first, second } = game;
    watch(first.url, 'all', true);
    watch(first.url, ['usa']);
    for (let n = 0; n < 3; n += 1) watch(second.url, ['usa', 'italy']);
    await expect
      .poll(() => heard.at(-1), { timeout: 8000 })
      .toEqual({ total: 5, nations: { usa: 5, italy: 4, argentina: 1, china: 1 } });
    second.signal('SIGKILL');
    await second.exit;
    const start = performance.now();
    await expect.poll(() => heard.at(-1)?.total, { timeout: 15_000, interval: 50 }).toBe(2);
    expect(performance.now() - start).toBeLessThan(10_000);
    for (const socket of sockets) socket.disconnect();
  }, 40_000);
});
