/** How recently a wallet's holdings were verified, in words. Pure. */
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { formatAgo, formatCount } from '../../ui/format.ts';

export type Verified = PlayerNationView['playerNation']['holdings'];

/** The later of two responses. */
export function newerHoldings(one: Verified, other: Verified): Verified {
  return momentOf(one) > momentOf(other) ? one : other;
}

/** Compares times, since a reorganisation may lower the block. */
function momentOf({ verifiedAt }: Verified): number {
  return verifiedAt === null ? -1 : instantOf(verifiedAt);
}

export function holdingsWords(
  { block, verifiedAt }: Verified,
  nowMs: number,
): { readonly upTo: string; readonly when: string } {
  const height = `block ${formatCount(block)}`;
  if (verifiedAt === null) {
    return {
      upTo: block > 0 ? `Holdings read at ${height}` : 'Holdings',
      when: 'not verified yet',
    };
  }
  const ago = formatAgo(nowMs - instantOf(verifiedAt));
  return {
    upTo: `Holdings verified up to ${height}`,
    when: ago === 'just now' ? ago : `${ago} ago`,
  };
}
