/** Stakes NFTs of the player's own nation [NFT1–NFT4]. */
import { stakeNftCall, type NftKind } from '../../../../common/protocol/nfts.ts';
import { written } from '../../../../common/values/cultural.ts';
import { territoryQuery } from '../../api/territory.ts';
import type { NftRef } from '../../api/verify-nft.ts';
import { keepStake } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

/** Copies to stake: one national NFT by default. */
interface NftStaking extends NftRef {
  readonly quantity?: number;
  readonly nftType?: NftKind;
}

export const stakeNft: WalletMutation<NftStaking, typeof stakeNftCall> = {
  call: stakeNftCall,
  body: (walletAddress, { nftType = 'national', ...staking }) => ({
    walletAddress,
    ...staking,
    nftType: written(nftType),
  }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, territoryQuery(walletAddress).queryKey, stake),
};

export function useStakeNft() {
  return useWalletMutation(stakeNft);
}
