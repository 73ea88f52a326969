/** [SEA1] A week's end on one MongoDB: two processes, one of them killed. */
import { describe, expect, test } from 'vitest';
import { eventsCall, playersEvents } from '../../common/protocol/events.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Game } from '../../tools/rig/game.ts';
import { wait } from '../../tools/test/counts.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import { ask } from './support/http-client.ts';
import { endWeekIn, finalTexts, weekDetail } from './support/weeks.ts';

const mongo = await testMongo();
const env = {
  WALLET_PROOF: 'off',
  SESSION_SECRET: 'one secret for every process of the game',
};
/** Waits until it is final, and for its story: another process may have to take over the lease. */
async function isFinal(url: string, week: number): Promise<void> {
  await expect.poll(async () => (await weekDetail(url, week)).season.state).toBe('final');
  await expect
    .poll(async () => (await weekDetail(url, week)).highlights, { timeout: 60_000 })
    .toBeDefined();
}

interface Commit {
  readonly wallet: Address;
  readonly at: number;
  readonly gdp: number;
}

/** Every commit that an outsider sees, oldest first. */
async function allCommits(url: string): Promise<Commit[]> {
  const commits: Commit[] = [];
  for (let before = ''; ;) {
    const answer = await ask(url, `/api/events?limit=200${before && `&before=${before}`}`);
    const page = answer.json(eventsCall.answers[200]);
    for (const { walletAddress, at, gdpAfter } of playersEvents(page)) {
      commits.unshift({ wallet: walletAddress, at: Date.parse(at), gdp: gdpAfter });
    }
    const last = page.at(-1);
    if (!last || page.length < 200) return commits;
    before = last.id;
  }
}

describe.skipIf(!mongo)('the end of a week', () => {
  test('[SEA1, SEA2, SEA3, SEA5] with 64 stakes in flight and a process killed is the same at every process, and a count of the events', async () => {
    if (!mongo) return;
    const database = mongo.database();
    const store = await openMongoStore({ uri: database.uri });
    const { week, offset } = await endWeekIn(30_000, store);
    await store.close();
    const game = await Game.start({
      program: 'source',
      servers: 2,
      mongodbUri: database.uri,
      env,
    });
    try {
      const [doomed, survivor] = game.servers;
      if (!doomed || !survivor) throw new Error('there are two servers');
      const wallets = Array.from({ length: 64 }, (_, n) => walletOf(n + 1));
      for (const [n, wallet] of wallets.entries()) {
        expect(await game.joins(wallet, NATION_IDS[n % NATION_IDS.length], n % 2)).toBe(201);
      }
      // On a slow machine the week is over by now, and the next one's end is far away: what is
      // compared stays true.
      const leftMs = weekBegins(week + 1) - (Date.now() + offset);
      await wait(Math.max(0, leftMs - 40));
      const sent = wallets.map((wallet, n) =>
        ask((n % 2 ? survivor : doomed).url, '/api/dena/stake', {
          json: { walletAddress: wallet, amount: 10 * (n + 1) },
        }).then(
          ({ status }) => status,
          // The killed one answers nothing.
          () => null,
        ),
      );
      await wait(60);
      await doomed.end('SIGKILL');
      const statuses = await Promise.all(sent);
      expect(new Set(statuses).has(201)).toBe(true);
      await isFinal(survivor.url, week);
      await game.restart(0);
      const back = game.servers[0];
      if (!back) throw new Error('it is back');
      await isFinal(back.url, week);
      const texts = await finalTexts(survivor.url, week + 1);
      expect(await finalTexts(back.url, week + 1)).toEqual(texts);

      const commits = await allCommits(survivor.url);
      const weeks = commits.map(({ at }) => weekAt(at));
      expect(weeks).toEqual(weeks.toSorted((a, b) => a - b));
      for (const of of [week, week + 1]) {
        const shown = await weekDetail(survivor.url, of);
        expect(shown.entries.map(({ walletAddress, gained }) => [walletAddress, gained])).toEqual(
          gainsIn(commits, of),
        );
        expect(await weekDetail(back.url, of)).toEqual(shown);
      }
    } finally {
      await game.close();
      await database.drop();
    }
  });
});

/**
 * Wallets and what they gained in a week, best first: all different, of wallets that joined before
 * they staked.
 */
function gainsIn(commits: readonly Commit[], week: number): [Address, number][] {
  const gains: [Address, number][] = [];
  const highest = new Map<Address, number>();
  for (const { wallet, at, gdp } of commits) {
    const base = highest.get(wallet);
    if (base !== undefined && weekAt(at) === week) gains.push([wallet, gdp - base]);
    highest.set(wallet, Math.max(gdp, base ?? 0));
  }
  return gains.toSorted(([, a], [, b]) => b - a);
}
