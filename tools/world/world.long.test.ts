/** Hundreds of simulated games, each time others: `SEED` is the first of them. */
import { expect, test } from 'vitest';
import { SEED } from '../test/seed.ts';
import { runWorld } from './run.ts';

const GAMES = 300;

test(`${GAMES} games from seed ${SEED} on`, { timeout: 3_600_000 }, async () => {
  for (let seed = SEED; seed < SEED + GAMES; seed += 1) {
    const { findings } = await runWorld({ seed, days: 16, only: null });
    expect(findings, `npm run world -- --seed ${seed}`).toEqual([]);
  }
});
