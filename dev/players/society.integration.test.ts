/** Hours of the default world, and its bad days. */
import { expect, test } from 'vitest';
import { NATION_IDS } from '../../common/values/nations.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { HOUR_MS, newWorld, playFor, totals } from './testing/played-world.ts';

const DAY_MS = 24 * HOUR_MS;

const HOURS = runs({ usual: 6, long: 24 });

test('at the gentle pace: never a minute without an action, and the lead and presidents change', async () => {
  const world = await newWorld();
  const played = await playFor(world, { pace: 'gentle', ms: HOURS * HOUR_MS });
  expect(played.longestPauseMs).toBeLessThan(60_000);
  expect(played.leaders.length).toBeGreaterThan(3);
  expect(new Set(played.leaders).size).toBeGreaterThan(1);
  for (const presidents of Object.values(played.presidents)) {
    expect(presidents.length).toBeGreaterThan(1);
  }
  // Two more than at the start: those who came late.
  expect(world.game.board.count).toBe(12);
});

test('the same seed makes the same world, another one another', async () => {
  const worldOf = async (seed: number) => {
    const world = await newWorld({ seed });
    await playFor(world, { pace: 'lively', ms: HOUR_MS / 10 });
    return world.actions;
  };
  const [first, again, other] = [await worldOf(7), await worldOf(7), await worldOf(8)];
  expect(first.length).toBeGreaterThan(200);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test.each([1, 2, 40])('%d rivals go on', async (count) => {
  const world = await newWorld({ count });
  const played = await playFor(world, { pace: 'gentle', ms: 2 * HOUR_MS });
  expect(played.longestPauseMs).toBeLessThan(60_000);
});

test('a week skipped, a year skipped, and everything moved away by hand: they go on', async () => {
  const world = await newWorld();
  const hour = { pace: 'gentle', ms: HOUR_MS } as const;
  await playFor(world, hour);
  for (const skippedDays of [7, 366]) {
    world.game.pass(skippedDays * DAY_MS);
    const played = await playFor(world, hour);
    expect(played.longestPauseMs).toBeLessThan(60_000);
    expect(world.actions.slice(-played.actions).join()).toContain('unstake');
  }
  for (const { walletAddress, nationId } of world.rivals) {
    await world.game.endow(walletAddress, nationId, { dena: 0, national: 0, cultural: 0 });
  }
  const before = totals(world.game);
  expect((await playFor(world, hour)).longestPauseMs).toBeLessThan(60_000);
  // Their wages make up for it.
  for (const id of NATION_IDS) expect(totals(world.game)[id]).toBeGreaterThan(before[id]);
});

test('a wallet that somebody else has joined with keeps nobody from playing', async () => {
  const world = await newWorld();
  const [first] = world.rivals;
  if (!first) throw new Error('there are no rivals');
  const nationId = NATION_IDS.find((id) => id !== first.nationId) ?? 'usa';
  await world.game.join(first.walletAddress, nationId);
  expect((await playFor(world, { pace: 'lively', ms: 60_000 })).actions).toBeGreaterThan(20);
});

test('while the chain is away they unstake, contribute and wait; then they go on', async () => {
  const world = await newWorld();
  await playFor(world, { pace: 'lively', ms: HOUR_MS / 4 });
  world.game.goAway();
  for (let i = 0; i < 20; i += 1) await world.society.next();
  world.game.comeBack();
  const played = await playFor(world, { pace: 'gentle', ms: HOUR_MS });
  expect(played.longestPauseMs).toBeLessThan(60_000);
});
