import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { dena } from '../../../common/testing/fixtures.ts';
import { address, type Address } from '../../../common/values/address.ts';
import { ChainUnavailable, type Chain } from '../../chain/chain.ts';
import { createLog } from '../../observe/log.ts';
import { gameTest as test, intent, type GameWorld } from '../../test/support/game-world.ts';
import { instead } from '../../test/support/instead.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { stakeDenaCommand } from '../commands/stakes.ts';
import { createRounds } from './rounds.ts';
import { createVerifier } from './verifier.ts';

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

/** In the order of their addresses; every other one stakes. */
async function players(world: GameWorld, count: number): Promise<Address[]> {
  // None of them is in the share of those without stakes that the first rounds compare.
  const wallets = Array.from({ length: count }, (_, i) =>
    address(`0x${String(i + 2001).padStart(40, '0')}`),
  );
  for (const [i, wallet] of wallets.entries()) {
    world.chain.give(wallet, { denaWei: dena(100) });
    await done(world.game.act(chooseNationCommand({ wallet, nationId: 'usa' }), intent()));
    if (i % 2 === 1) continue;
    await done(world.game.act(stakeDenaCommand({ wallet, amountWei: dena(50) }), intent()));
  }
  return wallets;
}

/** A second in which nothing else happens. */
const aSecond = () => vi.advanceTimersByTimeAsync(1000);

async function done<T>(work: Promise<T>): Promise<T> {
  return (await time.finish(work)).value;
}

/**
 * Rounds in batches of three, and the wallets that they read from the chain, batch by batch.
 */
function compared(
  world: GameWorld,
  chain: Pick<Chain, 'holdingsAt'> = world.chain,
  compareMs = 60_000,
) {
  const { store, game, backing } = world;
  const asked: Address[][] = [];
  const watched = {
    holdingsAt: (...[block, batch]: Parameters<Chain['holdingsAt']>) => {
      asked.push(batch.map(({ wallet }) => wallet));
      return chain.holdingsAt(block, batch);
    },
  };
  const assertFollowing = () => {};
  const log = createLog('silent');
  const verifier = createVerifier({ chain: watched, store, game, backing, log, assertFollowing });
  const rounds = createRounds({
    store,
    verifier,
    compareMs,
    playerCount: () => world.board.count,
    batch: 3,
    assertFollowing,
    onFailed: () => {},
  });
  const step = async () => done(rounds.step(await world.chain.head()));
  return { rounds, step, asked };
}

describe('[CHN1] the rounds', () => {
  test('compare those who have staked, in the order of their wallets, once per round', async ({
    world,
  }) => {
    const wallets = await players(world, 14);
    const { rounds, step, asked } = compared(world);
    await done(rounds.takeOver());
    await step();
    const stakers = wallets.filter((_wallet, i) => i % 2 === 0);
    // The hurried round, and the first one that is not.
    expect(asked.flat().slice(0, 7)).toEqual(stakers);
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(6);
    expect(rounds.ageS()).not.toBeNull();
    const soFar = asked.length;
    await step();
    expect(asked).toHaveLength(soFar);
  });

  /**
   * Twelve stakers, with a minute for each round; it has run one, and knows how many batches there
   * are.
   */
  async function paced(world: GameWorld) {
    await players(world, 24);
    const { rounds, step, asked } = compared(world);
    await done(rounds.takeOver());
    await step();
    for (let second = 0; second < 130; second += 1) {
      await aSecond();
      await step();
    }
    asked.length = 0;
    return { step, asked };
  }

  test('are spread over the given time', async ({ world }) => {
    const { step, asked } = await paced(world);
    const batches: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      await aSecond();
      const before = asked.length;
      await step();
      batches.push(asked.length - before);
    }
    expect(asked.flat()).toHaveLength(12);
    expect(Math.max(...batches)).toBe(1);
  });

  test('catch up gradually after an outage of two rounds', async ({ world }) => {
    const { step, asked } = await paced(world);
    await vi.advanceTimersByTimeAsync(120_000);
    const batches: number[] = [];
    // A tenth of a round, which has four batches or five.
    for (let second = 0; second < 6; second += 1) {
      await step();
      batches.push(asked.length);
      await aSecond();
    }
    expect(batches[0]).toBe(1);
    expect(batches.at(-1)).toBeLessThanOrEqual(2);
  });

  test('compare those without stakes once a day', async ({ world }) => {
    const wallets = await players(world, 14);
    const { rounds, step, asked } = compared(world, world.chain, 900_000);
    await done(rounds.takeOver());
    const from = rounds.ended();
    const by = rounds.everybodyBy();
    while (rounds.ended() < by) {
      await step();
      await vi.advanceTimersByTimeAsync(300_000);
    }
    const counts = wallets.map((wallet) => asked.flat().filter((one) => one === wallet).length);
    const [stakers, others] = [0, 1].map((rest) => counts.filter((_count, i) => i % 2 === rest));
    expect(stakers).toEqual(stakers?.map(() => by - from));
    expect(others?.every((count) => count === 1 || count === 2)).toBe(true);
  });

  test('continue in another process, and compare everybody once more', async ({ world }) => {
    const wallets = await players(world, 12);
    const stakers = wallets.filter((_wallet, i) => i % 2 === 0);
    let isFailing = false;
    const failing = instead<Pick<Chain, 'holdingsAt'>>(world.chain, {
      holdingsAt: async (block, batch) => {
        if (isFailing) throw new ChainUnavailable('not now');
        isFailing = true;
        return world.chain.holdingsAt(block, batch);
      },
    });
    const first = compared(world, failing);
    await done(first.rounds.takeOver());
    await expect(first.step()).rejects.toBeInstanceOf(ChainUnavailable);
    const before = first.asked[0] ?? [];
    expect(before).toEqual(stakers.slice(0, before.length));

    const second = compared(world);
    await done(second.rounds.takeOver());
    await second.step();
    const order = [...stakers.slice(before.length), ...stakers];
    expect(second.asked.flat().slice(0, stakers.length)).toEqual(order.slice(0, stakers.length));
  });
});
