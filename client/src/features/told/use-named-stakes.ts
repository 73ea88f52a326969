/** What the player's stakes are called, and when they unlock; ended ones as well. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import { nationOfToken, nftName } from '../../../../common/values/nft-names.ts';
import { denaStakesQuery } from '../../api/dena-stakes.ts';
import { territoryQuery } from '../../api/territory.ts';
import { formatDenaAmount } from '../../ui/format.ts';

export interface StakeAtHand {
  readonly id: string;
  readonly isActive: 0 | 1;
  readonly unstakeableAt: string;
  readonly amountText?: string;
  readonly quantity?: number;
  /** Of an NFT. */
  readonly nftName?: string;
}

/** Null while they are not known. */
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
        return nation ? { ...stake, nftName: nftName(stake.nftType, nation) } : stake;
      }),
    ];
  }, [dena, nfts]);
}
