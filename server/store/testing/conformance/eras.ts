/** Eras: what is decided under one is not committed in another. */
import { describe, expect } from 'vitest';
import { after } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { NextEra } from '../../era.ts';
import { ONLY_THE_PLAYER, VersionConflict, type Store } from '../../store.ts';
import { joining, receiptOf, stakingDena } from '../fixtures.ts';
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

/**
 * While all of them commit, eras end by a store that does not; each has the commits that were
 * decided under it, before all of the next one.
 */
export async function expectExactEras(
  stores: readonly Store[],
  changing: Pick<Store, 'changeEra' | 'events'>,
  own: (n: number) => Address,
): Promise<void> {
  const done: { readonly rev: string; readonly era: number }[] = [];
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
    const { number } = await changing.changeEra(naming(`${own(0)} ${change}`));
    const [last] = await changing.events({ limit: 1, order: 'newest-first' });
    await more(2 * LANES);
    const late = done.filter(({ era, rev }) => era < number && rev > (last?.rev ?? ''));
    expect(late).toEqual([]);
  }
  ending.abort();
  await Promise.all(lanes);
  const eras = done.toSorted((a, b) => (a.rev < b.rev ? -1 : 1)).map(({ era }) => era);
  expect(eras).toEqual(eras.toSorted((a, b) => a - b));
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
      async ({ store, own }) => {
        await expectExactEras([store], store, own);
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
