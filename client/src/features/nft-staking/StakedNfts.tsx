/** The staked NFTs of a collection: each stake with its lock countdown and its Unstake button. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { NftKind, NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { useGameNow } from '../../api/config.ts';
import { territoryQuery, useLockMs } from '../../api/stakes.ts';
import { TokenPicture } from '../../ui/atlas/TokenPicture.tsx';
import { useCountdown } from '../../ui/motion/use-tick.ts';
import { StakedList, StakeRow } from '../../ui/StakedList.tsx';
import { lockText } from '../../views/facts.ts';
import { movedNft } from '../../views/forecast/forecast.ts';
import { useAskedStake, useShownStake, type StakeRef } from '../../views/shown-stake.ts';
import { activeOf, copiesText } from '../../views/staked.ts';
import { Unstake } from '../../views/Unstake.tsx';
import { useUnstakeNft } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { WORDS } from './collections.ts';
import { bonusText, PICTURE } from './holdings.ts';

interface Props {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}

export function StakedNfts({ kind, player }: Props) {
  const stakes = useQuery(territoryQuery(player.playerNation.walletAddress));
  const active = activeOf(stakes.data ?? [], kind);
  const { title, noneStaked } = WORDS[kind];
  const asked = useAskedStake(kind);
  return (
    <StakedList
      label={`Staked ${title}`}
      aside={
        active.length > 0 && (
          <Link data-tap to="/territory">
            See your territory
          </Link>
        )
      }
      stakes={stakes}
      none={noneStaked}
    >
      {active.map((stake) => (
        <StakedNft key={stake.id} stake={stake} kind={kind} player={player} asked={asked} />
      ))}
    </StakedList>
  );
}

function StakedNft({
  stake,
  kind,
  player,
  asked,
}: Props & { readonly stake: NftStakeView; readonly asked: StakeRef | null }) {
  const unstake = useUnstakeNft();
  const unanswered = useUnanswered('/api/nft/unstake');
  const button = useShownStake(asked, stake.id);
  const lockMs = useLockMs();
  const leftMs = useCountdown(new Date(stake.unstakeableAt), useGameNow());

  const copies = `${copiesText(stake.quantity)} of ${nftName(kind, player.nation.id)}`;
  return (
    <StakeRow
      picture={<TokenPicture src={stake.imageUrl} nation={player.nation.id} kind={PICTURE[kind]} />}
      what={copies}
      brings={bonusText(kind, stake, stake.quantity)}
      lock={{ leftMs, until: stake.unstakeableAt }}
      button={
        <Unstake
          ref={button}
          player={player}
          what={copies}
          stake={movedNft(kind, stake, stake.quantity)}
          isLocked={leftMs > 0}
          locked={{ text: `Locked (${lockText(lockMs)})` }}
          send={() => unstake.mutateAsync({ stakeId: stake.id })}
          unanswered={unanswered}
        />
      }
    />
  );
}
