/**
 * What a command reads: the stake that it names, and what it has to end. Nothing else that was ever
 * staked.
 */
import { describe, expect } from 'vitest';
import { standingOf } from '../../../common/rules/gdp.ts';
import { dena, rules } from '../../../common/testing/fixtures.ts';
import { isActive } from '../../../common/values/stake.ts';
import type { LoadQuery, StakeQuery, Store } from '../../store/store.ts';
import { commitManyStakes } from '../../store/testing/fixtures.ts';
import { allStakes } from '../../store/testing/observe.ts';
import { ALICE, gameTest as test, intent, type GameWorld } from '../../test/support/game-world.ts';
import { instead } from '../../test/support/instead.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { stakeDenaCommand, unstakeDenaCommand } from '../commands/stakes.ts';
import { tradeCommand } from '../commands/resources.ts';
import { refreshCommand, settleCommand, verifyCommand } from '../commands/upkeep.ts';
import type { Command } from './command.ts';

/** The stake queries that a store received, and how many stakes it returned. */
interface Reads {
  readonly store: Store;
  readonly named: LoadQuery['stakeId'][];
  readonly lists: { readonly query: StakeQuery; readonly count: number }[];
}

/** @param meanwhile runs after each list was read, before it is returned. */
function watched(store: Store, meanwhile: () => Promise<unknown> = async () => {}): Reads {
  const named: Reads['named'] = [];
  const lists: Reads['lists'] = [];
  const watching = instead(store, {
    load(wallet, query) {
      if (query.stakeId) named.push(query.stakeId);
      return store.load(wallet, query);
    },
    async stakes(wallet, query) {
      const stakes = await store.stakes(wallet, query);
      lists.push({ query, count: stakes.length });
      await meanwhile();
      return stakes;
    },
  });
  return { store: watching, named, lists };
}

/**
 * Alice of Italy: this many active stakes of 1 DENA each, with as many DENA on chain, and 3,000
 * ended ones.
 */
async function aliceWithStakes(world: GameWorld, count: number): Promise<void> {
  const { store, chain, game, clock } = world;
  chain.give(ALICE, { denaWei: dena(count) });
  await done(game.act(chooseNationCommand({ wallet: ALICE, nationId: 'italy' }), null));
  await commitManyStakes(store, ALICE, { active: count, ended: 3000 }, clock.now());
}

async function done<Answer>(
  outcome: Promise<{ ok: true; answer: Answer } | { ok: false; message: string }>,
): Promise<Answer> {
  const result = await outcome;
  if (!result.ok) throw new Error(result.message);
  return result.answer;
}

/** [GDP1] The running totals match the sum of all stakes. */
async function expectTotals({ store }: GameWorld): Promise<void> {
  const player = await store.player(ALICE);
  const stakes = await allStakes(store, ALICE);
  expect(player?.standing).toEqual(standingOf(18_000, stakes));
}

describe('of a wallet with 500 active stakes, and 3,000 ended ones', () => {
  const COUNT = rules.maxStakesPerKind;

  test('no command reads any that it is not about', async ({ world }) => {
    await aliceWithStakes(world, COUNT);
    const { chain, clock } = world;
    const { store, named, lists } = watched(world.store);
    const game = world.anotherGame(store);
    const act = <Answer>(command: Command<Answer>) => game.act(command, intent());
    chain.give(ALICE, { denaWei: dena(20_000) });

    const stakeOne = stakeDenaCommand({ wallet: ALICE, amountWei: dena(1) });
    expect(await act(stakeOne)).toMatchObject({ ok: false, code: 'too-many-stakes' });
    const traded = tradeCommand({ wallet: ALICE, resourceType: 'wood', quantity: 10 });
    await done(act(traded));
    chain.give(ALICE, { denaWei: dena(30_000) });
    await done(act(refreshCommand(ALICE)));
    const holdings = await chain.holdings(ALICE, 'italy');
    await done(act(verifyCommand(ALICE, { ...holdings, denaWei: dena(40_000) })));
    await clock.advance(2 * rules.lockMs);
    await done(act(settleCommand(ALICE)));
    expect({ named, lists }).toEqual({ named: [], lists: [] });

    const last = (await allStakes(world.store, ALICE)).find(isActive);
    if (!last) throw new Error('Alice has stakes');
    await done(act(unstakeDenaCommand({ wallet: ALICE, stakeId: last.id })));
    expect({ named, lists }).toEqual({ named: [last.id], lists: [] });
    await expectTotals(world);
  });
});

test('[CHN1] stakes that end while a verification reads them make it start over', async ({
  world,
}) => {
  const count = rules.maxStakesPerKind;
  await aliceWithStakes(world, count);
  await world.clock.advance(2 * rules.lockMs);
  const mine = (await allStakes(world.store, ALICE)).filter(isActive);
  const [oldest, newest] = [mine[0], mine.at(-1)];
  if (!oldest || !newest) throw new Error('Alice has stakes');
  // Twice an owner unstakes one in between.
  const between = [
    () => world.game.act(unstakeDenaCommand({ wallet: ALICE, stakeId: newest.id }), intent()),
    () => world.game.act(unstakeDenaCommand({ wallet: ALICE, stakeId: oldest.id }), intent()),
  ];
  const { store, lists } = watched(world.store, async () => {
    const next = between.shift();
    if (next) await done<unknown>(next());
  });
  world.chain.give(ALICE, { denaWei: dena(count - 5) });
  await done(world.anotherGame(store).act(refreshCommand(ALICE), null));
  expect(lists).toHaveLength(3);
  const active = (await allStakes(world.store, ALICE)).filter(isActive);
  expect(active).toHaveLength(count - 5);
  await expectTotals(world);
});
