/**
 * [WRK1] Whatever is contributed, and whenever a process loads its board, dies or reads a damaged record:
 * every board names the same commits as those that completed the stages.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseNation } from '../../common/rules/choose-nation.ts';
import { contribute } from '../../common/rules/contribute.ts';
import type { Change } from '../../common/rules/decision.ts';
import { settleResources } from '../../common/rules/settle-resources.ts';
import { dena, holdings, HOUR_MS, NOW, walletOf } from '../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Player } from '../../common/values/player.ts';
import { eachResource, RESOURCE_TYPES, type ResourceUnits } from '../../common/values/resources.ts';
import { NOTHING_CONTRIBUTED, stagesComplete, WHOLE_NEED } from '../../common/values/works.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import { instead } from '../test/support/instead.ts';
import { Board } from './board.ts';
import { WorksKeeper } from './works-keeper.ts';

const RUNS = runs({ usual: 20, long: 2000 });

const NATIONS: readonly NationId[] = ['usa', 'china'];
const PLAYERS = 6;
const QUIET: Pick<Log, 'warn'> = { warn: () => undefined };

type KeeperStore = Pick<Store, 'setting' | 'putSetting' | 'events'>;
const withoutEvents = (store: Store) => instead(store, { events: () => Promise.resolve([]) });

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
      const facts = { now: NOW, holdings: holdings({ denaWei: dena(1) }) };
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
    const facts = { now: this.#now, totals: NOTHING_CONTRIBUTED };
    if (share === 0) {
      const settled = settleResources(player, { now: this.#now + HOUR_MS });
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

/** A process: a board that follows the store, and its keeper, which may know less. */
async function processOn(store: Store, keptIn: KeeperStore = store, log = QUIET) {
  const board = new Board();
  const keeper = new WorksKeeper({ store: keptIn, board, log });
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
  /** What happens after it. */
  next: fc.constantFrom('nothing', 'nothing', 'keep', 'load', 'forget', 'damage'),
});

test(`[WRK1] every board says the same of when stages were completed (${RUNS} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyGift, { maxLength: 60 }), async (gifts) => {
      const game = new Gifts();
      await game.join();
      const { store } = game;
      const first = await processOn(store);
      try {
        for (const { who, type, share, next } of gifts) {
          await game.give(who, type, share);
          if (next === 'keep') await first.keeper.advance();
          if (next === 'forget' || next === 'damage') {
            const text = next === 'damage' ? '{"at":' : '{}';
            await store.putSetting(`work.${NATIONS[who % 2]}.${1 + (share % 5)}`, text);
          }
          if (next !== 'load') continue;
          // Killed at once: another process finds what no record says yet.
          const late = await processOn(store);
          await late.keeper.advance();
          expect(said(late.board)).toEqual(game.expected());
          await late.close();
        }
        await expect.poll(() => said(first.board)).toEqual(game.expected());
        await first.keeper.advance();
        const last = await processOn(store);
        await last.keeper.advance();
        expect(said(last.board)).toEqual(game.expected());
        const events = await store.events({ limit: 1000, order: 'oldest-first' });
        const finished = events.flatMap((event) =>
          last.board.finishedBy(event).map((stage) => ({
            nationId: event.row.nationId,
            stage,
            at: event.at,
          })),
        );
        expect(finished).toEqual(game.finished);
        await last.close();
        // The events need not be read once more.
        expect(await saidLater(store, withoutEvents(store))).toEqual(game.expected());
      } finally {
        await first.close();
        await store.close();
      }
    }),
    { numRuns: RUNS },
  );
}, 300_000);

/** Both nations, of all resources. */
async function giveAll(game: Gifts, share: number): Promise<void> {
  for (const type of RESOURCE_TYPES) for (const n of [0, 1]) await game.give(n, type, share);
}

async function played(share: number): Promise<Gifts> {
  const game = new Gifts();
  await game.join();
  await giveAll(game, share);
  return game;
}

/** What a process says that loads its board now, and knows only the records or the events as well. */
async function saidLater(store: Store, keptIn: KeeperStore): Promise<unknown> {
  const { board, keeper, close } = await processOn(store, keptIn);
  await keeper.advance();
  await close();
  return said(board);
}

test('stages that nothing explains are reported once after each load, of each nation', async () => {
  const game = await played(400);
  const warned: unknown[] = [];
  const log: Pick<Log, 'warn'> = { warn: (what: unknown) => warned.push(what) };
  const { board, keeper, close } = await processOn(game.store, withoutEvents(game.store), log);
  for (let n = 0; n < 2; n += 1) {
    for (let asked = 0; asked < 2; asked += 1) await keeper.advance();
    await board.load(await game.store.loadPlayers());
  }
  const missing = [1, 2];
  const both = NATIONS.map((nationId) => ({ nationId, missing }));
  expect(warned).toEqual([...both, ...both]);
  await close();
});

async function* nobody() {
  yield await Promise.resolve([]);
}

test.each(['loaded', 'followed'])(
  'of a data set that is replaced after any call, nothing is kept in the next: %s',
  async (way) => {
    for (let at = 0; ; at += 1) {
      const [game, next] = [await played(400), await played(100)];
      const board = new Board();
      let store = game.store;
      const replace = async () => {
        store = next.store;
        await board.load(await store.loadPlayers());
      };
      let asked = 0;
      const whenAsked = async <T>(ask: () => Promise<T>): Promise<T> => {
        const answer = await ask();
        asked += 1;
        if (asked === at) await replace();
        return answer;
      };
      const keeper = new WorksKeeper({
        board,
        log: QUIET,
        store: {
          setting: (name) => whenAsked(() => store.setting(name)),
          putSetting: (name, text) => whenAsked(() => store.putSetting(name, text)),
          events: (query) => whenAsked(() => store.events(query)),
        },
      });
      const snapshot = await store.loadPlayers();
      if (way === 'loaded') await board.load(snapshot);
      else {
        await board.load({ ...snapshot, rev: REV_ZERO, players: nobody() });
        const events = await store.events({ limit: 1000, order: 'oldest-first' });
        for (const event of events) board.apply(event);
      }
      if (at === 0) await replace();
      await Promise.all([keeper.advance(), keeper.advance()]);
      if (asked < at) {
        expect(await saidLater(store, withoutEvents(store))).toEqual(game.expected());
        return;
      }
      await keeper.advance();
      expect(said(board)).toEqual(next.expected());
      expect(await saidLater(store, withoutEvents(store))).toEqual(next.expected());
      // Nor is anything recorded of stages that are only completed later.
      await giveAll(next, 400);
      expect(await saidLater(store, store)).toEqual(next.expected());
    }
  },
);
