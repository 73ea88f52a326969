/**
 * Invariants that hold after every command of any sequence, while the chain's balances change underneath. The
 * failing seed is printed; add it as a named test.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import {
  after,
  ALICE,
  anyNation,
  BOB,
  dena,
  holdings,
  newcomer,
  newestIn,
  NOW,
  stakeId,
  withManyStakes,
  type PlayerState,
} from '../testing/fixtures.ts';
import { NATIONS } from '../values/nations.ts';
import type { Holdings } from '../values/player.ts';
import { RESOURCE_TYPES, type ResourceType } from '../values/resources.ts';
import { isActive } from '../values/stake.ts';
import { contribute } from './contribute.ts';
import type { Change, Refusal } from './decision.ts';
import { availableWei } from './dena.ts';
import { standingOf } from './gdp.ts';
import { LOCK_MS } from './lock.ts';
import { settleResources } from './settle-resources.ts';
import { stakeDena } from './stake-dena.ts';
import { MAX_ACTIVE_STAKES } from './stake-limit.ts';
import { stakeNft } from './stake-nft.ts';
import { trade } from './trade.ts';
import { unstake } from './unstake.ts';
import { unbackedAmounts, unbackedStakes, verifyHoldings } from './verify-holdings.ts';

const RUNS = runs({ usual: 150, long: 10_000 });
const collections = { national: ALICE, cultural: BOB };

type Command =
  | { readonly do: 'stake-dena'; readonly amountWei: bigint }
  | { readonly do: 'stake-nft'; readonly kind: 'national' | 'cultural'; readonly quantity: number }
  | { readonly do: 'unstake'; readonly pick: number }
  | { readonly do: 'trade'; readonly type: (typeof RESOURCE_TYPES)[number]; readonly tens: number }
  | { readonly do: 'contribute'; readonly type: ResourceType; readonly quantity: number }
  | { readonly do: 'settle' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'chain-moves'; readonly held: Omit<Holdings, 'block'> };

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('stake-dena' as const),
    amountWei: fc.bigInt({ min: 0n, max: dena(2000) }),
  }),
  fc.record({
    do: fc.constant('stake-nft' as const),
    kind: fc.constantFrom('national' as const, 'cultural' as const),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('unstake' as const), pick: fc.nat({ max: 9 }) }),
  fc.record({
    do: fc.constant('trade' as const),
    type: fc.constantFrom(...RESOURCE_TYPES),
    tens: fc.integer({ min: 0, max: 101 }),
  }),
  fc.record({
    do: fc.constant('contribute' as const),
    type: fc.constantFrom(...RESOURCE_TYPES),
    quantity: fc.integer({ min: 0, max: 400 }),
  }),
  fc.record({ do: fc.constant('settle' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: LOCK_MS }) }),
  fc.record({
    do: fc.constant('chain-moves' as const),
    held: fc.record({
      denaWei: fc.bigInt({ min: 0n, max: dena(5000) }),
      national: fc.nat({ max: 6 }),
      cultural: fc.nat({ max: 6 }),
    }),
  }),
);

interface World {
  readonly state: PlayerState;
  readonly now: number;
  readonly chain: Holdings;
}

function decide(world: World, command: Command, index: number): Change | Refusal | null {
  const { state, now, chain } = world;
  const { player } = state;
  const facts = { now, holdings: chain };
  const id = stakeId(`s${index}`);
  const picked = (decision: { ok: true; change: Change } | Refusal) =>
    decision.ok ? decision.change : decision;
  switch (command.do) {
    case 'stake-dena':
      return picked(stakeDena(player, { stakeId: id, amountWei: command.amountWei }, facts));
    case 'stake-nft': {
      const { kind, quantity } = command;
      const tokenId = BigInt(NATIONS[player.nationId].tokenId);
      return picked(
        stakeNft(
          player,
          { stakeId: id, kind, contract: collections[kind], tokenId, quantity },
          { ...facts, collections, token: { imageUrl: '', attributes: [] } },
        ),
      );
    }
    case 'unstake': {
      const chosen = state.stakes[command.pick] ?? null;
      return picked(unstake(player, chosen, { kinds: ['dena', 'national', 'cultural'] }, { now }));
    }
    case 'trade':
      return picked(
        trade(player, { resourceType: command.type, quantity: command.tens * 10 }, facts),
      );
    case 'contribute': {
      const { type: resourceType, quantity } = command;
      return picked(
        contribute(player, { resourceType, quantity }, { now, totals: player.contributed }),
      );
    }
    case 'settle':
      return settleResources(player, { now });
    case 'chain-moves': {
      const stakes = newestIn(state, unbackedAmounts(player, chain));
      return verifyHoldings(player, { ...facts, stakes });
    }
    case 'wait':
      return null;
  }
}

function next(world: World, command: Command, index: number): World {
  const moved =
    command.do === 'wait'
      ? { ...world, now: world.now + command.ms }
      : command.do === 'chain-moves'
        ? { ...world, chain: { ...command.held, block: world.chain.block + 1 } }
        : world;
  const result = decide(moved, command, index);
  if (result === null || 'code' in result) return moved;
  return { ...moved, state: after(moved.state, result) };
}

function expectSound({ state, chain }: World, before: World): void {
  const { player, stakes } = state;
  // [GDP1] the running totals equal the sum of all stakes
  expect(player.standing).toEqual(standingOf(player.nationId, stakes));
  // [NFT4, CHN1] the last verified holdings back every active stake
  expect(player.holdings).toEqual(chain);
  expect(unbackedStakes(stakes, player, player.holdings)).toEqual([]);
  expect(player.standing.nationalCount).toBeLessThanOrEqual(chain.national);
  expect(player.standing.culturalCount).toBeLessThanOrEqual(chain.cultural);
  // [DEN1] DENA is conserved: available, staked and spent add up to the holdings, and none is negative
  const bound = player.standing.denaStakedWei + player.spentWei;
  if (bound <= chain.denaWei) expect(availableWei(player) + bound).toBe(chain.denaWei);
  else expect(availableWei(player)).toBe(0n);
  expect(player.spentWei >= before.state.player.spentWei).toBe(true);
  // [LCK2] an ended stake never changes, and none is lost
  const byId = new Map(stakes.map((stake) => [stake.id, stake]));
  for (const stake of before.state.stakes) {
    const same = byId.get(stake.id);
    expect(same).toBeDefined();
    if (!isActive(stake)) expect(same).toEqual(stake);
  }
  // [ACC1, WRK1] resources are only ever given to the work, and none is lost on the way
  for (const type of RESOURCE_TYPES) {
    const was = before.state.player;
    const given = player.contributed[type] - was.contributed[type];
    expect(given).toBeGreaterThanOrEqual(0);
    expect(player.resources.units[type]).toBeGreaterThanOrEqual(0);
    expect(player.resources.units[type] + given).toBeGreaterThanOrEqual(was.resources.units[type]);
  }
}

test(`the game stays sound for any sequence of commands (${RUNS} runs)`, () => {
  fc.assert(
    fc.property(anyNation, fc.array(anyCommand, { maxLength: 30 }), (nation, commands) => {
      const chain = holdings({ denaWei: dena(3000), national: 3, cultural: 5 });
      let world: World = { state: newcomer(nation, chain), now: NOW, chain };
      for (const [index, command] of commands.entries()) {
        const before = world;
        world = next(world, command, index);
        expectSound(world, before);
      }
    }),
    { numRuns: RUNS },
  );
});

const MANY_RUNS = runs({ usual: 10, long: 400 });

test(`[STK1] also for a wallet at the limit of active stakes, and for one that has more (${MANY_RUNS} runs)`, () => {
  fc.assert(
    fc.property(
      anyNation,
      fc.integer({ min: MAX_ACTIVE_STAKES - 3, max: MAX_ACTIVE_STAKES + 3 }),
      fc.array(anyCommand, { maxLength: 20 }),
      (nation, count, commands) => {
        const chain = holdings({ denaWei: dena(3000), national: 3, cultural: 5 });
        const state = withManyStakes(newcomer(nation, chain), { active: count });
        let world: World = { state, now: NOW + count, chain };
        for (const [index, command] of commands.entries()) {
          const before = world;
          world = next(world, command, index);
          expectSound(world, before);
          const active = world.state.player.standing.activeStakes.dena;
          const activeBefore = before.state.player.standing.activeStakes.dena;
          if (activeBefore >= MAX_ACTIVE_STAKES) expect(active).toBeLessThanOrEqual(activeBefore);
        }
      },
    ),
    { numRuns: MANY_RUNS },
  );
});
