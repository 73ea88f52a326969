/** How near a nation's presidency is [PRE1]. Pure. */
import type { NationStanding } from '../../../../common/protocol/nations.ts';
import type { NationId } from '../../../../common/values/nations.ts';

interface ToPreside {
  /** [PRE1] A tie keeps the President, so it takes one more than theirs. */
  readonly nfts: number;
  /** Whether it is fewer than the leading nation takes. */
  readonly isNearer: boolean;
}

/** How many cultural NFTs make a newcomer President of a nation. @param standings best first. */
export function toPreside(
  standings: readonly Pick<NationStanding, 'nationId' | 'presidentStakedCount'>[],
  nationId: NationId,
): ToPreside | null {
  const own = standings.find((one) => one.nationId === nationId);
  const leader = standings[0];
  if (!own || !leader) return null;
  return {
    nfts: own.presidentStakedCount + 1,
    isNearer: own.presidentStakedCount < leader.presidentStakedCount,
  };
}
