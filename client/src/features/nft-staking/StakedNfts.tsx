/** The staked NFTs of a collection: each stake with its lock countdown and its Unstake button. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { NftKind, NftStakeView } from '../../../../common/protocol/nfts.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { territoryQuery, useLockMs } from '../../api/stakes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ListCaption, LockTime, StakedList } from '../../ui/StakedList.tsx';
import { TokenPicture } from '../../ui/atlas/TokenPicture.tsx';
import { useCountdown } from '../../ui/motion/use-countdown.ts';
import { lockText } from '../../views/facts.ts';
import { movedNft } from '../../views/forecast/moved-stake.ts';
import { useAskedStake, useShownStake, type StakeRef } from '../../views/shown-stake.ts';
import { activeOf, copiesText } from '../../views/staked.ts';
import { Unstake } from '../../views/Unstake.tsx';
import { unstaked, unstakingFailed } from '../../views/unstaked-words.ts';
import { useUnstakeNft } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { WORDS } from './collections.ts';
import { bonusTexts } from './holdings.ts';
import { BonusLine } from './parts.tsx';

const Item = styled.li`
  display: grid;
  grid-template-columns: 4rem minmax(0, 1fr) auto;
  gap: var(--space-2) var(--space-4);
  align-items: center;
  padding-block: var(--space-3);
  border-block-end: 1px solid var(--rule);

  /* A phone has no room for three columns: the button goes below the text. */
  @media (max-width: 40rem) {
    grid-template-columns: 4rem minmax(0, 1fr);
    align-items: start;

    > :last-child {
      grid-column: 2;
      justify-self: start;
    }
  }
`;

const Copies = styled.p`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

interface Props {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}

export function StakedNfts({ kind, player }: Props) {
  const { nation, playerNation } = player;
  const stakes = useQuery(territoryQuery(playerNation.walletAddress));
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
      skeleton={<SkeletonItem kind={kind} nationId={nation.id} />}
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
    <Item>
      <TokenPicture
        src={stake.imageUrl}
        nation={player.nation.id}
        kind={kind === 'national' ? 'land' : 'culture'}
      />
      <div>
        <Copies>{copies}</Copies>
        <BonusLine bonuses={bonusTexts(kind, stake, stake.quantity)} />
        <LockTime leftMs={leftMs} until={stake.unstakeableAt} untilWords="until" />
      </div>
      <Unstake
        ref={button}
        player={player}
        what={copies}
        stake={movedNft(kind, stake, stake.quantity)}
        isLocked={leftMs > 0}
        locked={{ text: `Locked (${lockText(lockMs)})` }}
        send={() => unstake.mutateAsync({ stakeId: stake.id })}
        done={unstaked(kind)}
        failed={(error) => unstakingFailed(kind, error)}
        unanswered={unanswered}
      />
    </Item>
  );
}

function SkeletonItem({ kind, nationId }: { readonly kind: NftKind; readonly nationId: NationId }) {
  return (
    <Item>
      <TokenPicture src={null} nation={nationId} kind={kind === 'national' ? 'land' : 'culture'} />
      <div>
        <Copies>
          <Skeleton $width="8rem" />
        </Copies>
        <ListCaption>
          <Skeleton $width="14rem" />
        </ListCaption>
      </div>
      <Skeleton $width="8rem" $height="2.75rem" />
    </Item>
  );
}
