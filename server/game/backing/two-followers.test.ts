import { describe, expect } from 'vitest';
import {
  anotherProcess,
  follow,
  leaseInHand,
  states,
  unbacked,
  useFollowers,
} from '../../test/support/following.ts';
import { ALICE, gameTest as test } from '../../test/support/game-world.ts';
import { epochSchema } from '../../../common/values/ids.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import { instead } from '../../test/support/instead.ts';
import { keptGap, keptUnverified } from './chain-trail.ts';

const { done, following, pass, player, stakeNational, until } = useFollowers();

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

describe('[CHN1] a write of the follower that fails and is carried out later', () => {
  test('does not stand over what it wrote since', async ({ world }) => {
    const { chain, store } = world;
    const process = anotherProcess(world);
    await player(world, ALICE);
    await following(world, async () => {
      expect((await stakeNational(world, ALICE)).ok).toBe(true);
      const onlooker = follow(world, { ...process, lease: leaseInHand(false) });
      const alice = await done(store.player(ALICE));
      if (!alice) throw new Error('Alice plays');
      const shown = () => [
        onlooker.condition(),
        onlooker.unverified(),
        process.backing.verifiedUpTo(alice).block,
      ];
      await until(() => expect(shown()).toEqual(['ok', 0, chain.blockNumber]));
      await store.putSetting('chain.condition', 'unavailable');
      await until(() => expect(shown()).toEqual(['ok', 0, chain.blockNumber]));
      await keptUnverified.write(store, [[ALICE, 1]]);
      await keptGap.write(store, { from: 0, to: chain.blockNumber + 1, isCompared: false });
      await pass(20);
      expect(shown()).toEqual(['ok', 0, chain.blockNumber]);
      await done(onlooker.close());
    });
  });
});

describe('[CHN1] a follower whose data set is replaced', () => {
  test('continues from the new one’s trail, and verifies the wallets that it names', async ({
    world,
  }) => {
    const { board, chain, store } = world;
    await player(world, ALICE);
    const verified: string[] = [];
    let settings = store;
    const replaced = instead(store, {
      setting: (name) => settings.setting(name),
      putSetting: (name, value) => settings.putSetting(name, value),
    });
    const holdingsAt: typeof chain.holdingsAt = (block, players) => {
      verified.push(...players.map(({ wallet }) => wallet));
      return chain.holdingsAt(block, players);
    };
    await following(
      world,
      async (follower) => {
        await pass(50);
        verified.length = 0;
        const other = openMemoryStore();
        await keptUnverified.write(other, [[ALICE, chain.blockNumber]]);
        settings = other;
        const snapshot = await store.loadPlayers();
        await board.load({ ...snapshot, epoch: epochSchema.parse('another') });
        await until(() => expect(verified).toContain(ALICE));
        await until(() => expect(follower.unverified()).toBe(0));
      },
      { chain: instead(chain, { holdingsAt }), store: replaced },
    );
  });
});
