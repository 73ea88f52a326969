/** What is read is what was written. */
import { describe, expect } from 'vitest';
import type { Change } from '../../../../common/rules/decision.ts';
import { snapshotRow } from '../../../../common/rules/ranking.ts';
import { after, NOW, stakeId } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { Rev, StakeId } from '../../../../common/values/ids.ts';
import type { Stake } from '../../../../common/values/stake.ts';
import { wallNow } from '../../../lib/machine.ts';
import type { StakeQuery, Store } from '../../store.ts';
import {
  commitAll,
  joining,
  receiptOf,
  stakingDena,
  stakingNfts,
  stateAfter,
  story,
} from '../fixtures.ts';
import { allEvents, allStakes, inParallel, loaded, stakesFrom } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function readsAreExact({ name, storeTest }: StoreContract): void {
  describe(`${name}: reads return what was written`, () => {
    storeTest('a player, stakes and events of every kind, exactly', async ({ store, own }) => {
      const [wallet, stranger] = [own(1), own(2)];
      const changes = named(story(wallet), 'Żółw “7” \\ 🐢.eth');
      const receipt = receiptOf('once');
      const revs: Rev[] = [];
      for (const [index, change] of changes.entries()) {
        revs.push(await store.commit(change, index, index === 0 ? receipt : null));
      }
      const loadedWith = (id: StakeId, from = wallet) =>
        store.load(from, { stakeId: id, commandId: receipt.commandId, now: wallNow() });
      const { player, stakes } = stateAfter(changes);
      const [stake] = stakes;
      const order: unknown = expect.any(Number);
      const era = await store.era();
      expect(await loadedWith(stakeId('dena-1'))).toEqual({ player, stake, receipt, order, era });
      expect(await store.player(wallet)).toEqual(player);
      expect(await allStakes(store, wallet)).toEqual(stakes);
      const events = changes.map(({ event }, index) => ({ ...event, rev: revs[index] }));
      expect(await allEvents(store, { wallet })).toEqual(events);
      const { rows } = await loaded(store);
      expect(rows.filter((row) => row.wallet === wallet)).toEqual([snapshotRow(player)]);
      expect(new Set(stakes.map(({ kind, state }) => `${kind} ${state.status}`))).toEqual(
        new Set(['dena ended', 'national ended', 'cultural active']),
      );
      for (const one of stakes) {
        expect(await loadedWith(one.id)).toMatchObject({ stake: one });
        // A stake is only its own wallet's.
        expect(await loadedWith(one.id, stranger)).toMatchObject({ player: null, stake: null });
      }
      expect(await store.player(stranger)).toBeNull();
      expect(await allStakes(store, stranger)).toEqual([]);
      expect(await allEvents(store, { wallet: stranger })).toEqual([]);
    });

    storeTest('stakes answer every query that the port allows', async ({ store, own }) => {
      const wallet = own(1);
      const all = await withManyStakes(store, wallet);
      // Another wallet's, with the same ids.
      await withManyStakes(store, own(2));
      const kinds: StakeQuery['kinds'][] = [['dena'], ['cultural'], ['national', 'cultural']];
      const places = [
        null,
        // Of every kind and in every state.
        ...all.filter((_, n) => n % 4 === 0),
        { ...missing, playerVersion: 1 },
        { ...missing, playerVersion: 12 },
      ];
      const questions = kinds.flatMap((some) =>
        [false, true].flatMap((activeOnly) =>
          places.flatMap((before) =>
            [1, 3, 1000].map((limit) => ({ kinds: some, activeOnly, before, limit })),
          ),
        ),
      );
      const unasked = questions.values();
      await inParallel(50, questions.length, async () => {
        const question = unasked.next().value;
        if (!question) return;
        const answer = await store.stakes(wallet, question);
        expect({ question, answer }).toEqual({ question, answer: stakesFrom(all, question) });
      });
    });
  });
}

/** A place that no stake has. */
const missing = { state: { status: 'active' } } as const;

/** The changes of a player who has a name. */
function named(changes: readonly Change[], name: string): Change[] {
  return changes.map(({ player, event, ...change }) => ({
    ...change,
    player: { ...player, name },
    event: { ...event, row: { ...event.row, name } },
  }));
}

/** Stakes of every kind, every third one ended, some begun at the same moment; all of them. */
async function withManyStakes(store: Store, wallet: Address): Promise<Stake[]> {
  const joined = joining(wallet);
  const state = after(null, joined);
  const [dena] = stakingDena(state).stakes;
  const [national] = stakingNfts(state, 'national').stakes;
  const [cultural] = stakingNfts(state, 'cultural').stakes;
  if (!dena || !national || !cultural) throw new Error('a fixture came to nothing');
  const stakes = Array.from({ length: 15 }, (_, n): Stake[] => {
    const ended = { status: 'ended', endedAt: NOW, reason: 'unstaked' } as const;
    const parts = {
      stakedAt: NOW + (n % 4),
      state: n % 3 === 0 ? ended : ({ status: 'active' } as const),
    };
    // Ids in no time order, some with letters that locales sort differently.
    const id = (kind: string) => stakeId(`${'aB_9-Zb'[n % 7]}${kind}${n}`);
    return [
      { ...dena, ...parts, ...begunBy(n, 1), id: id('d') },
      { ...national, ...parts, ...begunBy(n, 2), id: id('n') },
      { ...cultural, ...parts, ...begunBy(n, 3), id: id('c') },
    ];
  }).flat();
  await commitAll(store, [joined, { ...stakingDena(state), stakes }]);
  return stakes;
}

/** In an order different from that of the moments. */
function begunBy(n: number, kind: number): Pick<Stake, 'playerVersion'> {
  return { playerVersion: ((n * 7) % 15) * 3 + kind };
}
