/** The feed and the events. */
import { describe, expect } from 'vitest';
import { NOW, walletOf } from '../../../../common/testing/fixtures.ts';
import { EVENT_KINDS } from '../../../../common/values/event-kinds.ts';
import type { Commit } from '../../../../common/values/stored-event.ts';
import { REV_ZERO, type Rev } from '../../../../common/values/ids.ts';
import { weekAt } from '../../../../common/values/week.ts';
import { firstWeekOpened, weekEndedBefore } from '../../kept/era.ts';
import { changeRules, commitAll, joining, story } from '../fixtures.ts';
import {
  allCommits,
  allEvents,
  answerFrom,
  inParallel,
  recorder,
  type Recorder,
} from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function feedIsComplete({ name, storeTest }: StoreContract): void {
  describe(`${name}: the feed`, () => {
    storeTest(
      'delivers every commit once, in order, while commits go on',
      async ({ store, own }) => {
        const total = 300;
        const before = (await allEvents(store)).length;
        const fromTheStart = recorder();
        const feeds = [store.watch(REV_ZERO, fromTheStart)];
        const late: (readonly [after: Rev, watcher: Recorder])[] = [];
        await inParallel(30, total, async (n) => {
          const rev = await store.commit(joining(own(n)), 0, null);
          // Some start in the middle of it, at the newest rev and at the oldest.
          if (n % 60 !== 59) return;
          for (const from of [rev, REV_ZERO]) {
            const watcher = recorder();
            late.push([from, watcher]);
            feeds.push(store.watch(from, watcher));
          }
        });

        const all = await allEvents(store);
        expect(all).toHaveLength(before + total);
        await fromTheStart.events(all.length);
        expect(fromTheStart.received).toEqual(all);
        expect(late).toHaveLength(10);
        for (const [from, watcher] of late) {
          const expected = all.filter((event) => event.rev > from);
          await watcher.events(expected.length);
          expect(watcher.received).toEqual(expected);
        }
        await Promise.all(feeds.map((feed) => feed.close()));
      },
    );

    storeTest(
      'delivers nothing after it was closed, even by its own listener; others go on',
      async ({ store, own }) => {
        const received: Commit[] = [];
        const open = recorder();
        const rev = await store.commit(joining(own(1)), 0, null);
        const closing = store.watch(rev, {
          onEvent(event) {
            received.push(event);
            void closing.close();
          },
          onLost: (error) => expect.unreachable(error.message),
        });
        const going = store.watch(rev, open);
        for (const n of [2, 3]) await store.commit(joining(own(n)), 0, null);
        await open.events(2);
        await expect.poll(() => received).toHaveLength(1);
        await going.close();
      },
    );
  });

  describe(`${name}: the events`, () => {
    storeTest('answer every query that the port allows', async ({ opened: { store } }) => {
      const week = weekAt(NOW);
      await store.changeEra(firstWeekOpened(week));
      await changeRules(store, 1, { lockMs: 60_000 });
      await commitAll(store, story(walletOf(1), 'italy'));
      await store.changeEra(weekEndedBefore(week + 2));
      await changeRules(store, 2, { 'tradePrices.oil': 60 });
      await commitAll(store, story(walletOf(2), 'usa'));
      await store.changeEra(weekEndedBefore(week + 3));
      await commitAll(store, story(walletOf(3), 'italy').slice(0, 3));
      const all = await allCommits(store);
      const revs = [undefined, all[4]?.rev, all[11]?.rev];
      const wallets = [{}, ...[1, 2, 9].map((n) => ({ wallet: walletOf(n) }))];
      const nations = [{ nationId: 'italy' }, { nationId: 'china' }] as const;
      const kinds = [['cultural-staked', 'dena-staked'], EVENT_KINDS] as const;
      const subjects = [
        { ofEras: 'week-ended' } as const,
        { ofEras: 'rules-changed' } as const,
        ...wallets,
        ...kinds.flatMap((some) =>
          [...wallets, ...nations].map((subject) => ({ ...subject, kinds: some })),
        ),
      ];
      const questions = subjects.flatMap((subject) =>
        revs.flatMap((before) =>
          revs.flatMap((after) =>
            [1, 3, 1000].flatMap((limit) =>
              (['newest-first', 'oldest-first'] as const).map((order) => ({
                ...subject,
                ...(before && { before }),
                ...(after && { after }),
                limit,
                order,
              })),
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
