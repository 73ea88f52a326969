/** The feed and the events. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import type { GameEvent } from '../../../../common/values/game-event.ts';
import { REV_ZERO, type Rev } from '../../../../common/values/ids.ts';
import { commitAll, joining, story } from '../fixtures.ts';
import { allEvents, answerFrom, inParallel, recorder, type Recorder } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function feedIsComplete({ name, storeTest }: StoreContract): void {
  describe(`${name}: the feed`, () => {
    storeTest('delivers every commit once, in order, while commits go on', async ({ store }) => {
      const total = 600;
      const fromTheStart = recorder();
      const feeds = [store.watch(REV_ZERO, fromTheStart)];
      const late: { readonly after: Rev; readonly told: Recorder }[] = [];
      await inParallel(30, total, async (n) => {
        const rev = await store.commit(joining(walletOf(n + 1)), 0, null);
        // Some start in the middle of it, at the newest rev and at the oldest.
        if (n % 120 !== 119) return;
        for (const from of [rev, REV_ZERO]) {
          const told = recorder();
          late.push({ after: from, told });
          feeds.push(store.watch(from, told));
        }
      });

      const all = await allEvents(store);
      expect(all).toHaveLength(total);
      await fromTheStart.events(total);
      expect(fromTheStart.told).toEqual(all);
      expect(late).toHaveLength(10);
      for (const { after: from, told } of late) {
        const expected = all.filter((event) => event.rev > from);
        await told.events(expected.length);
        expect(told.revs()).toEqual(expected.map((event) => event.rev));
      }
      await Promise.all(feeds.map((feed) => feed.close()));
    });

    storeTest('delivers nothing after it was closed; others go on', async ({ store }) => {
      const [closed, open] = [recorder(), recorder()];
      const first = store.watch(REV_ZERO, closed);
      const second = store.watch(REV_ZERO, open);
      await store.commit(joining(walletOf(1)), 0, null);
      await Promise.all([closed.events(1), open.events(1)]);
      await first.close();
      await store.commit(joining(walletOf(2)), 0, null);
      await open.events(2);
      expect(closed.told).toHaveLength(1);
      await second.close();
    });

    storeTest('can be closed by its own listener', async ({ store }) => {
      await commitAll(store, story(walletOf(1)));
      const told: GameEvent[] = [];
      const feed = store.watch(REV_ZERO, {
        onEvent(event) {
          told.push(event);
          void feed.close();
        },
        onLost: (error) => expect.unreachable(error.message),
      });
      await expect.poll(() => told).toHaveLength(1);
      await store.commit(joining(walletOf(2)), 0, null);
      expect(told).toHaveLength(1);
    });
  });

  describe(`${name}: the events`, () => {
    storeTest('answer every query that the port allows', async ({ store }) => {
      await commitAll(store, story(walletOf(1), 'italy'));
      await commitAll(store, story(walletOf(2), 'usa'));
      await commitAll(store, story(walletOf(3), 'italy').slice(0, 3));
      const all = await allEvents(store);
      const revs = [undefined, all[4]?.rev, all[11]?.rev];
      const questions = [undefined, walletOf(1), walletOf(2), walletOf(9)].flatMap((wallet) =>
        [undefined, 'italy' as const, 'china' as const].flatMap((nationId) =>
          revs.flatMap((before) =>
            revs.flatMap((after) =>
              [1, 3, 1000].flatMap((limit) =>
                (['newest-first', 'oldest-first'] as const).map((order) => ({
                  ...(wallet && { wallet }),
                  ...(nationId && { nationId }),
                  ...(before && { before }),
                  ...(after && { after }),
                  limit,
                  order,
                })),
              ),
            ),
          ),
        ),
      );
      const unasked = questions.values();
      await inParallel(50, questions.length, async () => {
        const question = unasked.next().value;
        if (!question) return;
        const answer = await store.events(question);
        expect(answer, JSON.stringify(question)).toEqual(answerFrom(all, question));
      });
    });
  });
}
