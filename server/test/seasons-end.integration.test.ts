/**
 * [SEA1] A commit that was decided before its week's end, at one of two processes on one MongoDB.
 */
import { expect, test } from 'vitest';
import { eventsCall, playersEvents } from '../../common/protocol/events.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { weekAt, WEEK_MS } from '../../common/values/week.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { audit } from '../audit/audit.ts';
import { openMongoWallets } from '../store/mongo/mongo-stream.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import type { Store } from '../store/store.ts';
import { Harness } from './support/harness.ts';
import { ask, insist } from './support/http-client.ts';
import { instead } from './support/instead.ts';
import { endWeekIn, finalTexts, weekDetail } from './support/weeks.ts';

const mongo = await testMongo();
const env = {
  WALLET_PROOF: 'off',
  SESSION_SECRET: 'one secret for every process of the game',
};
const DAY_MS = 24 * 3_600_000;

async function newestCommit(url: string) {
  const answer = await ask(url, '/api/events?limit=1');
  return playersEvents(answer.json(eventsCall.answers[200]))[0];
}

test.skipIf(!mongo)(
  '[SEA1] a commit that was decided before its week ended is decided again for the next one, at every process, after a restart and in an audit',
  async () => {
    if (!mongo) return;
    const database = mongo.database();
    const { uri } = database;
    const stores = [await openMongoStore({ uri }), await openMongoStore({ uri })] as const;
    // No week ends by itself.
    const { week } = await endWeekIn(2 * DAY_MS, stores[0]);
    let letGo: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    let isStalled = false;
    const commit: Store['commit'] = async (change, ...rest) => {
      if (change.event.kind === 'dena-staked') {
        isStalled = true;
        await gone;
      }
      return stores[0].commit(change, ...rest);
    };
    const stalled = await Harness.start({ store: instead(stores[0], { commit }), env });
    const prompt = await Harness.start({ store: stores[1], env });
    const servers = [stalled, prompt];
    const isFinal = async (of: number) => {
      for (const { url } of servers) {
        await expect
          .poll(async () => (await weekDetail(url, of)).season.state, { timeout: 10_000 })
          .toBe('final');
      }
    };
    const isTold = async (of: number) => {
      for (const { url } of servers) {
        await expect
          .poll(async () => (await weekDetail(url, of)).highlights, { timeout: 10_000 })
          .toBeDefined();
      }
    };
    const advance = async (ms: number) => {
      for (const { clock } of servers) await clock.advance(ms);
    };
    try {
      const wallet = walletOf(1);
      for (const { chain } of servers) chain.give(wallet, { denaWei: dena(100_000) });
      const json = { walletAddress: wallet, nationId: 'italy' };
      expect((await insist(prompt.url, '/api/player-nation', json)).status).toBe(201);
      const sent = stalled.ask('/api/dena/stake', {
        json: { walletAddress: wallet, amount: 1000 },
      });
      await expect.poll(() => isStalled).toBe(true);
      await advance(3 * DAY_MS);
      await isFinal(week);
      letGo();
      await sent;
      await expect.poll(async () => (await newestCommit(prompt.url))?.gdpAfter).toBe(18_100);
      expect(weekAt(Date.parse((await newestCommit(prompt.url))?.at ?? ''))).toBe(week + 1);

      const running = { walletAddress: wallet, gained: 100, gdp: 18_100, rank: 1 };
      const third = await Harness.start({ store: stores[1], env });
      servers.push(third);
      for (const { url } of servers) {
        expect((await weekDetail(url, week)).entries).toEqual([]);
        const next = async () => (await weekDetail(url, week + 1)).entries;
        await expect.poll(next).toMatchObject([running]);
      }
      await advance(WEEK_MS);
      await isFinal(week + 1);
      await isTold(week + 1);
      const [texts, ...others] = await Promise.all(
        servers.map(({ url }) => finalTexts(url, week + 2)),
      );
      expect(others).toEqual([texts, texts]);
      expect((await weekDetail(third.url, week + 1)).entries).toMatchObject([running]);
      const source = await openMongoWallets(uri);
      const { weeks, differences } = await audit(source, null);
      await source.close();
      expect([weeks, differences.listed]).toEqual([{ closed: 2, computed: 2 }, []]);
    } finally {
      letGo();
      for (const server of servers) await server.close();
      for (const store of stores) await store.close();
      await database.drop();
    }
  },
);
