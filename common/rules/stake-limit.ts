/** [STK1] How many stakes of a kind can be active at the same time. */
import type { Standing } from '../values/player.ts';
import type { Rules } from '../values/rules.ts';
import type { StakeKind } from '../values/stake.ts';
import { refuse, type Refusal } from './decision.ts';

const NAMES: Readonly<Record<StakeKind, string>> = {
  dena: 'DENA',
  national: 'national NFTs',
  cultural: 'cultural NFTs',
};

/** The refusal of one more stake of the kind; null if there is room. */
export function stakeLimitRefusal(
  { activeStakes }: Pick<Standing, 'activeStakes'>,
  kind: StakeKind,
  { maxStakesPerKind }: Pick<Rules, 'maxStakesPerKind'>,
): Refusal | null {
  if (activeStakes[kind] < maxStakesPerKind) return null;
  return refuse(
    'too-many-stakes',
    `A wallet can have ${maxStakesPerKind} active stakes of ${NAMES[kind]} at most, and this one has ${activeStakes[kind]}. Unstake one whose lock is over, then stake more in one go.`,
  );
}
