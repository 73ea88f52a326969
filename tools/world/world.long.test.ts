/**
 * Hundreds of simulated games, each time others (`SEED` is the first of them); how a failing one is
 * shrunk; and what a game costs its providers.
 */
import { describe, expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { poke } from '../../server/chain/testing/chain-sim.ts';
import { sleep } from '../../server/lib/machine.ts';
import { SEED } from '../test/seed.ts';
import { planOf, type Plan } from './plan.ts';
import { inWorld, runWorld } from './run.ts';
import { shrunk } from './shrink.ts';

const DAYS = 16;
const GAMES = 300;

test(`${GAMES} games from seed ${SEED} on`, { timeout: 3_600_000 }, async () => {
  for (let seed = SEED; seed < SEED + GAMES; seed += 1) {
    const { findings } = await runWorld({ seed, days: DAYS, only: null });
    expect(findings, `npm run world -- --seed ${seed}`).toEqual([]);
  }
});

test('a game that fails is shrunk to the steps that make it fail', async () => {
  const { steps } = planOf(4, DAYS);
  const [, early, , , late] = steps;
  const needed = [early, late].map((step) => step?.n ?? -1);
  const run = async (only: ReadonlySet<number>) => ({
    hash: '',
    counts: {},
    steps,
    findings: needed.every((n) => only.has(n)) ? ['rank is 3; by the rules 2'] : ['another one'],
  });
  const few = await shrunk({ steps, findings: ['rank is 7; by the rules 4'] }, run);
  expect(few.map(({ n }) => n)).toEqual(needed);
});

describe('without faults', () => {
  const PLAN: Plan = {
    storeKind: 'mongo',
    servers: 2,
    compareMs: 50_000,
    bouts: [],
    isRestored: false,
    earlyActs: 0,
    steps: [],
  };

  async function calls(script: Parameters<typeof inWorld>[2]): Promise<number> {
    let made = 0;
    const { findings } = await inWorld(PLAN, { seed: 1 }, async (world, oracle) => {
      await oracle.play([], 1000);
      await sleep(20_000);
      for (const node of world.chain.nodes) node.resetCounts();
      await script(world, oracle);
      made = world.chain.nodes.reduce((sum, node) => sum + node.calls, 0);
      await oracle.judge();
    });
    expect(findings).toEqual([]);
    return made;
  }

  test('a game of two processes makes four calls per block, including its rounds', async () => {
    const made = await calls(() => sleep(200_000));
    expect(made / 100).toBeLessThan(4.5);
  });

  test('players who are poked in one transaction cost ten calls, and no commit', async () => {
    const made = await calls(async ({ chain, actors, store }) => {
      const newest = () => store.memory.events({ limit: 1, order: 'newest-first' });
      const before = await newest();
      const block = chain.sim.mine(actors.map(({ player }) => poke(address(player.wallet))));
      await sleep(3000);
      expect(block.number).toBeLessThanOrEqual(chain.sim.head.number);
      expect(await newest()).toEqual(before);
    });
    expect(made).toBeLessThan(20);
  });
});
