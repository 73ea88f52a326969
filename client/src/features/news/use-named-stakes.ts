/** The names of the player's stakes and when they unlock, including ended ones. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import { nationOfToken, nftName } from '../../../../common/values/nft-names.ts';
import { denaStakesQuery, territoryQuery } from '../../api/stakes.ts';
import { formatDenaAmount } from '../../ui/format.ts';

export interface StakeAtHand {
  readonly id: string;
  readonly isActive: 0 | 1;
  readonly unstakeableAt: string;
  readonly amountText?: string;
  readonly quantity?: number;
  /** For an NFT. */
  readonly nftName?: string;
}

/** Null while unknown. */
export function useNamedStakes(
  wallet: Address | null,
  isPlaying: boolean,
): readonly StakeAtHand[] | null {
  const enabled = wallet !== null && isPlaying;
  const dena = useQuery({ ...denaStakesQuery(wallet), enabled }).data;
  const nfts = useQuery({ ...territoryQuery(wallet), enabled }).data;
  return useMemo(() => {
    if (!dena || !nfts) return null;
    return [
      ...dena.map((stake) => ({ ...stake, amountText: formatDenaAmount(stake.stakedAmount) })),
      ...nfts.map((stake) => {
        const nation = nationOfToken(BigInt(stake.tokenId));
        return { ...stake, ...(nation && { nftName: nftName(stake.nftType, nation) }) };
      }),
    ];
  }, [dena, nfts]);
}
