/** A week of the default world, and a day of it at the lively pace. */
import { expect, test } from 'vitest';
import { byNation, NATION_IDS } from '../../common/values/nations.ts';
import { HOUR_MS, newWorld, playFor, totals } from './testing/played-world.ts';

const DAY_MS = 24 * HOUR_MS;
const MOST_GDP = 20_000_000;

test('a week at the gentle pace', { timeout: 900_000 }, async () => {
  const world = await newWorld();
  const leaders: string[] = [];
  const presidents = byNation((): string[] => []);
  let daysWithAnotherLeader = 0;
  for (let day = 1; day <= 7; day += 1) {
    const played = await playFor(world, { pace: 'gentle', ms: DAY_MS });
    console.log(
      `day ${day}: ${played.deeds} deeds, ${played.leaders.length} leads, presidents ${NATION_IDS.map((id) => played.presidents[id].length).join(' ')}, GDP ${JSON.stringify(totals(world.game))}`,
    );
    expect(played.longestPauseMs).toBeLessThan(60_000);
    expect(Math.max(...Object.values(totals(world.game)))).toBeLessThan(MOST_GDP);
    for (const id of NATION_IDS) presidents[id].push(...played.presidents[id]);
    if (played.leaders.length > 1) daysWithAnotherLeader += 1;
    leaders.push(...played.leaders);
  }
  for (const id of NATION_IDS) expect(new Set(presidents[id]).size).toBeGreaterThan(1);
  expect(daysWithAnotherLeader).toBeGreaterThan(3);
  expect(new Set(leaders)).toEqual(new Set(NATION_IDS));
});

test('a day at the lively pace completes a stage of each work', { timeout: 900_000 }, async () => {
  const world = await newWorld();
  for (let hour = 1; hour <= 24; hour += 1) {
    const played = await playFor(world, { pace: 'lively', ms: HOUR_MS });
    expect(played.longestPauseMs).toBeLessThan(5000);
    const { board } = world.game;
    if (NATION_IDS.every((id) => board.work(id).stages[0]?.completedAt !== null)) return;
  }
  expect.fail('a work is in its first stage after a day');
});
