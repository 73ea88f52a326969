import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { dena } from '../../../common/testing/fixtures.ts';
import {
  anotherProcess,
  follow,
  leaseInHand,
  states,
  unbacked,
  useFollowers,
} from '../../test/support/following.ts';
import { ALICE, gameTest as test } from '../../test/support/game-world.ts';
import { createGame } from '../engine/game.ts';
import { DealtWith } from './dealt-with.ts';

const { done, following, pass, player, stakeDena, until } = useFollowers();

describe('[CHN1] a stake or trade that was read before a processed transfer', () => {
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
        // What came in one block and left in the next: everything is as before.
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

  test('is compared by the process that takes over if the follower died before', async ({
    world,
  }) => {
    const { chain } = world;
    await player(world, ALICE);
    const lease = leaseInHand(false);
    const other = anotherProcess(world);
    const heir = follow(world, { ...other, lease });
    await following(world, async () => pass(20));
    chain.give(ALICE, { denaWei: dena(900) });
    expect((await stakeDena(world, ALICE, 900)).ok).toBe(true);
    // That block is gone, and nobody ever looked at it.
    chain.giveUnseen(ALICE, { denaWei: dena(100) });
    chain.reorganise(1);
    lease.give();
    await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    await done(heir.close());
  });
});
