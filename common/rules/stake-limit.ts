/** [STK1] How many stakes of a kind can be active at the same time. */
import type { Standing } from '../values/player.ts';
import type { StakeKind } from '../values/stake.ts';
import { refuse, type Refusal } from './decision.ts';

/** Per wallet and kind. */
export const MAX_ACTIVE_STAKES = 500;

const NAMES: Readonly<Record<StakeKind, string>> = {
  dena: 'DENA',
  national: 'national NFTs',
  cultural: 'cultural NFTs',
};

/** The refusal of one more stake of the kind; null if there is room. */
export function stakeLimitRefusal(
  { activeStakes }: Pick<Standing, 'activeStakes'>,
  kind: StakeKind,
): Refusal | null {
  if (activeStakes[kind] < MAX_ACTIVE_STAKES) return null;
  return refuse(
    'too-many-stakes',
    `A wallet can have ${MAX_ACTIVE_STAKES} active stakes of ${NAMES[kind]} at most, and this one has ${activeStakes[kind]}. Unstake one whose lock is over, then stake more in one go.`,
  );
}
