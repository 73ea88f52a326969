/**
 * Rivals that play on a server in this process, with a simulated chain and a clock that the test
 * moves.
 */
import { onTestFinished, vi } from 'vitest';
import { standingsCall } from '../../../common/protocol/nations.ts';
import type { Address } from '../../../common/values/address.ts';
import { WEI_PER_DENA } from '../../../common/values/amount.ts';
import { byNation, type NationId } from '../../../common/values/nations.ts';
import { DEVELOPMENT_LIMITS } from '../../../server/http/limits.ts';
import { Harness } from '../../../server/test/support/harness.ts';
import type { Belongings } from '../../chain/treasury.ts';
import { callApi } from '../api-player.ts';
import { Pacing, type Pace } from '../pace.ts';
import { createRandom } from '../random.ts';
import { recruit } from '../recruit.ts';
import { RivalActions } from '../rival-actions.ts';
import { Society } from '../society.ts';

export const HOUR_MS = 60 * 60 * 1000;
const MONDAY = Date.UTC(2026, 0, 5);
/** A spectator looks at the nations after so many actions. */
const SEEN_EVERY = 10;

export type PlayedWorld = Awaited<ReturnType<typeof newWorld>>;

export async function newWorld(options: { count?: number; seed?: number } = {}) {
  const { count = 12, seed = 1 } = options;
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: MONDAY });
  const server = await Harness.start({ chainPollMs: 10, limits: DEVELOPMENT_LIMITS });
  onTestFinished(async () => {
    await server.close();
    vi.useRealTimers();
  });
  const rivals = recruit({ count, firstAccount: 10, seed });
  const held = new Map<Address, Belongings>();
  let isAway = false;

  /** Puts it on the chain, which the game follows [CHN1]. */
  function hold(wallet: Address, belongings: Belongings): void {
    held.set(wallet, belongings);
    const { nationId = 'usa' } = rivals.find((rival) => rival.walletAddress === wallet) ?? {};
    server.chain.give(wallet, {
      denaWei: BigInt(belongings.dena) * WEI_PER_DENA,
      national: { [nationId]: belongings.national },
      cultural: { [nationId]: belongings.cultural },
    });
  }
  async function move(wallet: Address, asset: keyof Belongings, amount: number): Promise<void> {
    if (isAway) throw new Error('no chain');
    const had = held.get(wallet);
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
      copies: async (wallet) => held.get(wallet) ?? { national: 0, cultural: 0 },
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
  return {
    server,
    rivals,
    hold,
    actions,
    society,
    pacing,
    done,
    skip: (ms: number) => vi.advanceTimersByTime(ms),
    /** Whether the chain answers nobody. */
    setAway(next: boolean) {
      isAway = next;
      if (next) server.chain.goDown();
      else server.chain.comeBack();
    },
  };
}

interface Played {
  /** Acknowledged. */
  readonly actions: number;
  readonly longestPauseMs: number;
  /** The leading nations one after the other, and each nation's presidents. */
  readonly leaders: readonly NationId[];
  readonly presidents: Readonly<Record<NationId, readonly string[]>>;
}

/** Lets them play for so long, by the game's clock. */
export async function playFor(
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
  return { actions, longestPauseMs, leaders, presidents };
}

/** The nations' standings, the leading one first. */
export async function nationsOf({ server }: PlayedWorld) {
  const answered = await callApi(server.url, standingsCall);
  if (answered.kind !== 'acknowledged') throw new Error(answered.words);
  return answered.answer;
}
