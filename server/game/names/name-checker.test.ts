import { afterEach, describe, expect, vi } from 'vitest';
import type { FakeTime } from '../../../tools/test/fake-time.ts';
import { HOUR_MS, DAY_MS, dena, walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { NameAnswer } from '../../chain/chain.ts';
import { TEST_CONTRACTS } from '../../chain/testing/chain-sim.ts';
import { createLog } from '../../observe/log.ts';
import { ALICE, gameTest, intent, NFTS, type GameWorld } from '../../test/support/game-world.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { checkNameCommand } from '../commands/upkeep.ts';
import { stakeDenaCommand, stakeNftCommand } from '../commands/stakes.ts';
import { isOfPlayer } from '../../../common/values/stored-event.ts';
import { restsOnChain } from '../backing/backing-progress.ts';
import { createNameChecker, type NameChecker } from './name-checker.ts';

let checkers: NameChecker[] = [];
afterEach(async () => {
  for (const checker of checkers) await checker.close();
  checkers = [];
});

/** A checker on the world, and the batches that it looked up. */
function check(
  world: GameWorld,
  {
    answer = (wallets) => world.chain.names(wallets),
    hidden,
  }: {
    hidden?: ReadonlySet<Address>;
    answer?: (wallets: readonly Address[]) => Promise<NameAnswer[]>;
  } = {},
) {
  const asked: (readonly Address[])[] = [];
  const { game, board, clock } = world;
  const chain = {
    names(wallets: readonly Address[]) {
      asked.push(wallets);
      return answer(wallets);
    },
  };
  const checker = createNameChecker({
    chain,
    game,
    board,
    now: () => clock.now(),
    log: createLog('silent'),
    ...(hidden && { hidden: () => hidden }),
  });
  checkers.push(checker);
  checker.start();
  return { checker, asked };
}

async function join(
  world: GameWorld,
  count: number,
  nationId: NationId = 'italy',
  from = 1,
): Promise<Address[]> {
  const wallets = Array.from({ length: count }, (_, i) => walletOf(from + i));
  for (const wallet of wallets) {
    await world.game.act(chooseNationCommand({ wallet, nationId }), intent());
  }
  return wallets;
}

const nameOf = ({ board }: GameWorld, wallet: Address) => board.ranked(wallet)?.row.name;

async function namings({ store }: GameWorld, wallet: Address): Promise<number> {
  const events = await store.events({ wallet, limit: 200, order: 'newest-first' });
  return events.filter(({ kind }) => kind === 'name-checked').length;
}

/** Until every batch that is due has been looked up, with at least a second to spare. */
const ROUND_MS = 3000;

/** Lets time pass in tenths of a second: it looks for names once a second. */
async function leap(time: FakeTime, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await time.pass(0);
  }
}

describe('[NAM1] names', () => {
  gameTest('of the rows that are shown are committed, once', async ({ time, world }) => {
    const [wallet = ALICE] = await join(world, 1);
    world.chain.setName(wallet, { name: 'marco.eth' });
    const { checker, asked } = check(world);
    await leap(time, ROUND_MS);
    expect(nameOf(world, wallet)).toBe('marco.eth');
    expect(await namings(world, wallet)).toBe(1);
    await world.clock.advance(DAY_MS - HOUR_MS);
    await leap(time, ROUND_MS);
    expect(asked).toEqual([[wallet]]);
    expect(checker.readings()).toEqual({ asked: 1, unknown: 0, changed: 1, waiting: 0 });
    const [event] = await world.store.events({ wallet, limit: 1, order: 'newest-first' });
    // The follower has nothing to compare: no balance was read [CHN1].
    expect(event && isOfPlayer(event) && restsOnChain(event)).toBe(false);
  });

  gameTest(
    'that could not be learnt stay as they were, and are retried',
    async ({ time, world }) => {
      const [one = ALICE, two = ALICE] = await join(world, 2);
      world.chain.setName(one, { name: 'marco.eth' });
      world.chain.setName(two, 'unknown');
      const { checker, asked } = check(world);
      await leap(time, ROUND_MS);
      expect(nameOf(world, one)).toBe('marco.eth');
      expect(checker.readings()).toMatchObject({ asked: 2, unknown: 1, changed: 1 });
      world.chain.setName(one, 'unknown');
      world.chain.setName(two, { name: 'polo.eth' });
      await world.clock.advance(10 * 60_000);
      await leap(time, ROUND_MS);
      expect(asked).toEqual([[one, two], [two]]);
      expect(nameOf(world, two)).toBe('polo.eth');
      await world.clock.advance(DAY_MS);
      await leap(time, ROUND_MS);
      expect(nameOf(world, one)).toBe('marco.eth');
    },
  );

  gameTest('of players who enter the first hundred are looked up', async ({ time, world }) => {
    const wallets = await join(world, 103);
    const [last = ALICE] = wallets.slice(-1);
    const { checker } = check(world);
    await leap(time, 8000);
    world.chain.setName(last, { name: 'marco.eth' });
    world.chain.give(last, { denaWei: dena(1000) });
    const stake = stakeDenaCommand({ wallet: last, amountWei: dena(1000) });
    await world.game.act(stake, intent());
    await leap(time, ROUND_MS);
    expect(world.board.ranked(last)?.rank).toBe(1);
    expect(nameOf(world, last)).toBe('marco.eth');
    expect(checker.readings().asked).toBe(101);
  });

  gameTest('of presidents are looked up, at any rank', async ({ time, world }) => {
    await join(world, 100, 'usa');
    const [president = ALICE] = await join(world, 2, 'argentina', 500);
    world.chain.setName(president, { name: 'marco.eth' });
    world.chain.give(president, { cultural: { argentina: 1 } });
    const contract = TEST_CONTRACTS.culturalNft;
    const staked = { kind: 'cultural', contract, tokenId: 3n, quantity: 1 } as const;
    const stake = stakeNftCommand({ wallet: president, ...staked }, NFTS);
    expect(await world.game.act(stake, intent())).toMatchObject({ ok: true });
    expect(world.board.ranked(president)?.rank).toBe(101);
    const { checker } = check(world);
    await leap(time, 8000);
    expect(nameOf(world, president)).toBe('marco.eth');
    expect(checker.readings().asked).toBe(101);
  });

  gameTest('of other rows are looked up if somebody looks', async ({ time, world }) => {
    const [, , , seen = ALICE] = (await join(world, 104)).slice(-4);
    const stranger = walletOf(9999);
    world.chain.setName(seen, { name: 'marco.eth' });
    const { checker, asked } = check(world);
    for (let looks = 0; looks < 50; looks += 1) checker.shown(seen);
    checker.shown(stranger);
    await leap(time, 8000);
    expect(asked.flat()).toHaveLength(101);
    expect(nameOf(world, seen)).toBe('marco.eth');
    checker.shown(seen);
    await leap(time, ROUND_MS);
    expect(asked.flat()).toHaveLength(101);
    expect(checker.readings().waiting).toBe(0);
  });

  gameTest(
    'that change all together cost twelve commits a minute beyond the first 200',
    async ({ time, world }) => {
      const wallets = await join(world, 300);
      const names = new Map(wallets.map((wallet, i) => [wallet, `storm${i}.eth`]));
      const { checker } = check(world, {
        answer: async (batch) => batch.map((wallet) => ({ name: names.get(wallet) ?? null })),
      });
      for (const wallet of wallets) checker.shown(wallet);
      await leap(time, 30_000);
      expect(checker.readings().changed).toBeGreaterThanOrEqual(200);
      expect(checker.readings().changed).toBeLessThanOrEqual(206);
      const before = checker.readings().changed;
      await leap(time, 60_000);
      expect(checker.readings().changed - before).toBeLessThanOrEqual(13);
      expect(checker.readings().changed - before).toBeGreaterThanOrEqual(10);
    },
  );

  gameTest(
    'that an operator hides are removed at any process, and never looked up again',
    async ({ time, world }) => {
      const [wallet = ALICE, other = ALICE] = await join(world, 2);
      for (const one of [wallet, other]) world.chain.setName(one, { name: 'marco.eth' });
      const hidden = new Set<Address>();
      const { asked } = check(world, { hidden });
      await leap(time, ROUND_MS);
      hidden.add(wallet);
      world.chain.hangNames();
      await world.clock.advance(2 * DAY_MS);
      await leap(time, ROUND_MS);
      expect([wallet, other].map((one) => nameOf(world, one))).toEqual([null, 'marco.eth']);
      expect(asked).toEqual([[wallet, other], [other]]);
      // As a process does that does not know of the act yet.
      await world.game.act(checkNameCommand(wallet, 'marco.eth'), null);
      await leap(time, ROUND_MS);
      expect(nameOf(world, wallet)).toBeNull();
      expect(await namings(world, wallet)).toBe(4);
    },
  );
});
