/**
 * [PRO40] Operators act on two processes whose replica set of three loses its primary: a pause of
 * before holds, and one that is set while there is no primary is applied once there is. Then one of
 * them is frozen in mid-commit, and commits nothing when it wakes. All by the rights that
 * docs/operating.md names.
 */
import { expect, test } from 'vitest';
import { statusCall } from '../../common/protocol/status.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { operate } from '../../server/test/support/operate.ts';
import { Game } from '../rig/game.ts';
import { wait } from '../test/counts.ts';
import { pauseProcess, resumeProcess } from '../test/pause-process.ts';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { startTestSet } from '../test/mongo/test-set.ts';

const WHY = ['--why', 'a test'];
/** Processes look for acts each second, once the database answers. */
const APPLIED = { timeout: 10_000, interval: 50 };

const mongod = await testMongod();

test.skipIf(!mongod)(
  'a pause holds over a failover, and one that is set during it is applied by all within seconds',
  { timeout: 240_000 },
  async () => {
    const player = {
      database: 'denaria',
      password: 'a-password',
      name: 'game',
      roles: ['readWrite'],
    };
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 3, users: [player] });
    const MONGODB_URI = set.uriOf(player);
    const game = await Game.start({ program: 'source', servers: 2, mongodbUri: MONGODB_URI });
    const act = (...args: string[]) => operate({ MONGODB_URI }, ...args, ...WHY);
    const pausedAt = () =>
      Promise.all(
        game.servers.map(async ({ url }) => {
          const { paused } = (await ask(url, statusCall.path)).json(statusCall.answers[200]);
          return paused;
        }),
      );
    const stakes = async (n: number) => {
      const json = { walletAddress: walletOf(1), amount: '1' };
      return (await ask(game.servers[n]?.url ?? '', '/api/dena/stake', { json })).status;
    };
    const committed = async () => (await ask(game.server.url, '/api/events')).text;
    const both = (words: string | null) => [words, words];
    try {
      expect(await game.joins(walletOf(1))).toBe(201);
      const before = await committed();
      expect(await act('pause', 'We move to another machine.')).toMatchObject({
        code: 0,
        out: expect.stringContaining('Applied by 2 of 2 processes.') as unknown,
      });
      expect(await Promise.all([stakes(0), stakes(1)])).toEqual([503, 503]);

      const first = await set.primary();
      first.kill();
      await set.primary();
      expect(await pausedAt()).toEqual(both('We move to another machine.'));
      // Also by one that starts afterwards.
      await game.restart(1);
      expect(await pausedAt()).toEqual(both('We move to another machine.'));
      await expect.poll(() => Promise.all([stakes(0), stakes(1)]), APPLIED).toEqual([503, 503]);
      expect(await committed()).toBe(before);
      await first.start();
      await set.whole();

      expect((await act('resume')).out).toContain('Applied by 2 of 2 processes.');
      expect(await Promise.all([stakes(0), stakes(1)])).toEqual([201, 201]);
      const second = await set.primary();
      second.kill();
      await wait(500);
      const during = await act('pause', 'We have lost a machine.');
      // It waited for the election; a process may need another moment.
      expect(during.error).toBe('');
      expect(during.out).toMatch(/^Act 3: pause We have lost a machine\./);
      await expect.poll(pausedAt, APPLIED).toEqual(both('We have lost a machine.'));
      await second.start();
      await set.whole();

      expect((await act('resume')).out).toContain('Applied by 2 of 2 processes.');
      await expect.poll(() => Promise.all([stakes(0), stakes(1)]), APPLIED).toEqual([201, 201]);

      const frozen = game.servers[1]?.pid ?? 0;
      const underWay: Promise<number>[] = [];
      for (let n = 0; n < 40; n += 1) {
        underWay.push(stakes(1));
        await wait(2);
      }
      await pauseProcess(frozen);
      const beside = await act('pause', 'One of them is frozen.');
      expect(beside).toMatchObject({
        code: 2,
        out: expect.stringMatching(
          /No process commits for a player any more\.\nApplied by 1 of 2/,
        ) as unknown,
      });
      const last = await committed();
      resumeProcess(frozen);
      const answers = await Promise.all(underWay);
      expect(answers).toContain(201);
      expect(answers).toContain(503);
      await expect.poll(pausedAt, APPLIED).toEqual(both('One of them is frozen.'));
      expect(await committed()).toBe(last);
    } finally {
      await game.close();
      await set.stop();
    }
  },
);
