/**
 * Half an hour of the default world: rivals that play on a server in this process, with a simulated
 * chain and a clock that the test moves.
 */
import { expect, onTestFinished, test, vi } from 'vitest';
import { configCall } from '../../common/protocol/config.ts';
import { standingsCall } from '../../common/protocol/nations.ts';
import type { Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { DEVELOPMENT_LIMITS } from '../../server/http/limits.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { changeRules } from '../../server/store/testing/fixtures.ts';
import { runs } from '../../tools/test/run-counts.ts';
import type { Belongings } from '../chain/treasury.ts';
import { callApi } from './api-player.ts';
import { Pacing, type Pace } from './pace.ts';
import { createRandom } from './random.ts';
import { recruit } from './recruit.ts';
import { RivalActions } from './rival-actions.ts';
import { Society } from './society.ts';

const HOUR_MS = 60 * 60 * 1000;
const HOURS = runs({ usual: 1, long: 12 }) / 2;
const MONDAY = Date.UTC(2026, 0, 5);
/** A spectator looks at the nations after so many actions. */
const SEEN_EVERY = 10;

type PlayedWorld = Awaited<ReturnType<typeof newWorld>>;

const RIVALS = 12;

async function newWorld({ seed = 1 }: { readonly seed?: number } = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: MONDAY });
  const server = await Harness.start({ chainPollMs: 10, limits: DEVELOPMENT_LIMITS });
  onTestFinished(async () => {
    await server.close();
    vi.useRealTimers();
  });
  const rivals = recruit({ count: RIVALS, firstAccount: 10, seed });
  const owned = new Map<Address, Belongings>();

  /** Puts it on the chain, which the game follows [CHN1]. */
  function hold(wallet: Address, belongings: Belongings): void {
    owned.set(wallet, belongings);
    const { nationId = 'usa' } = rivals.find((rival) => rival.walletAddress === wallet) ?? {};
    server.chain.give(wallet, {
      denaWei: BigInt(belongings.dena) * WEI_PER_DENA,
      national: { [nationId]: belongings.national },
      cultural: { [nationId]: belongings.cultural },
    });
  }
  async function move(wallet: Address, asset: keyof Belongings, amount: number): Promise<void> {
    const had = owned.get(wallet);
    if (had) hold(wallet, { ...had, [asset]: had[asset] + amount });
    await server.quiet();
  }

  const actions = await RivalActions.open({
    origins: [server.url],
    rivals,
    chain: () => ({
      async endow(wallets, belongings) {
        for (const wallet of wallets) hold(wallet, belongings);
      },
      give: (wallet, gift) =>
        gift.asset === 'dena'
          ? move(wallet, 'dena', Number(gift.amountWei / WEI_PER_DENA))
          : Promise.reject(new Error('rivals are given DENA')),
      copies: async (wallet) => owned.get(wallet) ?? { national: 0, cultural: 0 },
      async sell({ from, to, asset, amount }) {
        await move(from, asset, -amount);
        if (to) await move(to, asset, amount);
      },
    }),
  });
  /** All that was done, in words; the ids of stakes are random. */
  const done: string[] = [];
  const act = actions.act.bind(actions);
  actions.act = async (wallet, action) => {
    done.push(`${wallet} ${JSON.stringify({ ...action, stakeId: undefined })}`);
    return act(wallet, action);
  };
  const society = new Society(actions, seed);
  const pacing = new Pacing(createRandom(seed));
  return { server, society, pacing, done };
}

interface Played {
  readonly longestPauseMs: number;
  /** The leading nations one after the other, and each nation's presidents. */
  readonly leaders: readonly NationId[];
  readonly presidents: Readonly<Record<NationId, readonly string[]>>;
}

/** Lets them play for so long, by the game's clock. */
async function playFor(
  world: PlayedWorld,
  { pace, ms }: { readonly pace: Pace; readonly ms: number },
): Promise<Played> {
  const until = Date.now() + ms;
  const leaders: NationId[] = [];
  const presidents = byNation((): string[] => []);
  let actions = 0;
  let lastAt = Date.now();
  let longestPauseMs = 0;
  while (Date.now() < until) {
    vi.advanceTimersByTime(world.pacing.next(pace, world.society.isOpening) ?? 0);
    if ((await world.society.next())?.kind === 'acknowledged') {
      actions += 1;
      lastAt = Date.now();
    }
    // Also while nothing is acknowledged.
    longestPauseMs = Math.max(longestPauseMs, Date.now() - lastAt);
    if (actions % SEEN_EVERY > 0) continue;
    for (const { rank, nationId, presidentWallet } of await nationsOf(world)) {
      if (rank === 1 && leaders.at(-1) !== nationId) leaders.push(nationId);
      const known = presidents[nationId];
      if (presidentWallet !== null && known.at(-1) !== presidentWallet) known.push(presidentWallet);
    }
  }
  return { longestPauseMs, leaders, presidents };
}

/** The nations' standings, the leading one first. */
async function nationsOf({ server }: PlayedWorld) {
  const answered = await callApi(server.url, standingsCall);
  if (answered.kind !== 'acknowledged') throw new Error(answered.words);
  return answered.answer;
}

test('at the gentle pace: never a minute without an action, and the lead and presidents change', async () => {
  const world = await newWorld();
  const played = await playFor(world, { pace: 'gentle', ms: HOURS * HOUR_MS });
  expect(played.longestPauseMs).toBeLessThan(60_000);
  expect(played.leaders.length).toBeGreaterThan(1);
  expect(Object.values(played.presidents).flat().length).toBeGreaterThan(4 * HOURS);
  // With the two who come late.
  const players = (await nationsOf(world)).reduce((sum, nation) => sum + nation.players, 0);
  expect(players).toBe(12);
});

test('they trade by the rules in force', async () => {
  const world = await newWorld();
  await changeRules(world.server.store, 1, { tradeStep: 25, tradeMax: 50 });
  const inForce = async () => {
    const answered = await callApi(world.server.url, configCall);
    return answered.kind === 'acknowledged' ? answered.answer.rules.tradeMax : null;
  };
  await expect.poll(inForce, { timeout: 5000 }).toBe(50);
  await playFor(world, { pace: 'lively', ms: 20_000 });
  const quantities = world.done.flatMap(
    (words) => /"trade".*"quantity":(\d+)/.exec(words)?.slice(1).map(Number) ?? [],
  );
  expect(new Set(quantities)).toEqual(new Set([25, 50]));
});

test('the same seed makes the same world, another one another', async () => {
  const worldOf = async (seed: number) => {
    const world = await newWorld({ seed });
    await playFor(world, { pace: 'lively', ms: 10_000 });
    return world.done;
  };
  const [first, again, other] = [await worldOf(7), await worldOf(7), await worldOf(8)];
  expect(first.length).toBeGreaterThan(40);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});
