/** Eras: what is decided under one is not committed in another. */
import { describe, expect } from 'vitest';
import { after, DAY_MS, NOW, walletOf } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import { SPECIFIED_RULES } from '../../../../common/rules/specified.ts';
import { EVENT_KINDS } from '../../../../common/values/event-kinds.ts';
import { REV_ZERO, type Rev } from '../../../../common/values/ids.ts';
import { isOfPlayer, isWeekEnd } from '../../../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../../../common/values/week.ts';
import type { NextEra } from '../../era.ts';
import { firstWeekOpened, rulesIn, rulesInEra, weekEndedBefore, weeksIn } from '../../kept/era.ts';
import { ONLY_THE_PLAYER, VersionConflict, type Store } from '../../store.ts';
import { changeRules, joining, receiptOf, stakingDena } from '../fixtures.ts';
import { allCommits, loaded, recorder } from '../observe.ts';
import type { StoreContract } from './contract.ts';

const LANES = 12;
const CHANGES = 4;

/** Content once the era names it. */
const naming =
  (name: string): NextEra =>
  (value) =>
    value[name] === true ? null : { value: { ...value, [name]: true }, event: null };

const eraOf = async (store: Store, wallet: Address) =>
  (await store.load(wallet, ONLY_THE_PLAYER)).era;

const WEEK = weekAt(NOW);

/**
 * While all of them commit, weeks end by a store that does not; each era has the commits that were
 * decided under it, before the one that ends it.
 */
export async function expectExactEras(
  stores: readonly Store[],
  changing: Pick<Store, 'changeEra' | 'events' | 'watch'>,
  own: (n: number) => Address,
): Promise<void> {
  const first = await changing.changeEra(firstWeekOpened(WEEK));
  const watcher = recorder();
  const feed = changing.watch(REV_ZERO, watcher);
  const done: { readonly rev: Rev; readonly era: number }[] = [];
  const ending = new AbortController();
  const play = async (store: Store, lane: number) => {
    for (let n = lane * 1000; !ending.signal.aborted;) {
      const { number: era } = await eraOf(store, own(n));
      try {
        done.push({ rev: await store.commit(joining(own(n)), 0, null, era), era });
        n += 1;
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
      }
    }
  };
  const lanes = stores.flatMap((store, first) =>
    Array.from({ length: LANES / stores.length }, (_, n) => play(store, n * stores.length + first)),
  );
  const more = (count: number) => {
    const enough = done.length + count;
    return expect.poll(() => done.length, { interval: 1 }).toBeGreaterThan(enough);
  };
  for (let change = 0; change < CHANGES; change += 1) {
    await more(LANES);
    const { number } = await changing.changeEra(weekEndedBefore(WEEK + 1 + change));
    const [last] = await changing.events({ limit: 1, order: 'newest-first' });
    await more(2 * LANES);
    const late = done.filter(({ era, rev }) => era < number && rev > (last?.rev ?? ''));
    expect(late).toEqual([]);
  }
  ending.abort();
  await Promise.all(lanes);
  const eraOfRev = new Map(done.map(({ rev, era }) => [rev, era]));
  let { number } = first;
  const all = await allCommits(changing);
  await watcher.events(all.length);
  expect(watcher.received).toEqual(all);
  await feed.close();
  for (const commit of all) {
    if (isOfPlayer(commit)) expect(eraOfRev.get(commit.rev)).toBe(number);
    else number += 1;
  }
  expect(number).toBe(first.number + CHANGES);
}

export function erasAreExact({ name, storeTest }: StoreContract): void {
  describe(`${name}: an era`, () => {
    storeTest(
      'has all commits that were decided under it: later ones conflict, and are decided again',
      async ({ store, own }) => {
        const [wallet, other] = [own(1), own(2)];
        const joined = joining(wallet);
        const before = await eraOf(store, wallet);
        await store.commit(joined, 0, null, before.number);
        const changed = await store.changeEra(naming(wallet));
        expect(changed.number).toBeGreaterThan(before.number);
        expect(changed.value).toEqual({ ...before.value, [wallet]: true });
        expect(await store.era()).toEqual(changed);
        // Who is content changes nothing.
        expect(await store.changeEra(naming(wallet))).toEqual(changed);

        const staking = stakingDena(after(null, joined));
        for (const [change, version] of [
          [staking, 1],
          [joining(other), 0],
        ] as const) {
          await expect(
            store.commit(change, version, receiptOf('late'), before.number),
          ).rejects.toThrow(VersionConflict);
        }
        expect(await store.player(wallet)).toEqual(joined.player);
        expect(await store.player(other)).toBeNull();
        const { era } = await store.load(wallet, ONLY_THE_PLAYER);
        expect(era).toEqual(changed);
        await store.commit(staking, 1, receiptOf('late'), era.number);
        // One that holds under any.
        await store.commit(joining(other), 0, null);
      },
    );

    storeTest(
      'ends for every commit at once, whatever is under way, and those go on in the next one',
      async ({ opened: { store }, own }) => {
        await expectExactEras([store], store, own);
      },
    );

    storeTest(
      '[SEA1] may end with a commit, which is in feeds and among the events once, and is of no wallet, nation or kind',
      async ({ opened: { store } }) => {
        const watcher = recorder();
        store.watch(REV_ZERO, watcher);
        const opening = await store.changeEra(firstWeekOpened(WEEK));
        expect(await allCommits(store)).toEqual([]);
        const joined = joining(walletOf(1));
        await store.commit(joined, 0, null, opening.number);
        const ended = await store.changeEra(weekEndedBefore(WEEK + 2));
        expect(ended.number).toBe(opening.number + 2);
        expect(weeksIn(ended.value)).toEqual({ first: WEEK, open: WEEK + 2 });
        const then = await loaded(store);
        const staking = stakingDena(after(null, joined));
        const late = store.commit(staking, 1, null, opening.number);
        await expect(late).rejects.toThrow(VersionConflict);
        await store.commit(staking, 1, null, ended.number);

        const all = await allCommits(store);
        const week = (n: number) => ({ kind: 'week-ended', week: n, at: weekBegins(n + 1) });
        expect(all).toMatchObject([
          { kind: 'nation-chosen' },
          week(WEEK),
          week(WEEK + 1),
          { kind: 'dena-staked' },
        ]);
        const revs = all.map(({ rev }) => rev);
        expect(revs).toEqual(Array.from(new Set(revs)).toSorted());
        expect(then.rev).toBe(revs[2]);
        await watcher.events(all.length);
        expect(watcher.received).toEqual(all);
        for (const [n, rev] of revs.entries()) {
          const later = recorder();
          store.watch(rev, later);
          await later.events(all.length - n - 1);
          expect(later.received).toEqual(all.slice(n + 1));
        }
        const found = async (query: object) =>
          (await store.events({ limit: 9, order: 'oldest-first', ...query })).map(({ rev }) => rev);
        expect(await found({ ofEras: 'week-ended' })).toEqual(revs.slice(1, 3));
        for (const query of [
          { wallet: walletOf(1) },
          { nationId: 'italy', kinds: EVENT_KINDS },
          { kinds: EVENT_KINDS },
        ]) {
          expect(await found(query)).toEqual([revs[0], revs[3]]);
        }
      },
    );

    storeTest(
      '[RUL2] may change the rules by a commit, which is found among its own kind: even the first of all',
      async ({ opened: { store } }) => {
        const watcher = recorder();
        store.watch(REV_ZERO, watcher);
        await changeRules(store, 1, { 'tradePrices.oil': 60 });
        await store.changeEra(firstWeekOpened(WEEK));
        await store.commit(joining(walletOf(1)), 0, null);
        await store.changeEra(weekEndedBefore(WEEK + 1));
        const { number } = await store.era();
        await changeRules(store, 2, { lockMs: 60_000, accrualCapMs: 365 * DAY_MS });
        const changed = await changeRules(store, 3, { tradeMax: 2000 }, NOW + DAY_MS);
        expect(changed.number).toBe(number + 2);
        expect(await store.era()).toEqual(changed);

        const tradePrices = { ...SPECIFIED_RULES.tradePrices, oil: 60 };
        const first = { ...SPECIFIED_RULES, tradePrices };
        const second = { ...first, lockMs: 60_000, accrualCapMs: 365 * DAY_MS };
        const { sets, announced } = rulesInEra(changed.value) ?? {};
        expect(sets?.map(({ rules }) => rules)).toEqual([SPECIFIED_RULES, first, second]);
        expect(announced).toEqual({ since: NOW + DAY_MS, rules: { ...second, tradeMax: 2000 } });
        expect(rulesIn(changed.value)).toMatchObject(second);
        const ofRules = async (query: object = {}) =>
          store.events({ limit: 9, order: 'oldest-first', ofEras: 'rules-changed', ...query });
        const kind = 'rules-changed';
        const changes = [
          {
            rev: expect.any(String),
            kind,
            at: sets?.[1]?.since,
            rules: first,
            detail: { changed: [{ rule: 'tradePrices.oil', from: 50, to: 60 }] },
          },
          {
            rev: expect.any(String),
            kind,
            at: sets?.[2]?.since,
            rules: second,
            detail: {
              changed: [
                { rule: 'accrualCapMs', from: 7 * DAY_MS, to: 365 * DAY_MS },
                { rule: 'lockMs', from: 7 * DAY_MS, to: 60_000 },
              ],
            },
          },
        ];
        expect(await ofRules()).toEqual(changes);
        const all = await allCommits(store);
        const kinds = ['rules-changed', 'nation-chosen', 'week-ended', 'rules-changed'];
        expect(all.map((commit) => commit.kind)).toEqual(kinds);
        await watcher.events(all.length);
        expect(watcher.received).toEqual(all);
        expect(await ofRules({ before: all[3]?.rev, after: REV_ZERO })).toEqual([all[0]]);
        expect(await ofRules({ order: 'newest-first', limit: 1 })).toEqual([all[3]]);
        const ended = await store.events({ ofEras: 'week-ended', limit: 9, order: 'oldest-first' });
        expect(ended).toEqual([all[2]]);
      },
    );

    storeTest(
      '[SEA1] is ended by several at once: each week has one commit',
      async ({ opened: { store } }) => {
        await Promise.all([3, 2, 1].map((n) => store.changeEra(firstWeekOpened(WEEK + n))));
        const { first = 0 } = weeksIn((await store.era()).value) ?? {};
        const ends = Array.from({ length: 6 }, (_, n) => weekEndedBefore(first + 1 + (n % 4)));
        await Promise.all(ends.map((end) => store.changeEra(end)));
        const weeks = (await allCommits(store)).flatMap((one) => (isWeekEnd(one) ? one.week : []));
        expect(weeks).toEqual([0, 1, 2, 3].map((n) => first + n));
      },
    );

    storeTest('is changed by several at once: each change is made once', async ({ store, own }) => {
      const before = await store.era();
      const names = Array.from({ length: 6 }, (_, n) => own(n));
      await Promise.all(names.map((one) => store.changeEra(naming(one))));
      const { number, value } = await store.era();
      expect(number).toBe(before.number + names.length);
      expect(Object.keys(value)).toEqual(expect.arrayContaining(names));
    });
  });
}
