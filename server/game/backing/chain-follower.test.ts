import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { dena } from '../../../common/testing/fixtures.ts';
import { address, type Address } from '../../../common/values/address.ts';
import type { Stake } from '../../../common/values/stake.ts';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { createLog } from '../../observe/log.ts';
import { allStakes } from '../../store/testing/observe.ts';
import {
  ALICE,
  BOB,
  gameTest as test,
  intent,
  type GameWorld,
} from '../../test/support/game-world.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { stakeDenaCommand } from '../commands/stake-dena.ts';
import { stakeNftCommand } from '../commands/stake-nft.ts';
import { tradeCommand } from '../commands/trade.ts';
import { createGame } from '../engine/game.ts';
import { followChain, type ChainFollower } from './chain-follower.ts';
import { createUnseenReads } from './unseen-reads.ts';

const collections = {
  national: address(`0x${'a'.repeat(40)}`),
  cultural: address(`0x${'c'.repeat(40)}`),
};
const silent = { read: () => Promise.resolve({ name: '', imageUrl: '', attributes: [] }) };

let time: FakeTime;

beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

/** What the work comes to, with all the time that it takes. */
async function done<T>(work: Promise<T>): Promise<T> {
  return (await time.finish(work)).value;
}

type Parts = Parameters<typeof followChain>[0];
type Options = Partial<
  Pick<
    Parts,
    'store' | 'game' | 'unseenReads' | 'lease' | 'isPlayer' | 'pollMs' | 'sweepMs' | 'lagMs'
  >
>;

function follow(world: GameWorld, options: Options = {}) {
  const { chain, store, game, unseenReads } = world;
  return followChain({
    chain,
    store,
    game,
    unseenReads,
    lease: { isHeld: () => true },
    isPlayer: async (wallet) => (await store.player(wallet)) !== null,
    log: createLog('silent'),
    pollMs: 5,
    ...options,
  });
}

/** Runs with a follower that has come level with the chain. */
async function following(
  world: GameWorld,
  run: (follower: ChainFollower) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const follower = follow(world, options);
  try {
    await time.until(() => expect(follower.block()).toBe(world.chain.blockNumber));
    await run(follower);
  } finally {
    await done(follower.close());
  }
}

async function player({ game, chain }: GameWorld, wallet: Address): Promise<void> {
  chain.give(wallet, { denaWei: dena(100), national: { italy: 1 }, cultural: { italy: 2 } });
  const choosing = game.act(chooseNationCommand({ wallet, nationId: 'italy' }), intent());
  const outcome = await done(choosing);
  if (!outcome.ok) throw new Error(outcome.message);
}

function stakeNational({ game }: GameWorld, wallet: Address) {
  const order = stakeNftCommand(
    { wallet, kind: 'national', contract: collections.national, tokenId: 2n, quantity: 1 },
    { collections, tokens: silent },
  );
  return done(game.act(order, intent()));
}

function stakeDena({ game }: GameWorld, wallet: Address, amount: number) {
  return done(game.act(stakeDenaCommand({ wallet, amountWei: dena(amount) }), intent()));
}

async function states({ store }: GameWorld, wallet: Address): Promise<Stake['state'][]> {
  return (await allStakes(store, wallet)).map(({ state }) => state);
}

const unbacked = expect.objectContaining({ status: 'ended', reason: 'unbacked' });

describe('[CHN1] the follower', () => {
  test('ends a stake whose NFT went to another wallet, which can stake it then: never both', async ({
    world,
  }) => {
    await player(world, ALICE);
    await player(world, BOB);
    world.chain.give(BOB, { national: { italy: 0 } });
    await following(world, async () => {
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
      world.chain.give(ALICE, { national: { italy: 0 } });
      world.chain.give(BOB, { national: { italy: 1 } });
      expect((await stakeNational(world, BOB)).ok).toBe(true);
      await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      expect(await states(world, BOB)).toEqual([{ status: 'active' }]);
      await time.until(() => expect(world.board.ranked(ALICE)?.row.gdp).toBe(18_000));
    });
  });

  test('ends DENA stakes newest first while stakes and spent exceed the balance', async ({
    world,
  }) => {
    await player(world, ALICE);
    await following(world, async () => {
      const { game, chain } = world;
      chain.give(ALICE, { denaWei: dena(200) });
      const trade = tradeCommand({ wallet: ALICE, resourceType: 'wood', quantity: 10 });
      expect((await done(game.act(trade, intent()))).ok).toBe(true);
      expect((await stakeDena(world, ALICE, 10)).ok).toBe(true);
      expect((await stakeDena(world, ALICE, 20)).ok).toBe(true);
      chain.give(ALICE, { denaWei: dena(129) });
      await time.until(async () =>
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }, unbacked]),
      );
    });
  });

  test('takes over a balance that grew', async ({ world }) => {
    await player(world, ALICE);
    await following(world, async () => {
      world.chain.give(ALICE, { denaWei: dena(500) });
      await time.until(() =>
        expect(world.board.ranked(ALICE)?.row.denaHoldingsWei).toBe(dena(500)),
      );
    });
  });

  test('raises the version also where a balance is as it was', async ({ world }) => {
    await player(world, ALICE);
    await following(world, async () => {
      const before = await world.store.player(ALICE);
      world.chain.give(ALICE, {});
      await time.until(async () =>
        expect((await world.store.player(ALICE))?.version).toBe((before?.version ?? 0) + 1),
      );
    });
  });

  test('catches up on what moved while it was not there', async ({ world }) => {
    await player(world, ALICE);
    await following(world, async () => {
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
    });
    world.chain.give(ALICE, { national: { italy: 0 } });
    world.chain.advance(2500);
    await following(world, async () => {
      expect(await states(world, ALICE)).toEqual([unbacked]);
    });
  });

  test('[CHN2] ends nothing by an error, and goes on by itself', async ({ world }) => {
    await player(world, ALICE);
    await following(world, async () => {
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
      world.chain.goDown();
      world.chain.give(ALICE, { national: { italy: 0 } });
      await time.pass(50);
      expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
      world.chain.comeBack();
      await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });

  test('reads players again whose blocks a reorganisation took away', async ({ world }) => {
    await player(world, ALICE);
    await following(world, async (follower) => {
      world.chain.give(ALICE, { national: { italy: 3 } });
      await time.until(() => expect(follower.block()).toBe(world.chain.blockNumber));
      for (let i = 0; i < 3; i += 1) expect((await stakeNational(world, ALICE)).ok).toBe(true);
      // The gift was in the block that is gone; no block of the new branch tells of it.
      world.chain.give(ALICE, { national: { italy: 1 } });
      world.chain.reorganise(2);
      await time.until(async () =>
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }, unbacked, unbacked]),
      );
    });
  });

  test('finds whom the new branch of a reorganisation moved', async ({ world }) => {
    await player(world, ALICE);
    await following(world, async (follower) => {
      const { chain } = world;
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
      // Blocks that have nothing to do with her, of which the last is replaced by two others.
      chain.advance();
      await time.until(() => expect(follower.block()).toBe(chain.blockNumber));
      chain.advance();
      await time.until(() => expect(follower.block()).toBe(chain.blockNumber));
      chain.reorganise(1);
      chain.give(ALICE, { national: { italy: 0 } });
      await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });

  test('believes a chain that stays behind what was read of it, not one that lags a moment', async ({
    world,
  }) => {
    await player(world, ALICE);
    await following(
      world,
      async (follower) => {
        world.chain.advance(10);
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        await time.until(() => expect(follower.block()).toBe(world.chain.blockNumber));
        const verified = (await world.store.player(ALICE))?.holdings.block ?? 0;
        world.chain.give(ALICE, { national: { italy: 0 } });
        world.chain.rewind(6);
        await time.pass(40);
        expect((await world.store.player(ALICE))?.holdings.block).toBeGreaterThanOrEqual(verified);
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
        expect((await world.store.player(ALICE))?.holdings.block).toBeLessThan(verified);
      },
      { lagMs: 2000 },
    );
  });

  test('sweeps every player, so that no transfer is missed for long', async ({ world }) => {
    await player(world, ALICE);
    await following(
      world,
      async () => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        world.chain.giveUnseen(ALICE, { national: { italy: 0 } });
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { sweepMs: 20 },
    );
  });

  test('looks for transfers while it sweeps, however many there are to sweep', async ({
    world,
  }) => {
    await player(world, ALICE);
    const sweep = { isLong: false };
    const loadPlayers: Parts['store']['loadPlayers'] = async () => {
      const snapshot = await world.store.loadPlayers();
      async function* players() {
        while (sweep.isLong) {
          await sleep(300);
          yield [];
        }
        yield* snapshot.players;
      }
      return { ...snapshot, players: players() };
    };
    const { store } = world;
    await following(
      world,
      async () => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        sweep.isLong = true;
        await time.pass(400);
        world.chain.give(ALICE, { national: { italy: 0 } });
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      {
        sweepMs: 20,
        store: {
          loadPlayers,
          player: (wallet) => store.player(wallet),
          setting: (name) => store.setting(name),
          putSetting: (name, value) => store.putSetting(name, value),
        },
      },
    );
    sweep.isLong = false;
  });
});

/** Another process: what it reads of the chain, it alone knows. */
function anotherProcess({ store, chain, board, clock }: GameWorld) {
  const unseenReads = createUnseenReads(chain);
  return { unseenReads, game: createGame({ store, chain: unseenReads, board, clock }) };
}

/** A lease that a test gives and takes. */
function leaseInHand(isHeld: boolean) {
  return { isHeld: () => isHeld, give: () => (isHeld = true), take: () => (isHeld = false) };
}

describe('[CHN1] of two processes', () => {
  test('the one without the lease looks on, and goes on where the other stopped', async ({
    world,
  }) => {
    const { chain } = world;
    await player(world, ALICE);
    const first = leaseInHand(true);
    const second = leaseInHand(false);
    await following(
      world,
      async (holder) => {
        await following(
          world,
          async (onlooker) => {
            expect((await stakeNational(world, ALICE)).ok).toBe(true);
            // Long enough for the stake's own block to be followed: it isn't read again for its sake.
            await time.pass(20);
            expect([holder.lag(), onlooker.lag()]).toEqual([0, null]);
            first.take();
            chain.give(ALICE, { national: { italy: 0 } });
            chain.advance();
            await time.pass(60);
            expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
            expect(onlooker.block()).toBe(chain.blockNumber - 2);
            second.give();
            await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
            await time.until(() => expect(holder.block()).toBe(chain.blockNumber));
          },
          { ...anotherProcess(world), lease: second },
        );
      },
      { lease: first },
    );
  });

  test('a holder that loses the lease in the middle of its work leaves the rest undone', async ({
    world,
  }) => {
    const { chain } = world;
    await player(world, ALICE);
    const lease = leaseInHand(true);
    let isLosing = false;
    const isPlayer = () => {
      if (isLosing) lease.take();
      return Promise.resolve(true);
    };
    await following(
      world,
      async (follower) => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        // A block that comes to be followed after another one: whatever else was to be read, the stake's
        // own block among it, has been.
        for (let count = 0; count < 2; count += 1) {
          chain.advance();
          await time.until(() => expect(follower.block()).toBe(chain.blockNumber));
        }
        const block = follower.block();
        isLosing = true;
        chain.give(ALICE, { national: { italy: 0 } });
        await time.until(() => expect(lease.isHeld()).toBe(false));
        await time.pass(60);
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
        expect(follower.block()).toBe(block);
        isLosing = false;
        lease.give();
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { lease, isPlayer },
    );
  });

  test('the onlooker reads again whom it read in a block that the other never saw', async ({
    world,
  }) => {
    const { chain } = world;
    const process = anotherProcess(world);
    await player({ ...world, game: process.game }, ALICE);
    // It looks so seldom that a block can come and go in between on any machine.
    await following(
      world,
      async (holder) => {
        const onlooker = follow(world, { ...process, lease: leaseInHand(false) });
        await time.until(() => expect(onlooker.block()).toBe(holder.block()));
        chain.give(ALICE, { national: { italy: 3 } });
        for (let i = 0; i < 3; i += 1) {
          expect((await stakeNational({ ...world, game: process.game }, ALICE)).ok).toBe(true);
        }
        expect(holder.block()).toBe(chain.blockNumber - 1);
        chain.giveUnseen(ALICE, { national: { italy: 1 } });
        chain.reorganise(1);
        await time.until(async () =>
          expect(await states(world, ALICE)).toEqual([{ status: 'active' }, unbacked, unbacked]),
        );
        await onlooker.close();
      },
      { pollMs: 4000 },
    );
  });
});
