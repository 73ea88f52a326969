import { describe, expect, vi } from 'vitest';
import { dena } from '../../../common/testing/fixtures.ts';
import { ChainUnavailable, type Block } from '../../chain/chain.ts';
import { sendDena } from '../../chain/testing/chain-sim.ts';
import { sleep } from '../../lib/machine.ts';
import { states, unbacked, useFollowers } from '../../test/support/following.ts';
import { ALICE, BOB, gameTest as test } from '../../test/support/game-world.ts';
import { instead } from '../../test/support/instead.ts';
import { captureLog } from '../../test/support/captured-log.ts';
import { settleCommand } from '../commands/upkeep.ts';
import { createGame } from '../engine/game.ts';
import { BackingProgress } from './backing-progress.ts';

/** Time in which only polls happen, every half a second. */
async function leap(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await pass(0);
  }
}

const { done, following, pass, player, stakeDena, stakeNational, until } = useFollowers();

describe('[CHN1] the follower', () => {
  test('ends a stake whose NFT went to another wallet, which can then stake it: never both', async ({
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
      await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      expect(await states(world, BOB)).toEqual([{ status: 'active' }]);
      await until(() => expect(world.board.ranked(ALICE)?.row.gdp).toBe(18_000));
      // It stays ended when the NFT comes back.
      world.chain.give(ALICE, { national: { italy: 1 } });
      await until(async () => expect((await world.store.player(ALICE))?.holdings.national).toBe(1));
      expect(await states(world, ALICE)).toEqual([unbacked]);
    });
  });

  test('compares all recent wallets again if the block of the last look is gone', async ({
    world,
  }) => {
    await player(world, ALICE);
    const { chain, store } = world;
    /** The head that a node still shows which has not seen Alice's transfer; null: none does. */
    let stale: Block | null = null;
    const reads = instead(chain, {
      head: async () => stale ?? chain.head(),
      recentTransfers: async (head, from, known) =>
        head === stale
          ? { from, wallets: new Map(), hasKnown: true }
          : chain.recentTransfers(head, from, known),
      holdingsAt: async (block, players) =>
        block.hash === stale?.hash
          ? players.map(() => ({ ...before, block: block.number }))
          : chain.holdingsAt(block, players),
    });
    const before = await done(chain.holdings(ALICE, 'italy'));
    await following(
      world,
      async (follower) => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        await until(() => expect(follower.block()).toBe(chain.blockNumber));
        stale = { ...(await done(chain.head())), hash: `0x${'5'.repeat(64)}`, parentHash: '' };
        stale = { ...stale, number: stale.number + 1 };
        await until(() => expect(follower.block()).toBe(stale?.number));
        chain.give(ALICE, { national: { italy: 0 } });
        await pass(50);
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
        stale = null;
        await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
        expect((await done(store.player(ALICE)))?.holdings.national).toBe(0);
      },
      { chain: reads },
    );
  });

  test('ends what a fork of three blocks takes back', async ({ world }) => {
    const { chain } = world;
    await player(world, ALICE);
    chain.give(ALICE, { national: { italy: 0 } });
    await following(world, async (follower) => {
      chain.give(ALICE, { national: { italy: 1 } });
      chain.advance(2);
      await until(() => expect(follower.block()).toBe(chain.blockNumber));
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
      await pass(50);
      chain.reorganise(3);
      await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });

  test('compares all stakers after a fork that went deeper than what is read again', async ({
    world,
  }) => {
    await player(world, ALICE);
    const { chain, backing } = world;
    let isShort = false;
    const reads = instead(chain, {
      recentTransfers: async (head, from, known) =>
        chain.recentTransfers(head, isShort ? head.number : from, known),
    });
    await following(
      world,
      async (follower) => {
        expect((await stakeDena(world, ALICE, 60)).ok).toBe(true);
        for (let far = 0; far < 3; far += 1) {
          chain.advance(70);
          await until(() => expect(follower.block()).toBe(chain.blockNumber));
          await until(() => expect(backing.toCompare()).toEqual([]));
        }
        isShort = true;
        chain.sim.reorganise(2, [[sendDena(ALICE, null, dena(90))], [], []]);
        await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { chain: reads },
    );
  });

  test('reads logs again that an endpoint has only later, also without a new block', async ({
    world,
  }) => {
    await player(world, ALICE);
    const { chain } = world;
    let isComplete = true;
    const reads = instead(chain, {
      recentTransfers: async (head, from, known) => ({
        ...(await chain.recentTransfers(head, from, known)),
        ...(!isComplete && { wallets: new Map() }),
      }),
    });
    await following(
      world,
      async (follower) => {
        for (const blocks of [1, 0]) {
          chain.give(ALICE, { national: { italy: 1 } });
          await until(() => expect(follower.block()).toBe(chain.blockNumber));
          expect((await stakeNational(world, ALICE)).ok).toBe(true);
          // Who has staked is compared at the newest block.
          await pass(50);
          isComplete = false;
          chain.give(ALICE, { national: { italy: 0 } });
          await until(() => expect(follower.block()).toBe(chain.blockNumber));
          isComplete = true;
          chain.advance(blocks);
          await until(async () => {
            expect(await states(world, ALICE)).toEqual(blocks ? [unbacked] : [unbacked, unbacked]);
          });
        }
      },
      { chain: reads },
    );
  });

  test.for([
    ['more blocks were made than one read returns', 1],
    ['no endpoint serves logs', 0],
  ] as const)('compares all stakers if %s', async ([, blocks], { world }) => {
    await player(world, ALICE);
    const { chain } = world;
    let isShort = false;
    const reads = instead(chain, {
      async recentTransfers(head, from, known) {
        const least = isShort ? head.number + 1 - blocks : from;
        if (from < least && blocks === 0) throw new ChainUnavailable('not in this plan');
        return chain.recentTransfers(head, Math.max(from, least), known);
      },
    });
    await following(
      world,
      async (follower) => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        chain.advance();
        await until(() => expect(follower.block()).toBe(chain.blockNumber));
        await pass(50);
        isShort = true;
        chain.giveUnseen(ALICE, { national: { italy: 0 } });
        chain.advance(5);
        await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { chain: reads },
    );
  });

  test('treats a chain that is below the last look as lagging, for however long', async ({
    world,
  }) => {
    await player(world, ALICE);
    const log = captureLog();
    await following(
      world,
      async (follower) => {
        const { chain } = world;
        chain.advance(10);
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        await until(() => expect(follower.block()).toBe(chain.blockNumber));
        chain.rewind(6);
        await leap(59_000);
        expect(follower.condition()).toBe('ok');
        await leap(3000);
        expect(follower.condition()).toBe('behind');
        expect(log.count('is behind the processed blocks')).toBe(1);
        await leap(60_000);
        expect(log.count('is behind the processed blocks')).toBe(2);
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
        // It grows again, on another branch: now those blocks are gone.
        chain.advance(3);
        chain.reorganise(5);
        chain.giveUnseen(ALICE, { national: { italy: 0 } });
        chain.advance(3);
        await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
        expect(follower.condition()).toBe('ok');
      },
      { log: log.log, pollMs: 500 },
    );
  });

  test('an unreadable player blocks nobody else, and is retried', async ({ world }) => {
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
        await until(async () => expect(await states(world, BOB)).toEqual([unbacked]));
        expect(follower.block()).toBe(chain.blockNumber);
        expect(follower.unverified()).toBeGreaterThan(0);
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
        isBroken = false;
        await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { store: readable, isPlayer: async (wallet) => (await readable.player(wallet)) !== null },
    );
  });

  test('verifies the players after a restart that it could not verify before', async ({
    world,
  }) => {
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
        await pass(20);
        isFailing = true;
        chain.give(ALICE, { national: { italy: 0 } });
        chain.advance(70);
        await until(() => expect(follower.block()).toBe(chain.blockNumber));
        const alice = await world.store.player(ALICE);
        if (!alice) throw new Error('Alice plays');
        expect(world.backing.verifiedUpTo(alice).block).toBe(chain.blockNumber - 71);
      },
      { chain: failing },
    );
    await following(world, async () => {
      await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });

  test('compares all stakers when it begins, whatever the logs say', async ({ world }) => {
    await player(world, ALICE);
    expect((await stakeNational(world, ALICE)).ok).toBe(true);
    world.chain.giveUnseen(ALICE, { national: { italy: 0 } });
    await following(world, async () => {
      await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });

  test('looks for transfers while it compares, however many wallets there are to compare', async ({
    world,
  }) => {
    await player(world, ALICE);
    const { store } = world;
    let isLong = false;
    const endless = instead(store, {
      async playersAfter(after, most) {
        if (!isLong) return store.playersAfter(after, most);
        await sleep(300);
        return { players: [], unreadable: [], last: ALICE };
      },
    });
    await following(
      world,
      async () => {
        expect((await stakeNational(world, ALICE)).ok).toBe(true);
        isLong = true;
        await pass(400);
        world.chain.give(ALICE, { national: { italy: 0 } });
        await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
        isLong = false;
      },
      { compareMs: 20, store: endless },
    );
  });

  test('a wallet that commits all the time is verified, and blocks nobody', async ({ world }) => {
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
      await until(async () => {
        expect(await states(world, ALICE)).toEqual([unbacked]);
        expect(await states(world, BOB)).toEqual([unbacked]);
      });
      busy.isOver = true;
      await done(committing);
    });
  });
});

describe('[CHN1] a stake or trade that was read before a processed transfer', () => {
  test('is read again before it commits, though that transfer left no commit', async ({
    world,
  }) => {
    await player(world, ALICE);
    const { chain, store, board, clock } = world;
    let reads = 0;
    let block = () => 0;
    const backing = new BackingProgress({
      async holdings(wallet, nationId) {
        reads += 1;
        if (reads > 1) return chain.holdings(wallet, nationId);
        // What came in one block and left in the next: everything is as before.
        chain.give(ALICE, { denaWei: dena(900) });
        const holdings = await chain.holdings(wallet, nationId);
        chain.give(ALICE, { denaWei: dena(100) });
        while (block() < chain.blockNumber) await sleep(1);
        return holdings;
      },
    });
    const game = createGame({ store, holdings: backing, board, clock });
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
      { game, backing },
    );
  });

  test('of a process that does not know about it is compared after its commit', async ({
    world,
  }) => {
    const { chain } = world;
    await player(world, ALICE);
    await following(world, async (holder) => {
      chain.give(ALICE, { denaWei: dena(900) });
      const read = await chain.holdings(ALICE, 'italy');
      chain.give(ALICE, { denaWei: dena(100) });
      await until(() => expect(holder.block()).toBe(chain.blockNumber));
      const reader = { holdings: () => Promise.resolve(read), neededBlock: () => 0 };
      const late = createGame({ ...world, holdings: reader });
      expect((await stakeDena({ ...world, game: late }, ALICE, 900)).ok).toBe(true);
      await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    });
  });
});
