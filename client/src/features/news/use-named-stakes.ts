/** The player's stakes in words, and when they unlock; ended ones too. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import { nationOfToken, nftName, counted } from '../../../../common/values/nft-names.ts';
import { denaStakesQuery, territoryQuery } from '../../api/stakes.ts';
import { formatDenaAmount } from '../../../../common/values/figures.ts';

export interface NamedStake {
  readonly id: string;
  readonly isActive: 0 | 1;
  readonly unstakeableAt: string;
  /** `5,000 DENA`, `2 × Italy`. */
  readonly text: string;
}

/** Null while unknown. */
export function useNamedStakes(wallet: Address): readonly NamedStake[] | null {
  const dena = useQuery(denaStakesQuery(wallet)).data;
  const nfts = useQuery(territoryQuery(wallet)).data;
  return useMemo(() => {
    if (!dena || !nfts) return null;
    return [
      ...dena.map((stake) => ({ ...stake, text: `${formatDenaAmount(stake.stakedAmount)} DENA` })),
      ...nfts.map((stake) => {
        const nation = nationOfToken(BigInt(stake.tokenId));
        const name = nation ? nftName(stake.nftType, nation) : 'an NFT';
        return { ...stake, text: counted(name, stake.quantity) };
      }),
    ];
  }, [dena, nfts]);
}
