import { describe, expect } from 'vitest';
import {
  anotherProcess,
  leaseInHand,
  states,
  unbacked,
  useFollowers,
} from '../../test/support/following.ts';
import { epochSchema, type Epoch } from '../../../common/values/ids.ts';
import { putSetting } from '../../store/kept/settings.ts';
import { ALICE, gameTest as test } from '../../test/support/game-world.ts';
import { instead } from '../../test/support/instead.ts';
import { BackingProgress } from './backing-progress.ts';
import type { ChainFollower } from './chain-follower.ts';

const { following, pass, player, stakeNational, until } = useFollowers();

describe('[CHN1] of two processes', () => {
  test('the one without the lease only reads the trail, and continues where the other stopped', async ({
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
            // Long enough to follow the stake's own block: it isn't read again for it.
            await pass(20);
            expect([holder.lag(), onlooker.lag()]).toEqual([0, null]);
            first.take();
            chain.give(ALICE, { national: { italy: 0 } });
            chain.advance();
            await pass(60);
            expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
            expect(onlooker.block()).toBe(chain.blockNumber - 2);
            second.give();
            await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
            await until(() => expect(holder.block()).toBe(chain.blockNumber));
          },
          { ...anotherProcess(world), lease: second },
        );
      },
      { lease: first },
    );
  });

  test('the second knows the commits of before it took over', async ({ world }) => {
    const { chain } = world;
    await player(world, ALICE);
    chain.give(ALICE, { national: { italy: 0 } });
    const [first, second] = [leaseInHand(true), leaseInHand(false)];
    const twice = async (holder: ChainFollower, onlooker: ChainFollower) => {
      chain.advance(70);
      chain.giveUnseen(ALICE, { national: { italy: 1 } });
      await until(() => expect(holder.block()).toBe(chain.blockNumber));
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
      await pass(50);
      first.take();
      second.give();
      await until(() => expect(onlooker.lag()).toBe(0));
      // The round over all stakers, too.
      await pass(500);
      chain.reorganise(2);
      await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
    };
    await following(
      world,
      (holder) =>
        following(world, (onlooker) => twice(holder, onlooker), {
          ...anotherProcess(world),
          lease: second,
        }),
      { lease: first },
    );
  });

  test('the progress of the data set before is not written into the next one', async ({
    world,
  }) => {
    const { chain, store, board } = world;
    await player(world, ALICE);
    let epoch: Epoch = board.epoch;
    const next = new BackingProgress(chain).toText('ok');
    const reads = instead(chain, {
      async holdingsAt(block, players) {
        await putSetting(store, 'chain.looked', next);
        epoch = epochSchema.parse('another');
        return chain.holdingsAt(block, players);
      },
      async recentTransfers(head, from, known) {
        knowns.push(known);
        return chain.recentTransfers(head, from, known);
      },
    });
    const knowns: unknown[] = [];
    const commits = {
      get epoch() {
        return epoch;
      },
      subscribe: (listener: Parameters<typeof board.subscribe>[0]) => board.subscribe(listener),
    };
    expect((await stakeNational(world, ALICE)).ok).toBe(true);
    await following(world, async () => pass(100), { chain: reads, commits });
    expect(knowns.slice(0, 2)).toEqual([null, null]);
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
        // A block that is followed after another one: whatever else was to be read, the stake's own
        // block included, has been.
        for (let count = 0; count < 2; count += 1) {
          chain.advance();
          await until(() => expect(follower.block()).toBe(chain.blockNumber));
        }
        const block = follower.block();
        isLosing = true;
        chain.give(ALICE, { national: { italy: 0 } });
        await until(() => expect(lease.isHeld()).toBe(false));
        await pass(60);
        expect(await states(world, ALICE)).toEqual([{ status: 'active' }]);
        expect(follower.block()).toBe(block);
        isLosing = false;
        lease.give();
        await until(async () => expect(await states(world, ALICE)).toEqual([unbacked]));
      },
      { lease, isPlayer },
    );
  });
});
