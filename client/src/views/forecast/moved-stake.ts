/** Builds the rules' view of a stake from what the server sends a page. Pure. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { MovedStake } from '../../../../common/rules/what-if.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import type { CopyWorth } from '../staked.ts';

/** This many copies of a token. */
export function movedNft(kind: NftKind, copy: CopyWorth, quantity: number): MovedStake {
  return kind === 'cultural'
    ? { kind, quantity, culturalGdpBonus: copy.culturalGdpBonus }
    : {
        kind,
        quantity,
        territoryKm2: copy.territoryValue,
        // The server counts in hundredths, because 0.29 × 3 is 0.8699….
        productionHundredths: Math.round(copy.productionBonus * 100),
      };
}

/** @param amount whole DENA, as the server writes it. */
export function movedDena(amount: string): MovedStake {
  return { kind: 'dena', amountWei: parseDena(amount) ?? 0n };
}
