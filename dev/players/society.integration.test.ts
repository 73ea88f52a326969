/** Half an hour of the default world, and its bad days. */
import { expect, test } from 'vitest';
import { NATION_IDS } from '../../common/values/nations.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { HOUR_MS, nationsOf, newWorld, playFor, type PlayedWorld } from './testing/played-world.ts';

const DAY_MS = 24 * HOUR_MS;
const A_WHILE = { pace: 'gentle', ms: HOUR_MS / 10 } as const;

const HOURS = runs({ usual: 1, long: 12 }) / 2;

async function totalGdp(world: PlayedWorld): Promise<number> {
  return (await nationsOf(world)).reduce((sum, { gdp }) => sum + gdp, 0);
}

test('at the gentle pace: never a minute without an action, and the lead and presidents change', async () => {
  const world = await newWorld();
  const played = await playFor(world, { pace: 'gentle', ms: HOURS * HOUR_MS });
  expect(played.longestPauseMs).toBeLessThan(60_000);
  expect(played.leaders.length).toBeGreaterThan(1);
  expect(Object.values(played.presidents).flat().length).toBeGreaterThan(4 * HOURS);
  // With the two who come late.
  const players = (await nationsOf(world)).reduce((sum, nation) => sum + nation.players, 0);
  expect(players).toBe(12);
});

test('the same seed makes the same world, another one another', async () => {
  const worldOf = async (seed: number) => {
    const world = await newWorld({ seed });
    await playFor(world, { pace: 'lively', ms: 10_000 });
    return world.done;
  };
  const [first, again, other] = [await worldOf(7), await worldOf(7), await worldOf(8)];
  expect(first.length).toBeGreaterThan(40);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test.each([1, 2])('%d rivals go on', async (count) => {
  const world = await newWorld({ count });
  expect((await playFor(world, A_WHILE)).longestPauseMs).toBeLessThan(60_000);
});

test('a week skipped, a year skipped, and everything moved away by hand: they go on', async () => {
  const world = await newWorld();
  await playFor(world, { pace: 'lively', ms: 10_000 });
  for (const skippedDays of [7, 366]) {
    world.skip(skippedDays * DAY_MS);
    const played = await playFor(world, A_WHILE);
    expect(played.longestPauseMs).toBeLessThan(60_000);
    expect(world.done.slice(-played.actions).join()).toContain('unstake');
  }
  for (const { walletAddress } of world.rivals) {
    world.hold(walletAddress, { dena: 0, national: 0, cultural: 0 });
  }
  await world.server.quiet();
  const before = await totalGdp(world);
  expect((await playFor(world, A_WHILE)).longestPauseMs).toBeLessThan(60_000);
  // Their wages make up for it.
  expect(await totalGdp(world)).toBeGreaterThan(before);
});

test('a wallet that somebody else has joined with keeps nobody from playing', async () => {
  const world = await newWorld();
  const [first] = world.rivals;
  if (!first) throw new Error('there are no rivals');
  const nationId = NATION_IDS.find((id) => id !== first.nationId) ?? 'usa';
  await world.actions.join(first.walletAddress, nationId);
  expect((await playFor(world, { pace: 'lively', ms: 4000 })).actions).toBeGreaterThan(20);
});

test('while the chain is away they unstake, contribute and wait; then they go on', async () => {
  const world = await newWorld();
  await playFor(world, { pace: 'lively', ms: 10_000 });
  world.setAway(true);
  for (let i = 0; i < 20; i += 1) await world.society.next();
  world.setAway(false);
  expect((await playFor(world, A_WHILE)).longestPauseMs).toBeLessThan(60_000);
});
