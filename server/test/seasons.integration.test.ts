/** The weeks' race over HTTP and sockets: five weeks of one game, whose clock a test moves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { previewCall } from '../../common/protocol/leaderboard.ts';
import { playerCall } from '../../common/protocol/players.ts';
import {
  seasonCall,
  seasonsCall,
  type Season,
  type SeasonDetail,
  type TickSeason,
} from '../../common/protocol/seasons.ts';
import { dena, rules } from '../../common/testing/fixtures.ts';
import { weekAt, weekBegins, weekId, WEEK_MS } from '../../common/values/week.ts';
import { Harness, type TestPlayer } from './support/harness.ts';

let server: Harness;
let italian: TestPlayer;
let chinese: TestPlayer;
let other: TestPlayer;
/** The week in which the game begins. */
let first: number;

async function list(query = ''): Promise<Season[]> {
  return (await server.ask(`/api/seasons${query}`)).json(seasonsCall.answers[200]);
}

async function detail(week: number, query = ''): Promise<SeasonDetail> {
  return (await server.ask(`/api/seasons/${weekId(week)}${query}`)).json(seasonCall.answers[200]);
}

async function done(player: TestPlayer, path: string, body: object) {
  const answer = await player.post(path, body);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}

const joins = (player: TestPlayer, nationId: string) =>
  done(player, '/api/player-nation', { nationId });

/** @returns the stake's id. */
async function stakes(player: TestPlayer, amount: string): Promise<string> {
  const answer = await done(player, '/api/dena/stake', { amount });
  return answer.json(stakeDenaCall.answers[201]).id;
}

const unstakes = (player: TestPlayer, stakeId: string) =>
  done(player, '/api/dena/unstake', { stakeId });

/** Waits until every week but the running one is final, and has its story. */
async function allFinal(): Promise<void> {
  const states = async () => new Set((await list()).slice(1).map(({ state }) => state));
  await expect.poll(states).toEqual(new Set(['final']));
  for (let week = first; week < weekAt(server.clock.now()); week += 1) {
    await expect.poll(async () => (await detail(week)).highlights).toBeDefined();
  }
}

/** Every answer about final weeks, as its text. */
async function finalTexts(): Promise<string[]> {
  const running = weekAt(server.clock.now());
  const paths = [`/api/seasons?before=${weekId(running)}`];
  for (let week = first; week < running; week += 1) {
    paths.push(`/api/seasons/${weekId(week)}?walletAddress=${italian.wallet}`);
  }
  const answers = await Promise.all(paths.map((path) => server.ask(path)));
  return answers.map(({ text }) => text);
}

async function refused(path: string, status: number, code: string): Promise<void> {
  const answer = await server.ask(path);
  expect([path, answer.status, answer.headers['x-refusal-code']]).toEqual([path, status, code]);
}

const unnamed = ({ entries }: Pick<SeasonDetail, 'entries'>) =>
  entries.map(({ walletAddress, gained, gdp }) => [walletAddress, gained, gdp]);

beforeAll(async () => {
  server = await Harness.start();
  italian = await server.player(dena(100_000));
  chinese = await server.player(dena(100_000));
  other = await server.player(dena(100_000));
  first = weekAt(server.clock.now());
  // Two days before the end of a week, so that no week ends by itself.
  await server.clock.advance(weekBegins(first + 2) - 2 * 24 * 3_600_000 - server.clock.now());
  first += 1;
});
afterAll(() => server.close());

describe('before the first commit', () => {
  test('[SEA1] there is no week', async () => {
    expect(await list()).toEqual([]);
    await refused(`/api/seasons/${weekId(first)}`, 404, 'no-such-season');
  });
});

describe('the running week', () => {
  let toAll: TickSeason[];
  let toItaly: TickSeason[];
  let stake: string;

  beforeAll(async () => {
    await joins(italian, 'italy');
    await joins(chinese, 'china');
    await joins(other, 'italy');
    const [everyone, italians] = [await server.socket(), await server.socket()];
    await everyone.watch({ nations: 'all' });
    await italians.watch({ nations: ['italy'] });
    stake = await stakes(italian, '1000');
    await stakes(chinese, '3000');
    const tickOf = (socket: typeof everyone, wallet: string) =>
      socket.until(
        ({ name, body }) =>
          name === 'tick' &&
          (body.season?.changed.some(({ walletAddress }) => walletAddress === wallet) ?? false),
      );
    await tickOf(everyone, chinese.wallet);
    await tickOf(italians, italian.wallet);
    const seasonsOf = (socket: typeof everyone) =>
      socket.received.flatMap(({ name, body }) => (name === 'tick' ? (body.season ?? []) : []));
    toAll = seasonsOf(everyone);
    toItaly = seasonsOf(italians);
    everyone.close();
    italians.close();
  });

  test('[ENT9, CAL12, SEA2, SEA3, SEA4] ranks by what was gained, and sums it up by nation', async () => {
    const [season, ...more] = await list();
    expect(more).toEqual([]);
    expect(season).toEqual({
      id: weekId(first),
      from: new Date(weekBegins(first)).toISOString(),
      to: new Date(weekBegins(first + 1)).toISOString(),
      state: 'running',
      players: 2,
      nations: [
        { nationId: 'usa', gained: 0 },
        { nationId: 'italy', gained: 100 },
        { nationId: 'argentina', gained: 0 },
        { nationId: 'china', gained: 300 },
      ],
      champion: { walletAddress: chinese.wallet, name: null, nationId: 'china', gained: 300 },
    });
    const { entries, own, chase, best, presidents, ...rest } = await detail(first);
    expect(rest).toEqual({ season });
    expect(entries.map(({ rank, gained, gdp }) => [rank, gained, gdp])).toEqual([
      [1, 300, 22_300],
      [2, 100, 18_100],
    ]);
    expect(best).toEqual(entries);
    expect([own, chase, presidents]).toEqual([null, null, []]);
  });

  test('[SEA3] has a page of its entries, one’s own, and what passes the next one', async () => {
    const path = `/api/seasons/${weekId(first)}`;
    const page = await server.ask(`${path}?limit=1&offset=1&walletAddress=${italian.wallet}`);
    expect(page.headers['x-total-count']).toBe('2');
    const { entries, own, chase } = page.json(seasonCall.answers[200]);
    expect(entries).toEqual([own]);
    // Of two with the same score the earlier one is ahead.
    expect(chase).toMatchObject({ ahead: { walletAddress: chinese.wallet }, needed: 201 });
    const leading = await detail(first, `?walletAddress=${chinese.wallet}`);
    expect(leading.chase).toEqual({ ahead: null, needed: null });
    const without = await detail(first, `?walletAddress=${other.wallet}`);
    expect([without.own, without.chase?.needed]).toEqual([null, 101]);
    const stranger = await detail(first, `?walletAddress=${server.stranger().wallet}`);
    expect([stranger.own, stranger.chase]).toEqual([null, null]);
  });

  test('[SEA3] has those of a nation, with their ranks among all, and those that a search finds', async () => {
    const path = `/api/seasons/${weekId(first)}`;
    const ranks = async (query: string) => {
      const answer = await server.ask(`${path}?${query}`);
      const { entries, season } = answer.json(seasonCall.answers[200]);
      expect(season.players).toBe(2);
      return [answer.headers['x-total-count'], entries.map(({ rank }) => rank)];
    };
    expect(await ranks('nationId=italy&limit=5')).toEqual(['1', [2]]);
    expect(await ranks('nationId=italy&offset=1')).toEqual(['1', []]);
    expect(await ranks('nationId=usa')).toEqual(['0', []]);
    const q = chinese.wallet.slice(0, 12).toUpperCase().replace('X', 'x');
    expect(await ranks(`q=${q}`)).toEqual(['1', [1]]);
    expect(await ranks(`q=${q}&nationId=italy&walletAddress=${italian.wallet}`)).toEqual(['0', []]);
    await refused(`${path}?q=ab&limit=5`, 400, 'bad-request');
  });

  test('[SEA3] is in a preview: the place that a GDP would have, and none without a gain', async () => {
    const weekOf = async (gdp: number) => {
      const path = `${previewCall.path}?walletAddress=${other.wallet}&gdp=${gdp}`;
      return (await server.ask(path)).json(previewCall.answers[200]).week;
    };
    expect(await weekOf(18_100)).toEqual({ rank: 3, gained: 100 });
    expect(await weekOf(18_101)).toEqual({ rank: 2, gained: 101 });
    expect(await weekOf(18_000)).toBe(null);
  });

  test('[SEA3, PRO37] is in the ticks, of a nation only that nation’s', () => {
    const [wallets, nations] = [new Set<string>(), new Set<string>()];
    for (const { id, changed, left, nations: sums } of [...toAll, ...toItaly]) {
      expect([id, left]).toEqual([weekId(first), []]);
      expect(changed.length + sums.length).toBeGreaterThan(0);
    }
    for (const season of toAll) {
      for (const { walletAddress } of season.changed) wallets.add(walletAddress);
      for (const { nationId, gained } of season.nations) nations.add(`${nationId} ${gained}`);
    }
    expect(wallets).toEqual(new Set([italian.wallet, chinese.wallet]));
    expect(nations).toEqual(new Set(['italy 100', 'china 300']));
    expect(toItaly.flatMap(({ changed }) => changed).map(({ nationId }) => nationId)).toEqual(
      toItaly.flatMap(({ changed }) => changed).map(() => 'italy'),
    );
    expect(toItaly.flatMap((season) => season.nations)).toEqual([
      { nationId: 'italy', gained: 100 },
    ]);
  });

  test('[SEA1] has an id of ISO 8601, and other text is refused', async () => {
    for (const id of ['2026-W54', '2026-w48']) {
      await refused(`/api/seasons/${id}`, 400, 'bad-request');
      await refused(`/api/seasons?before=${id}`, 400, 'bad-request');
    }
    await refused(`/api/seasons/${weekId(first - 1)}`, 404, 'no-such-season');
    await refused(`/api/seasons/${weekId(first + 1)}`, 404, 'no-such-season');
  });

  test('[SEA1, PRO38] is final at its end, though nobody commits', async () => {
    await server.clock.advance(WEEK_MS);
    await expect
      .poll(async () => (await list()).map(({ id, state }) => [id, state]))
      .toEqual([
        [weekId(first + 1), 'running'],
        [weekId(first), 'final'],
      ]);
    const { season, entries, best } = await detail(first);
    expect(season).toMatchObject({ state: 'final', players: 2 });
    expect(entries.map(({ walletAddress }) => walletAddress)).toEqual([
      chinese.wallet,
      italian.wallet,
    ]);
    expect(best).toEqual(entries);
  });

  test('[SEA2] out and in again, and less than one’s own best, score nothing', async () => {
    const week = first + 1;
    await unstakes(italian, stake);
    stake = await stakes(italian, '1000');
    expect(unnamed(await detail(week))).toEqual([]);
    // What is above it counts, and nothing else.
    const more = await stakes(italian, '70');
    expect(unnamed(await detail(week))).toEqual([[italian.wallet, 7, 18_107]]);
    await stakes(other, '20');
    await server.clock.advance(WEEK_MS + rules.lockMs);
    await unstakes(italian, more);
    await unstakes(italian, stake);
    await stakes(italian, '1070');
    expect(unnamed(await detail(week + 2))).toEqual([]);
    const { chase } = await detail(week + 2, `?walletAddress=${italian.wallet}`);
    expect(chase).toEqual({ ahead: null, needed: 1 });
    // The GDP in between counted in no week.
    expect(unnamed(await detail(week))).toEqual([
      [italian.wallet, 7, 18_107],
      [other.wallet, 2, 18_002],
    ]);
  });

  test('[SEA1] when the clock jumps, all weeks that it passed end, also those without a score', async () => {
    await server.clock.advance(3 * WEEK_MS);
    await expect.poll(async () => (await list())[0]?.id).toBe(weekId(first + 6));
    await allFinal();
    const seasons = await list();
    expect(seasons.map(({ id, players }) => [id, players])).toEqual([
      [weekId(first + 6), 0],
      [weekId(first + 5), 0],
      [weekId(first + 4), 0],
      [weekId(first + 3), 0],
      [weekId(first + 2), 0],
      [weekId(first + 1), 2],
      [weekId(first), 2],
    ]);
    const { entries, best, season } = await detail(first + 2);
    expect([entries, best, season.champion]).toEqual([[], [], null]);
    expect((await list(`?limit=2&before=${weekId(first + 2)}`)).map(({ id }) => id)).toEqual([
      weekId(first + 1),
      weekId(first),
    ]);
    expect(await list(`?before=${weekId(first)}`)).toEqual([]);
    expect((await list('?limit=1')).map(({ state }) => state)).toEqual(['running']);
  });

  test('[SEA5, PRO41] a final week has its story, and whom one passed; the running one has none', async () => {
    const { highlights = [], own } = await detail(first, `?walletAddress=${italian.wallet}`);
    const [finish, ...others] = highlights.filter(({ kind }) => kind === 'finish');
    expect([others, own?.passed]).toEqual([[], 0]);
    expect(finish).toMatchObject({
      wallets: [{ walletAddress: chinese.wallet }, { walletAddress: italian.wallet }],
      nationId: 'china',
      figures: { gap: 200 },
    });
    expect(highlights.map(({ kind }) => kind)).toEqual(['lead', 'finish', 'lead-change']);
    const running = await detail(first + 6, `?walletAddress=${italian.wallet}`);
    expect(running.highlights).toBeUndefined();
    // Nobody did anything in it.
    expect((await detail(first + 4)).highlights).toEqual([]);
  });

  test('[SEA3] a player’s page has the places in the final weeks, newest first', async () => {
    const page = await server.ask(`/api/players/${italian.wallet}`);
    expect(page.json(playerCall.answers[200]).seasons).toEqual([
      { id: weekId(first + 1), rank: 1, gained: 7, players: 2 },
      { id: weekId(first), rank: 2, gained: 100, players: 2 },
    ]);
    const own = (await detail(first + 1, `?limit=1&walletAddress=${other.wallet}`)).own;
    expect(own).toMatchObject({ rank: 2, gained: 2, walletAddress: other.wallet });
  });

  test('[SEA1] a final week is the same to the byte after a restart, and whatever is staked later', async () => {
    const before = await finalTexts();
    await stakes(other, '5000');
    expect(await finalTexts()).toEqual(before);
    await server.restart();
    expect(await finalTexts()).toEqual(before);
    expect(unnamed(await detail(first + 6))).toEqual([[other.wallet, 500, 18_502]]);
  });
});
