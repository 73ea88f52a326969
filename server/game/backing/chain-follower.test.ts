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
import { ChainUnavailable } from '../../chain/chain.ts';
import { instead } from '../../test/support/instead.ts';
import { keptLog } from '../../test/support/kept-log.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { stakeDenaCommand } from '../commands/stake-dena.ts';
import { stakeNftCommand } from '../commands/stake-nft.ts';
import { tradeCommand } from '../commands/trade.ts';
import { settleCommand } from '../commands/upkeep.ts';
import { createGame } from '../engine/game.ts';
import { followChain, type ChainFollower } from './chain-follower.ts';
import { DealtWith } from './dealt-with.ts';

const collections = {
  national: address(`0x${'a'.repeat(40)}`),
  cultural: address(`0x${'c'.repeat(40)}`),
};
const silent = {
  read: () => Promise.resolve({ name: '', imageUrl: '', attributes: [] }),
  peek: () => () => null,
};

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
    'chain' | 'store' | 'game' | 'dealtWith' | 'lease' | 'isPlayer' | 'pollMs' | 'compareMs' | 'log'
  >
>;

/** Longer than any test: what is not hurried is never compared. */
const NEVER_MS = 1e9;

function follow(world: GameWorld, options: Options = {}) {
  const { chain, store, game, dealtWith, board, clock } = world;
  return followChain({
    chain,
    store,
    game,
    dealtWith,
    commits: board,
    lease: { isHeld: () => true },
    isPlayer: async (wallet) => (await store.player(wallet)) !== null,
    playerCount: () => board.count,
    now: () => clock.now(),
    log: createLog('silent'),
    pollMs: 5,
    compareMs: NEVER_MS,
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

  test('commits nothing for those who are poked: their balances are as they were', async ({
    world,
  }) => {
    await player(world, ALICE);
    await player(world, BOB);
    await following(world, async (follower) => {
      const before = [await world.store.player(ALICE), await world.store.player(BOB)];
      world.chain.give(ALICE, {});
      world.chain.give(BOB, {});
      await time.until(() => expect(follower.block()).toBe(world.chain.blockNumber));
      expect([await world.store.player(ALICE), await world.store.player(BOB)]).toEqual(before);
      // That it was dealt with shows all the same.
      const [alice] = before;
      if (!alice) throw new Error('Alice plays');
      expect(world.dealtWith.verifiedUpTo(alice).block).toBe(world.chain.blockNumber);
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

  test('takes a chain that is lower than what was read of it for one that lags, however long', async ({
    world,
  }) => {
    await player(world, ALICE);
    const log = keptLog();
    await following(
      world,
      async (follower) => {
        const { chain } = world;
        chain.advance(10);
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        await time.until(() => expect(follower.block()).toBe(chain.blockNumber));
        chain.giveUnseen(ALICE, { national: { italy: 0 } });
        chain.rewind(6);
        await time.pass(59_000);
        expect(follower.condition()).toBe('ok');
        await time.pass(3000);
        expect(follower.condition()).toBe('behind');
        expect(log.count('is behind what was dealt with')).toBe(1);
        await time.pass(60_000);
        expect(log.count('is behind what was dealt with')).toBe(2);
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
        // It grows again, on another branch: now those blocks are gone.
        chain.advance(3);
        chain.reorganise(5);
        chain.advance(3);
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
        expect(follower.condition()).toBe('ok');
      },
      { log: log.log, pollMs: 500 },
    );
  });

  test('compares all who staked, so that no transfer is missed for long', async ({ world }) => {
    await player(world, ALICE);
    await following(
      world,
      async () => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        world.chain.giveUnseen(ALICE, { national: { italy: 0 } });
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { compareMs: 20 },
    );
  });

  test('compares all who staked in place of a block whose logs nobody gives', async ({ world }) => {
    await player(world, ALICE);
    await following(world, async (follower) => {
      const { chain } = world;
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
      await time.pass(20);
      chain.hideNextLogs();
      chain.give(ALICE, { national: { italy: 0 } });
      await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      // Also where it lies in the middle of what was missed.
      expect((await stakeDena(world, ALICE, 10)).ok).toBe(true);
      await time.until(() => expect(follower.block()).toBe(chain.blockNumber));
      chain.advance(3);
      chain.hideNextLogs();
      chain.give(ALICE, { denaWei: 0n });
      chain.advance(3);
      await time.until(async () =>
        expect(await states(world, ALICE)).toEqual([unbacked, unbacked]),
      );
      await time.until(() => expect(follower.block()).toBe(chain.blockNumber));
    });
  });

  test('reads the newest logs again: some endpoints leave some out at first', async ({ world }) => {
    await player(world, ALICE);
    const { chain } = world;
    let isForgetful = false;
    const forgetful = instead(chain, {
      async transfersIn(block) {
        const wallets = await chain.transfersIn(block);
        if (!isForgetful) return wallets;
        isForgetful = false;
        return [];
      },
    });
    await following(
      world,
      async () => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        await time.pass(20);
        isForgetful = true;
        chain.give(ALICE, { national: { italy: 0 } });
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { chain: forgetful },
    );
  });

  test('a player who cannot be read holds up nobody else, and is tried again', async ({
    world,
  }) => {
    await player(world, ALICE);
    await player(world, BOB);
    const { store, chain } = world;
    let isBroken = true;
    const readable = instead(store, {
      async player(wallet) {
        if (isBroken && wallet === ALICE) throw new Error('this record is nonsense');
        return store.player(wallet);
      },
    });
    await following(
      world,
      async (follower) => {
        for (const wallet of [ALICE, BOB]) {
          expect((await stakeNational(world, wallet)).ok).toBe(true);
          chain.give(wallet, { national: { italy: 0 } });
        }
        await time.until(async () => expect(await states(world, BOB)).toEqual([unbacked]));
        expect(follower.block()).toBe(chain.blockNumber);
        expect(follower.unverified()).toBeGreaterThan(0);
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
        isBroken = false;
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { store: readable, isPlayer: () => Promise.resolve(true) },
    );
  });

  test('whom it could not verify it verifies after a restart', async ({ world }) => {
    await player(world, ALICE);
    const { chain } = world;
    let isFailing = false;
    const failing = instead(chain, {
      async holdingsAt(block, players) {
        if (isFailing) throw new ChainUnavailable('not now');
        return chain.holdingsAt(block, players);
      },
    });
    await following(
      world,
      async (follower) => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        await time.pass(20);
        isFailing = true;
        chain.give(ALICE, { national: { italy: 0 } });
        chain.advance(70);
        await time.until(() => expect(follower.block()).toBe(chain.blockNumber));
        const alice = await world.store.player(ALICE);
        if (!alice) throw new Error('Alice plays');
        expect(world.dealtWith.verifiedUpTo(alice).block).toBe(chain.blockNumber - 71);
      },
      { chain: failing },
    );
    await following(world, async () => {
      await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });

  test('a wallet that commits all the time is verified, and holds up nobody', async ({ world }) => {
    await player(world, ALICE);
    await player(world, BOB);
    await following(world, async () => {
      const { chain, game } = world;
      for (const wallet of [ALICE, BOB]) expect((await stakeNational(world, wallet)).ok).toBe(true);
      const busy = { isOver: false };
      const committing = (async () => {
        while (!busy.isOver) {
          await game.act(settleCommand(ALICE), null);
          await sleep(2);
        }
      })();
      chain.give(ALICE, { national: { italy: 0 } });
      chain.give(BOB, { national: { italy: 0 } });
      await time.until(async () => {
        expect(await states(world, ALICE)).toEqual([unbacked]);
        expect(await states(world, BOB)).toEqual([unbacked]);
      });
      busy.isOver = true;
      await done(committing);
    });
  });

  test('looks for transfers while it compares, however many there are to compare', async ({
    world,
  }) => {
    await player(world, ALICE);
    const { store } = world;
    let isLong = false;
    const endless = instead(store, {
      async stakers(after, most) {
        if (!isLong) return store.stakers(after, most);
        await sleep(300);
        return { players: [], unreadable: [], last: ALICE };
      },
    });
    await following(
      world,
      async () => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        isLong = true;
        await time.pass(400);
        world.chain.give(ALICE, { national: { italy: 0 } });
        await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
        isLong = false;
      },
      { compareMs: 20, store: endless },
    );
  });
});

describe('[CHN1] a stake or trade that was read before a transfer that is dealt with', () => {
  test('is read again before it commits, though that transfer left no commit', async ({
    world,
  }) => {
    await player(world, ALICE);
    const { chain, store, board, clock } = world;
    let reads = 0;
    let block = () => 0;
    const dealtWith = new DealtWith({
      async holdings(wallet, nationId) {
        reads += 1;
        if (reads > 1) return chain.holdings(wallet, nationId);
        // What came in one block and went in the next: all is as it was before.
        chain.give(ALICE, { denaWei: dena(900) });
        const holdings = await chain.holdings(wallet, nationId);
        chain.give(ALICE, { denaWei: dena(100) });
        while (block() < chain.blockNumber) await sleep(1);
        return holdings;
      },
    });
    const game = createGame({ store, holdings: dealtWith, board, clock });
    await following(
      world,
      async (follower) => {
        block = () => follower.block() ?? 0;
        const { version } = (await store.player(ALICE)) ?? {};
        const outcome = await stakeDena({ ...world, game }, ALICE, 900);
        expect(outcome).toMatchObject({ ok: false, code: 'insufficient-dena' });
        expect(reads).toBe(2);
        expect((await store.player(ALICE))?.version).toBe(version);
      },
      { game, dealtWith },
    );
  });

  test('of a process that has not heard of it is compared after its commit', async ({ world }) => {
    const { chain } = world;
    await player(world, ALICE);
    await following(world, async (holder) => {
      chain.give(ALICE, { denaWei: dena(900) });
      const read = await chain.holdings(ALICE, 'italy');
      chain.give(ALICE, { denaWei: dena(100) });
      await time.until(() => expect(holder.block()).toBe(chain.blockNumber));
      const reader = { holdings: () => Promise.resolve(read), neededBlock: () => 0 };
      const late = createGame({ ...world, holdings: reader });
      expect((await stakeDena({ ...world, game: late }, ALICE, 900)).ok).toBe(true);
      await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });

  test('is compared by the process that takes over where the follower died before', async ({
    world,
  }) => {
    const { chain } = world;
    await player(world, ALICE);
    const lease = leaseInHand(false);
    const other = anotherProcess(world);
    const heir = follow(world, { ...other, lease });
    await following(world, async () => time.pass(20));
    chain.give(ALICE, { denaWei: dena(900) });
    expect((await stakeDena(world, ALICE, 900)).ok).toBe(true);
    // That block is gone, and nobody ever looked at it.
    chain.giveUnseen(ALICE, { denaWei: dena(100) });
    chain.reorganise(1);
    lease.give();
    await time.until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    await done(heir.close());
  });
});

/** Another process: what it reads of the chain, it alone knows. */
function anotherProcess({ store, chain, board, clock }: GameWorld) {
  const dealtWith = new DealtWith(chain);
  return { dealtWith, game: createGame({ store, holdings: dealtWith, board, clock }) };
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

  test('the one that follows compares whom the other read in a block that it never saw', async ({
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
        await done(onlooker.close());
      },
      { pollMs: 4000 },
    );
  });
});
