/** A staked NFT in a list: what it brings, its lock countdown and its Unstake button. */
import type { ComponentProps } from 'react';
import type { NftStakeView } from '../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { nftName } from '../../../common/values/nft-names.ts';
import { useGameNow } from '../api/config.ts';
import { useLockMs } from '../api/stakes.ts';
import { TokenPicture } from '../ui/atlas/TokenPicture.tsx';
import { useCountdown } from '../ui/motion/use-tick.ts';
import { StakeRow } from '../ui/StakedList.tsx';
import { stakeBrings } from './earnings.ts';
import { lockText } from './facts.ts';
import { movedNft } from './forecast/forecast.ts';
import { useShownStake } from './proposals.ts';
import { copiesOf } from './staked.ts';
import { Unstake } from './Unstake.tsx';

export function StakedNft({
  stake,
  player,
  untilWords,
  ...row
}: {
  readonly stake: NftStakeView;
  readonly player: PlayerNationView;
  /** Text before the end of the lock; without it, only what is left is said. */
  readonly untilWords?: string;
} & ComponentProps<'li'>) {
  const { nation } = player;
  const kind = stake.nftType;
  const button = useShownStake(stake.id);
  const lockMs = useLockMs();
  const leftMs = useCountdown(new Date(stake.unstakeableAt), useGameNow());
  const copies = copiesOf(nftName(kind, nation.id), stake.quantity);
  return (
    <StakeRow
      {...row}
      picture={<TokenPicture src={stake.imageUrl} nation={nation.id} kind={kind} />}
      what={copies}
      brings={stakeBrings(stake, nation.startingGdp)}
      lock={{ leftMs, until: stake.unstakeableAt, untilWords }}
      button={
        <Unstake
          ref={button}
          player={player}
          stakeId={stake.id}
          what={copies}
          stake={movedNft(kind, stake, stake.quantity)}
          isLocked={leftMs > 0}
          locked={{ text: `Locked (${lockText(lockMs)})` }}
        />
      }
    />
  );
}
