import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NOTHING_CONTRIBUTED } from '../../common/values/works.ts';
import { chooseAction, type Sight } from './life.ts';
import { mannerOf } from './manners.ts';
import { createRandom } from './random.ts';

const [ME, AHEAD, FAR] = [walletOf(1), walletOf(2), walletOf(3)];

const sight: Sight = {
  gdp: 20_000,
  available: 50_000,
  held: 50_000,
  resources: NOTHING_CONTRIBUTED,
  copies: { national: { all: 0, free: 0 }, cultural: { all: 0, free: 0 } },
  denaStakes: 0,
  unlocked: [],
};

function amountsStaked(gains: readonly [me: number, ahead: number, far: number]): Set<number> {
  const standings = [ME, AHEAD, FAR].map((walletAddress, i) => {
    return { walletAddress, nationId: 'italy' as const, gdp: 20_000, gained: gains[i] ?? 0 };
  });
  const self = { walletAddress: ME, nationId: 'italy' as const, manner: mannerOf(0, 0) };
  const others = { standings, behind: new Set<typeof ME>(), rivals: [] };
  const actions = Array.from({ length: 100 }, (_, seed) =>
    chooseAction(self, sight, others, createRandom(seed)),
  );
  return new Set(actions.flatMap((one) => (one?.kind === 'stake' ? one.amount : [])));
}

test('[SEA3] a rival passes the next in the week’s race by a dollar, if it can', () => {
  expect(amountsStaked([100, 1233, 4000])).toContain(11_340);
  expect(amountsStaked([5000, 1233, 4000])).not.toContain(11_340);
  expect(amountsStaked([100, 9000, 9001])).not.toContain(89_010);
});
