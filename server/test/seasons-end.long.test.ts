/** [SEA1] A week's end on one MongoDB: two processes, one of them killed, and commits that land long after it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { seasonCall, seasonsCall, type SeasonDetail } from '../../common/protocol/seasons.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { weekAt, weekBegins, weekId, WEEK_MS } from '../../common/values/week.ts';
import { Game } from '../../tools/rig/game.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { audit } from '../audit/audit.ts';
import { openMongoWallets } from '../store/mongo/mongo-archive.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import type { Store } from '../store/store.ts';
import { Harness } from './support/harness.ts';
import { ask, insist } from './support/http-client.ts';
import { instead } from './support/instead.ts';

const mongo = await testMongo();
const env = {
  WALLET_PROOF: 'off',
  SESSION_SECRET: 'one secret for every process of the game',
};
/** By the machine's time, and what a test's machine may be slow. */
const LONG = { timeout: 60_000, interval: 250 };

async function detail(url: string, week: number): Promise<SeasonDetail> {
  return (await ask(url, `/api/seasons/${weekId(week)}`)).json(seasonCall.answers[200]);
}

async function isFinal(url: string, week: number): Promise<void> {
  const state = async () => (await detail(url, week)).season.state;
  await expect.poll(state, LONG).toBe('final');
}

/** The same answers at each: of every week that is final, and of the list. */
async function finalTexts(url: string, running: number): Promise<string[]> {
  const list = await ask(url, `/api/seasons?before=${weekId(running)}`);
  const weeks = list.json(seasonsCall.answers[200]);
  const details = await Promise.all(weeks.map(({ id }) => ask(url, `/api/seasons/${id}`)));
  return [list, ...details].map(({ text }) => text);
}

/** Moves the game's clock, before a process starts, so that a week ends in so many milliseconds. */
async function endIn(store: Store, ms: number): Promise<number> {
  const week = weekAt(Date.now()) + 1;
  const offset = weekBegins(week + 1) - Date.now() - ms;
  await store.putSetting('clock.offset-ms', String(offset));
  return week;
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
    for (const { walletAddress, at, gdpAfter } of page) {
      commits.unshift({ wallet: walletAddress, at: Date.parse(at), gdp: gdpAfter });
    }
    const last = page.at(-1);
    if (!last || page.length < 200) return commits;
    before = last.id;
  }
}

describe.skipIf(!mongo)('the end of a week', () => {
  test('[SEA1, SEA2, SEA3] with 64 stakes in flight and a process killed is the same at every process, and a count of the events', async () => {
    if (!mongo) return;
    const database = mongo.database();
    const store = await openMongoStore({ uri: database.uri });
    const week = await endIn(store, 30_000);
    const offset = Number(await store.setting('clock.offset-ms'));
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
      // On a slow machine the week is over by now, and the next one's end is far away: what is compared stays true.
      const leftMs = weekBegins(week + 1) - (Date.now() + offset);
      await sleep(Math.max(0, leftMs - 40));
      const sent = wallets.map((wallet, n) =>
        ask((n % 2 ? survivor : doomed).url, '/api/dena/stake', {
          json: { walletAddress: wallet, amount: 10 * (n + 1) },
        }).then(
          ({ status }) => status,
          // The killed one answers nothing.
          () => null,
        ),
      );
      await sleep(60);
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
      for (const of of [week, week + 1]) {
        const shown = await detail(survivor.url, of);
        expect(shown.entries.map(({ walletAddress, gained }) => [walletAddress, gained])).toEqual(
          gainsIn(commits, of),
        );
        expect(await detail(back.url, of)).toEqual(shown);
      }
    } finally {
      await game.close();
      await database.drop();
    }
  });

  test('[SEA1] a commit that lands after its week was closed counts for the next one, at every process, after a restart and in an audit', async () => {
    if (!mongo) return;
    const database = mongo.database();
    const { uri } = database;
    const stores = [await openMongoStore({ uri }), await openMongoStore({ uri })] as const;
    const week = await endIn(stores[0], 20_000);
    let letGo: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    const commit: Store['commit'] = async (change, ...rest) => {
      if (change.event.kind === 'dena-staked') await gone;
      return stores[0].commit(change, ...rest);
    };
    const held = await Harness.start({ store: instead(stores[0], { commit }), env });
    const prompt = await Harness.start({ store: stores[1], env });
    const servers = [held, prompt];
    try {
      const wallet = walletOf(1);
      for (const { chain } of servers) chain.give(wallet, { denaWei: dena(100_000) });
      const json = { walletAddress: wallet, nationId: 'italy' };
      expect((await insist(prompt.url, '/api/player-nation', json)).status).toBe(201);
      const sent = held.ask('/api/dena/stake', { json: { walletAddress: wallet, amount: 1000 } });
      for (const { url } of servers) await isFinal(url, week);
      letGo();
      await sent;
      const newest = async () => (await allCommits(prompt.url)).at(-1);
      await expect.poll(async () => (await newest())?.gdp, LONG).toBe(18_100);
      // It says a moment of the week that is closed.
      expect(weekAt((await newest())?.at ?? 0)).toBe(week);

      const running = { walletAddress: wallet, gained: 100, gdp: 18_100, rank: 1 };
      const third = await Harness.start({ store: stores[1], env });
      servers.push(third);
      for (const { url } of servers) {
        expect((await detail(url, week)).entries).toEqual([]);
        const next = async () => (await detail(url, week + 1)).entries;
        await expect.poll(next, LONG).toMatchObject([running]);
      }
      for (const { clock } of servers) await clock.advance(WEEK_MS);
      for (const { url } of servers) await isFinal(url, week + 1);
      const [texts, ...others] = await Promise.all(
        servers.map(({ url }) => finalTexts(url, week + 2)),
      );
      expect(others).toEqual([texts, texts]);
      expect((await detail(third.url, week + 1)).entries).toMatchObject([running]);
      const source = await openMongoWallets({ uri });
      const { weeks, differences } = await audit(source, null);
      await source.close();
      expect([weeks, differences.listed]).toEqual([{ closed: 2, computed: 2 }, []]);
    } finally {
      letGo();
      for (const server of servers) await server.close();
      for (const store of stores) await store.close();
      await database.drop();
    }
  });
});

/** Wallets and what they gained in a week, best first: all different, of wallets that joined before they staked. */
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
