/** What is staked of a collection: each stake with its lock counting down and the button that ends it. */
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { LOCK_DAYS } from '../../../../common/rules/lock.ts';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { territoryQuery } from '../../api/territory.ts';
import { TokenPicture } from '../../ui/atlas/TokenPicture.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatCount, formatCountdown, formatMoment } from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-countdown.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useUnstakeNft } from '../../wallet/actions.ts';
import { WORDS, type NftKind } from './collections.ts';
import { activeOf, bonusesOf } from './holdings.ts';
import { unstaked, unstakingFailed } from './outcomes.ts';
import { Block, BonusLine, Caption, Muted, Title } from './parts.tsx';

const List = styled.ul`
  max-block-size: 22rem;
  overflow-y: auto;
  border-block-start: 1px solid var(--rule);
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: 4rem minmax(0, 1fr) auto;
  gap: var(--space-2) var(--space-4);
  align-items: center;
  padding-block: var(--space-3);
  border-block-end: 1px solid var(--rule);

  /* A phone has no room for three abreast: the button goes below the words. */
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

const Empty = styled(Muted)`
  padding-block: var(--space-4);
  border-block-start: 1px solid var(--rule);
`;

interface Props {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}

export function StakedNfts({ kind, player }: Props) {
  const { nation, playerNation } = player;
  const { data, isPending, isError, refetch } = useQuery(
    territoryQuery(playerNation.walletAddress),
  );
  const active = activeOf(data ?? [], kind);
  const { title, noneStaked } = WORDS[kind];
  return (
    <Block>
      <Title>
        Staked
        {active.length > 0 && (
          <span>
            <Link to="/territory">See your territory</Link>
          </span>
        )}
      </Title>
      {isPending ? (
        <List aria-busy>
          <SkeletonItem kind={kind} nationId={nation.id} />
        </List>
      ) : isError && !data ? (
        <Empty>
          Your stakes could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
        </Empty>
      ) : active.length === 0 ? (
        <Empty>{noneStaked}</Empty>
      ) : (
        <List aria-label={`Staked ${title}`}>
          {active.map((stake) => (
            <StakedNft key={stake.id} stake={stake} kind={kind} nationId={nation.id} />
          ))}
        </List>
      )}
    </Block>
  );
}

function StakedNft({
  stake,
  kind,
  nationId,
}: {
  readonly stake: NftStakeView;
  readonly kind: NftKind;
  readonly nationId: NationId;
}) {
  const unstake = useUnstakeNft();
  const at = new Date(stake.unstakeableAt);
  const leftMs = useCountdown(at, useGameNow());
  const isLocked = leftMs > 0;

  const end = useSingleFlight(async () => {
    try {
      await unstake.mutateAsync({ stakeId: stake.id });
    } catch (error) {
      showToast(unstakingFailed(kind, error));
      return;
    }
    showToast(unstaked(kind));
  });

  const copies = stake.quantity === 1 ? '1 copy' : `${formatCount(stake.quantity)} copies`;
  return (
    <Item>
      <TokenPicture
        src={stake.imageUrl}
        nation={nationId}
        kind={kind === 'national' ? 'land' : 'culture'}
      />
      <div>
        <Copies>
          {copies} of token {stake.tokenId}
        </Copies>
        <BonusLine bonuses={bonusesOf(kind, stake, stake.quantity)} />
        <Caption>
          {isLocked ? (
            <>
              {formatCountdown(leftMs)} left · until{' '}
              <time dateTime={stake.unstakeableAt}>{formatMoment(at)}</time>
            </>
          ) : (
            'Free to unstake. Until you do, it goes on counting.'
          )}
        </Caption>
      </div>
      {isLocked ? (
        <Button disabled>
          <Lock size={15} aria-hidden />
          Locked ({LOCK_DAYS} days)
        </Button>
      ) : (
        <Button pending={end.isRunning} onClick={end.run} aria-label={`Unstake ${copies}`}>
          {end.isRunning ? 'Unstaking…' : 'Unstake'}
        </Button>
      )}
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
        <Caption>
          <Skeleton $width="14rem" />
        </Caption>
      </div>
      <Skeleton $width="8rem" $height="2.75rem" />
    </Item>
  );
}
