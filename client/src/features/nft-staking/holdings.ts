/** What can be staked and what it brings, in words. Pure. */
import type { NftKind, NftStakeView } from '../../../../common/protocol/nfts.ts';
import { formatCount } from '../../ui/format.ts';
import { activeOf, copiesIn, worthOf, type CopyWorth } from '../../views/staked.ts';

/** Owned minus staked [SCR41], never below 0; staking leaves the NFTs in the wallet. */
export function availableCopies(
  owned: bigint,
  stakes: readonly NftStakeView[],
  kind: NftKind,
): number {
  // Clamped: nobody stakes more copies at a time than a safe integer.
  const copies = Number(owned > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : owned);
  return Math.max(0, copies - copiesIn(activeOf(stakes, kind)));
}

/** A national NFT always adds something: a value of 0 means that the server can't read its metadata. */
export function isWorthKnown(kind: NftKind, copy: CopyWorth): boolean {
  return kind === 'cultural' || copy.territoryValue > 0;
}

/** Why a national NFT can't be staked whose worth is unknown, and what to do. */
export function unknownWorthText({
  unusable,
}: { readonly unusable?: string | undefined } = {}): string {
  return (
    unusable ??
    'What a copy adds cannot be read right now, so it cannot be staked yet. It is read again every 10 seconds.'
  );
}

/** What this many copies add: territory and production, or GDP. */
export function bonusTexts(kind: NftKind, copy: CopyWorth, copies: number) {
  const { territoryKm2, production, gdp } = worthOf({ ...copy, quantity: copies }, 0);
  if (kind === 'cultural') return [{ name: 'GDP', value: `+$${formatCount(gdp)}` }];
  return [
    { name: 'Territory', value: `+${formatCount(territoryKm2)} km²` },
    { name: 'Production', value: `+${production.toFixed(2)}x` },
  ];
}
