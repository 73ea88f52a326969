import { describe, expect } from 'vitest';
import {
  anotherProcess,
  leaseInHand,
  states,
  unbacked,
  useFollowers,
} from '../../test/support/following.ts';
import { ALICE, gameTest as test } from '../../test/support/game-world.ts';

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
