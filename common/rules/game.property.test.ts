/**
 * Invariants that hold after every command of any sequence, while the chain's balances change
 * underneath. The failing seed is printed; add it as a named test.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import {
  anyCommand,
  decided,
  ENDOWED,
  worldOf,
  type Command,
  type World,
} from '../testing/any-command.ts';
import { after, anyNation, newcomer, NOW, rules, withManyStakes } from '../testing/fixtures.ts';
import { RESOURCE_TYPES } from '../values/resources.ts';
import { isActive } from '../values/stake.ts';
import { availableWei } from './dena.ts';
import { standingOf } from './gdp.ts';
import { unbackedStakes } from './verify-holdings.ts';

const RUNS = runs({ usual: 150, long: 10_000 });

function next(world: World, command: Command, index: number): World {
  const { at, change } = decided(world, command, index);
  return change ? { ...at, state: after(at.state, change) } : at;
}

function expectSound({ state, chain }: World, before: World): void {
  const { player, stakes } = state;
  // [GDP1] the running totals equal the sum of all stakes
  expect(player.standing).toEqual(standingOf(player.startingGdp, stakes));
  // [NFT4, CHN1] the last verified holdings back every active stake
  expect(player.holdings).toEqual(chain);
  expect(unbackedStakes(stakes, player, player.holdings)).toEqual([]);
  expect(player.standing.nationalCount).toBeLessThanOrEqual(chain.national);
  expect(player.standing.culturalCount).toBeLessThanOrEqual(chain.cultural);
  // [DEN1] DENA is conserved: available, staked and spent add up to the holdings, and none is
  // negative
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
      let world = worldOf(newcomer(nation, ENDOWED));
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

test(`[STK1] also for a wallet at the limit of active stakes (${MANY_RUNS} runs)`, () => {
  fc.assert(
    fc.property(
      anyNation,
      fc.integer({
        min: rules.maxStakesPerKind - 3,
        max: rules.maxStakesPerKind,
      }),
      fc.array(anyCommand, { maxLength: 20 }),
      (nation, count, commands) => {
        const state = withManyStakes(newcomer(nation, ENDOWED), { active: count });
        let world = worldOf(state, NOW + count);
        for (const [index, command] of commands.entries()) {
          const before = world;
          world = next(world, command, index);
          expectSound(world, before);
          const active = world.state.player.standing.activeStakes.dena;
          expect(active).toBeLessThanOrEqual(rules.maxStakesPerKind);
        }
      },
    ),
    { numRuns: MANY_RUNS },
  );
});
