/** A staked NFT in a list. */
import type { ComponentProps } from 'react';
import type { NftStakeView } from '../../../common/protocol/nfts.ts';
import { nftName, counted } from '../../../common/values/nft-names.ts';
import { stakeBrings } from './earnings.ts';
import { movedNft } from './forecast/forecast.ts';
import { PlatePicture } from './PlatePicture.tsx';
import { startingGdpOf } from './staked.ts';
import { StakedItem } from './StakedItem.tsx';

export function StakedNft({
  stake,
  ...row
}: { readonly stake: NftStakeView } & Pick<ComponentProps<typeof StakedItem>, 'player'> &
  ComponentProps<'li'>) {
  const { nation } = row.player;
  const { nftType: kind, quantity } = stake;
  return (
    <StakedItem
      {...row}
      stake={stake}
      moved={movedNft(kind, stake, quantity)}
      picture={<PlatePicture kind={kind} nation={nation.id} own={stake.imageUrl} />}
      what={counted(nftName(kind, nation.id), quantity)}
      brings={stakeBrings(stake, startingGdpOf(row.player))}
    />
  );
}
