/**
 * Whatever the store and the chain do within their ports' contracts, each intent acts exactly once: what is
 * acknowledged is kept, a retry gets the same answer, and players end with what simple arithmetic predicts.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tradeCost } from '../../../common/rules/trade.ts';
import { dena, walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import { turns } from '../../../tools/test/turns.ts';
import { ChainUnavailable, type Chain } from '../../chain/chain.ts';
import { FakeChain } from '../../chain/testing/fake-chain.ts';
import { Board } from '../../leaderboard/board.ts';
import { followBoard } from '../../leaderboard/follow-board.ts';
import { createLog } from '../../observe/log.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import { anyStoreFaults, faultyStore, type StoreFaults } from '../../store/testing/faulty-store.ts';
import { allEvents, allStakes } from '../../store/testing/observe.ts';
import { intent } from '../../test/support/game-world.ts';
import { DealtWith } from '../backing/dealt-with.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { stakeDenaCommand } from '../commands/stake-dena.ts';
import { tradeCommand } from '../commands/trade.ts';
import { openGameClock } from './clock.ts';
import { createGame, type Game, type Outcome } from './game.ts';

const HELD = 1_000_000;
const WALLETS = [walletOf(0), walletOf(1)] as const;
/** What a client repeats under the same key. */
const TRY_AGAIN: ReadonlySet<string> = new Set(['store-unavailable', 'chain-unavailable', 'busy']);

/** Something a player wants, once, however often it is sent. */
interface Wish {
  readonly wallet: 0 | 1;
  readonly do: 'stake' | 'trade';
  readonly amount: number;
  /** How many copies are sent concurrently, over two processes. */
  readonly copies: number;
  /** True if the next one waits for it. */
  readonly isAwaited: boolean;
}

const anyWish: fc.Arbitrary<Wish> = fc
  .record({
    wallet: fc.constantFrom(0, 1),
    copies: fc.integer({ min: 1, max: 3 }),
    isAwaited: fc.boolean(),
    what: fc.constantFrom(
      { do: 'stake', amount: 10 } as const,
      { do: 'stake', amount: 50_000 } as const,
      { do: 'stake', amount: 400_000 } as const,
      { do: 'trade', amount: 10 } as const,
      { do: 'trade', amount: 50 } as const,
    ),
  })
  .map(({ what, ...rest }) => ({ ...rest, ...what }));

/** The result, in DENA; for a stake its id too. */
interface Done {
  readonly stakeId: string | null;
  readonly costWei: bigint;
}

interface Told {
  readonly faults: number;
  readonly acted: number;
  readonly refused: number;
}

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

async function act(game: Game, wish: Wish, key: string): Promise<Outcome<Done>> {
  const wallet: Address = WALLETS[wish.wallet];
  if (wish.do === 'stake') {
    const command = stakeDenaCommand({ wallet, amountWei: dena(wish.amount) });
    const outcome = await game.act(command, intent(key));
    if (!outcome.ok) return outcome;
    const { id, amountWei } = outcome.answer;
    return { ...outcome, answer: { stakeId: id, costWei: amountWei } };
  }
  const command = tradeCommand({ wallet, resourceType: 'wood', quantity: wish.amount });
  const outcome = await game.act(command, intent(key));
  if (!outcome.ok) return outcome;
  return { ...outcome, answer: { stakeId: null, costWei: outcome.answer.costWei } };
}

/** A read of the chain is slow, fails although it was made, or names the block of an endpoint that lags. */
type ChainFate = 'done' | 'slow' | 'refused' | 'older';

const anyChainFate = fc.constantFrom<ChainFate>('done', 'done', 'slow', 'refused', 'older');
const SLOW_TURNS = 7;

/** The fate of each read, in order; after the last one everything works. */
function faultyChain(chain: FakeChain, fates: ChainFate[]): Pick<Chain, 'holdings'> {
  return {
    async holdings(wallet, nationId) {
      const fate = fates.shift();
      if (fate === 'slow') await turns(SLOW_TURNS);
      const held = await chain.holdings(wallet, nationId);
      if (fate === 'refused') throw new ChainUnavailable('no answer');
      return fate === 'older' ? { ...held, block: held.block - 1 } : held;
    },
  };
}

async function life(plan: StoreFaults, chainPlan: readonly ChainFate[], wishes: readonly Wish[]) {
  const inner = openMemoryStore();
  const board = new Board();
  const following = await followBoard(
    { store: inner, board, log: createLog('silent') },
    () => undefined,
  );
  const fakeChain = new FakeChain();
  for (const wallet of WALLETS) fakeChain.give(wallet, { denaWei: dena(HELD) });
  const clock = await openGameClock(inner);
  const whole = createGame({ store: inner, holdings: new DealtWith(fakeChain), board, clock });
  for (const wallet of WALLETS) {
    const joined = await time.finish(
      whole.act(chooseNationCommand({ wallet, nationId: 'usa' }), intent()),
    );
    ok(joined.value.ok);
  }
  const faulty = faultyStore(inner, plan);
  const { store } = faulty;
  const fates = [...chainPlan];
  const chain = faultyChain(fakeChain, fates);
  const games = [0, 1].map(() =>
    createGame({ store, holdings: new DealtWith(chain), board, clock }),
  );
  const game = (n: number): Game => games[n % 2] ?? whole;
  let isOver = false;

  /** A client that retries, at one process and the other, until it gets an answer or the faults are over. */
  async function insist(wish: Wish, key: string, first: number): Promise<Outcome<Done>> {
    for (let tries = 0; ; tries += 1) {
      const outcome = await act(game(first + tries), wish, key);
      if (outcome.ok || !TRY_AGAIN.has(outcome.code) || (tries > 3 && !isOver)) return outcome;
    }
  }

  const sent: Promise<Outcome<Done>>[][] = [];
  for (const [n, wish] of wishes.entries()) {
    const copies = Array.from({ length: wish.copies }, (_, copy) => insist(wish, `key-${n}`, copy));
    sent.push(copies);
    if (wish.isAwaited) await time.finish(Promise.all(copies));
  }
  const early = (await time.finish(Promise.all(sent.map((copies) => Promise.all(copies))))).value;
  await time.finish(faulty.heal());
  fates.length = 0;
  isOver = true;

  const acknowledged: (Done | null)[] = [];
  for (const [n, wish] of wishes.entries()) {
    const { value: last } = await time.finish(insist(wish, `key-${n}`, n));
    const told = [...(early[n] ?? []), last].filter(
      (outcome) => outcome.ok || !TRY_AGAIN.has(outcome.code),
    );
    // Every copy got the same answer; a refusal is worded for its moment.
    const gist = (outcome: Outcome<Done>) => (outcome.ok ? outcome.answer : outcome.code);
    for (const outcome of told) deepEqual(gist(outcome), gist(last));
    acknowledged.push(last.ok ? last.answer : null);
  }

  const events = await allEvents(inner);
  for (const [w, wallet] of WALLETS.entries()) {
    const own = acknowledged.filter((_, n) => wishes[n]?.wallet === w);
    const done = own.filter((one) => one !== null);
    const ids = done.flatMap(({ stakeId }) => stakeId ?? []);
    const player = await inner.player(wallet);
    ok(player);
    deepEqual(
      (await allStakes(inner, wallet)).map(({ id }) => String(id)).toSorted(),
      ids.toSorted(),
    );
    const sum = (some: readonly Done[]) => some.reduce((wei, { costWei }) => wei + costWei, 0n);
    equal(player.standing.denaStakedWei, sum(done.filter(({ stakeId }) => stakeId !== null)));
    equal(player.spentWei, sum(done.filter(({ stakeId }) => stakeId === null)));
    equal(player.version, 1 + done.length);
    equal(events.filter(({ row }) => row.wallet === wallet).length, player.version);
    // Only what could not be paid for was refused.
    const left = dena(HELD) - sum(done);
    for (const [n, wish] of wishes.entries()) {
      if (wish.wallet !== w || acknowledged[n] !== null) continue;
      ok(dena(wish.do === 'trade' ? tradeCost('wood', wish.amount) : wish.amount) > left);
    }
  }
  await following.close();
  await inner.close();
  const refused = acknowledged.filter((one) => one === null).length;
  return { faults: faulty.faults(), acted: acknowledged.length - refused, refused };
}

test(
  'each intent acts exactly once, whatever the store and the chain do',
  { timeout: 900_000 },
  async () => {
    const lives: Told[] = [];
    await fc.assert(
      fc.asyncProperty(
        anyStoreFaults(),
        fc.array(anyChainFate, { maxLength: 20, size: 'max' }),
        fc.array(anyWish, { minLength: 1, maxLength: 14, size: 'max' }),
        async (plan, chainPlan, wishes) => {
          lives.push(await life(plan, chainPlan, wishes));
        },
      ),
      { numRuns: runs({ usual: 60, long: 400 }) },
    );
    const sum = (of: (told: Told) => number) => lives.reduce((total, told) => total + of(told), 0);
    // The run was eventful.
    expect(sum(({ faults }) => faults)).toBeGreaterThan(lives.length * 3);
    expect(sum(({ acted }) => acted)).toBeGreaterThan(lives.length * 2);
    expect(sum(({ refused }) => refused)).toBeGreaterThan(0);
  },
);
