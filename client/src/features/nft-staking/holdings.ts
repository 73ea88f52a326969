/** What can be staked, and what it brings. Pure; figures per copy as the server tells them. */
import type { NftKind, NftStakeView, NftVerification } from '../../../../common/protocol/nfts.ts';

/** Active stakes of one kind, in the order they are listed. */
export function activeOf(stakes: readonly NftStakeView[], kind: NftKind): NftStakeView[] {
  return stakes.filter((stake) => stake.nftType === kind && stake.isActive === 1);
}

/** Owned less staked (SPEC.md §2), never below 0; staking moves nothing out of the wallet. */
export function availableCopies(
  owned: bigint,
  stakes: readonly NftStakeView[],
  kind: NftKind,
): number {
  const staked = activeOf(stakes, kind).reduce((sum, { quantity }) => sum + quantity, 0);
  // A balance beyond exact numbers is more than anybody stakes at once.
  const copies = Number(owned > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : owned);
  return Math.max(0, copies - staked);
}

export interface Bonus {
  readonly name: string;
  readonly value: string;
}

type Worth = Pick<
  NftVerification['metadata'],
  'territoryValue' | 'productionBonus' | 'culturalGdpBonus'
>;

const grouped = new Intl.NumberFormat('en-US');

/** What so many copies add: territory and production, or GDP. */
export function bonusesOf(kind: NftKind, worth: Worth, copies: number): readonly Bonus[] {
  if (kind === 'cultural') {
    return [{ name: 'GDP', value: `+$${grouped.format(worth.culturalGdpBonus * copies)}` }];
  }
  return [
    { name: 'Territory', value: `+${grouped.format(worth.territoryValue * copies)} km²` },
    { name: 'Production', value: `+${(worth.productionBonus * copies).toFixed(2)}x` },
  ];
}
