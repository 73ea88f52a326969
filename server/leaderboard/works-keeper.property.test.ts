/**
 * [WRK1] Whatever is contributed, and whenever a process loads its board: every board names the
 * same commits as those that completed the stages.
 */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { chooseNation } from '../../common/rules/choose-nation.ts';
import { contribute } from '../../common/rules/contribute.ts';
import type { Change } from '../../common/rules/decision.ts';
import { settleResources } from '../../common/rules/settle-resources.ts';
import { dena, holdings, HOUR_MS, NOW, rules, walletOf } from '../../common/testing/fixtures.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Player } from '../../common/values/player.ts';
import { eachResource, RESOURCE_TYPES, type ResourceUnits } from '../../common/values/resources.ts';
import { NOTHING_CONTRIBUTED, stagesComplete, WHOLE_NEED } from '../../common/values/works.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import type { Log } from '../observe/log.ts';
import { playerEvents, type Store } from '../store/store.ts';
import { Board } from './board.ts';
import { WorksKeeper } from './works-keeper.ts';

const RUNS = runs({ usual: 20, long: 2000 });

const NATIONS: readonly NationId[] = ['usa', 'china'];
const PLAYERS = 6;
const QUIET: Pick<Log, 'warn'> = { warn: () => undefined };

/** A game of contributions only, in a store of its own. */
class Gifts {
  readonly store: Store = openMemoryStore();
  /** In the order of commits. */
  readonly finished: { nationId: NationId; stage: number; at: number }[] = [];
  readonly #players: Player[] = [];
  readonly #totals = new Map<NationId, ResourceUnits>();
  #now = NOW;

  async join(): Promise<void> {
    for (let n = 0; n < PLAYERS; n += 1) {
      const nationId = NATIONS[n % NATIONS.length] ?? 'usa';
      const facts = { now: NOW, rules, holdings: holdings({ denaWei: dena(1) }) };
      const joining = chooseNation(null, { wallet: walletOf(n + 1), nationId }, facts);
      if (!joining.ok || !joining.change) throw new Error('a newcomer may choose any nation');
      const { change } = joining;
      const units = eachResource((type) => WHOLE_NEED[type] * 2);
      const rich = { ...change.player, resources: { ...change.player.resources, units } };
      await this.#commit({ ...change, player: rich });
    }
  }

  /** @param share of the whole need, in ten thousandths; 0 only settles. */
  async give(n: number, type: (typeof RESOURCE_TYPES)[number], share: number): Promise<void> {
    const player = this.#players[n];
    if (!player) throw new Error('everyone has joined');
    // Clocks of several processes differ a little.
    this.#now += 1 + ((share * 7919) % 5000) - 1000;
    const { nationId } = player;
    const before = this.#totals.get(nationId) ?? NOTHING_CONTRIBUTED;
    const quantity = Math.ceil((WHOLE_NEED[type] * share) / 10_000);
    // Nothing is known of what others give at the same time, so the need may be exceeded.
    const facts = { now: this.#now, rules, totals: NOTHING_CONTRIBUTED };
    if (share === 0) {
      const settled = settleResources(player, { now: this.#now + HOUR_MS, rules });
      if (settled) await this.#commit(settled);
      return;
    }
    const decision = contribute(player, { resourceType: type, quantity }, facts);
    if (!decision.ok) return;
    await this.#commit(decision.change);
    const after = { ...before, [type]: before[type] + quantity };
    this.#totals.set(nationId, after);
    for (let stage = stagesComplete(before) + 1; stage <= stagesComplete(after); stage += 1) {
      this.finished.push({ nationId, stage, at: decision.change.event.at });
    }
  }

  async #commit(change: Change): Promise<void> {
    await this.store.commit(change, change.player.version - 1, null);
    const index = this.#players.findIndex(({ wallet }) => wallet === change.player.wallet);
    if (index === -1) this.#players.push(change.player);
    else this.#players[index] = change.player;
  }

  /** What every board must say. */
  expected(): unknown {
    return NATIONS.map((nationId) => {
      const of = this.finished.filter((one) => one.nationId === nationId);
      return Array.from({ length: 5 }, (_, i) => {
        const at = of.find(({ stage }) => stage === i + 1)?.at;
        return at === undefined ? null : new Date(at).toISOString();
      });
    });
  }
}

/** A process: a board that follows the store, and its keeper, which may read less. */
async function processOn(store: Store, read: Pick<Store, 'events'> = store, log = QUIET) {
  const board = new Board();
  const keeper = new WorksKeeper({ store: read, board, log });
  const snapshot = await store.loadPlayers();
  await board.load(snapshot);
  const feed = store.watch(snapshot.rev, {
    onEvent: (event) => board.apply(event),
    onLost: () => undefined,
  });
  return { board, keeper, close: () => feed.close() };
}

function said(board: Board): unknown {
  return NATIONS.map((nationId) =>
    board.work(nationId).stages.map(({ completedAt }) => completedAt),
  );
}

const anyGift = fc.record({
  who: fc.nat({ max: PLAYERS - 1 }),
  type: fc.constantFrom(...RESOURCE_TYPES),
  share: fc.constantFrom(0, 5, 21, 83, 83, 331, 1000, 4000),
  isLoadedAfter: fc.boolean(),
});

test(`[WRK1] every board says the same of when stages were completed (${RUNS} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyGift, { maxLength: 60 }), async (gifts) => {
      const game = new Gifts();
      await game.join();
      const { store } = game;
      const first = await processOn(store);
      try {
        for (const { who, type, share, isLoadedAfter } of gifts) {
          await game.give(who, type, share);
          if (!isLoadedAfter) continue;
          const late = await processOn(store);
          await late.keeper.advance();
          expect(said(late.board)).toEqual(game.expected());
          await late.close();
        }
        await expect.poll(() => said(first.board)).toEqual(game.expected());
        const last = await processOn(store);
        await last.keeper.advance();
        expect(said(last.board)).toEqual(game.expected());
        const events = await playerEvents(store, { limit: 1000, order: 'oldest-first' });
        const finished = events.flatMap((event) =>
          last.board.finishedBy(event).map((stage) => ({
            nationId: event.row.nationId,
            stage,
            at: event.at,
          })),
        );
        expect(finished).toEqual(game.finished);
        await last.close();
      } finally {
        await first.close();
        await store.close();
      }
    }),
    { numRuns: RUNS },
  );
}, 300_000);

/** Both nations, of all resources. */
async function played(share: number): Promise<Gifts> {
  const game = new Gifts();
  await game.join();
  for (const type of RESOURCE_TYPES) for (const n of [0, 1]) await game.give(n, type, share);
  return game;
}

test('a stage is found beyond a page of contributions, the last of them in parts, and nothing is reported', async () => {
  const game = new Gifts();
  await game.join();
  for (let n = 0; n < 1001; n += 1) await game.give(0, 'wood', 1);
  for (const type of ['oil', 'food'] as const) await game.give(0, type, 100);
  for (const share of [40, 20, 40]) await game.give(0, 'technology', share);
  const warned: unknown[] = [];
  const log = { warn: (what: unknown) => warned.push(what) };
  const events = vi.fn<Store['events']>((query) => game.store.events(query));
  const { board, keeper, close } = await processOn(game.store, { events }, log);
  await keeper.advance();
  // Two pages of one nation; of the others nothing is missing.
  expect(events).toHaveBeenCalledTimes(2);
  expect(game.finished).toHaveLength(1);
  expect(said(board)).toEqual(game.expected());
  expect(warned).toEqual([]);
  await close();
});

test('nothing that was read of a data set is taken for the one that replaced it meanwhile', async () => {
  const [game, next] = [await played(400), await played(100)];
  const board = new Board();
  let store = game.store;
  const keeper = new WorksKeeper({
    board,
    log: QUIET,
    store: {
      async events(query) {
        const answer = await store.events(query);
        if (store === next.store) return answer;
        store = next.store;
        await board.load(await store.loadPlayers());
        return answer;
      },
    },
  });
  await board.load(await store.loadPlayers());
  await keeper.advance();
  await keeper.advance();
  expect(said(board)).toEqual(next.expected());
});
