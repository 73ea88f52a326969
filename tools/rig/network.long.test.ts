/** The worst that a network does to screens (screens.ts), played in real time. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { sleep } from '../../server/lib/machine.ts';
import { testMongo } from '../test/mongo/test-mongo.ts';
import { randomOf } from '../world/random.ts';
import { Game } from './game.ts';
import { expectRight, type Way } from './screens.ts';

const PLAYED_MS = 20_000;
const mongo = await testMongo();

const WAYS: Readonly<Record<string, Omit<Way, 'playedMs'>>> = {
  'closes what is idle': { habits: { idleMs: 400 } },
  'buffers answers': { habits: { bufferMs: 500 } },
  'swallows close frames and ends, while the server is restarted': {
    habits: { swallowsEnds: true },
    async meanwhile(game) {
      await sleep(PLAYED_MS / 3);
      await game.restart();
    },
  },
  'cuts one in twenty connections a second': {
    habits: {},
    async meanwhile(_, proxy, until) {
      const random = randomOf(1, 'cuts');
      while (performance.now() < until) {
        await sleep(100);
        proxy.cut(1 - 0.95 ** 0.1, random);
      }
    },
  },
};

describe('a proxy in the way that', () => {
  test.each(Object.entries(WAYS))('%s', async (_, way) => {
    const game = await Game.start({ program: 'source' });
    onTestFinished(() => game.close());
    await expectRight(game, { ...way, playedMs: PLAYED_MS });
  });
});

test.skipIf(!mongo)('two processes that connections and calls reach alternately', async () => {
  const database = mongo?.database();
  onTestFinished(async () => database?.drop());
  const game = await Game.start({
    program: 'source',
    servers: 2,
    mongodbUri: database?.uri ?? '',
  });
  onTestFinished(() => game.close());
  await expectRight(game, {
    habits: {},
    playedMs: PLAYED_MS,
    async meanwhile(_, proxy) {
      await sleep(PLAYED_MS / 4);
      proxy.cut();
      await sleep(PLAYED_MS / 4);
      expect(await game.restart(1)).toBe(0);
    },
  });
});
