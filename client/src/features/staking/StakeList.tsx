/** What is staked: each with its bonus, its lock counting down, and the button that ends it. */
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { styled } from 'styled-components';
import type { DenaStakeView } from '../../../../common/protocol/dena-stakes.ts';
import type { Address } from '../../../../common/values/address.ts';
import { useGameNow } from '../../api/config.ts';
import { denaStakesQuery } from '../../api/dena-stakes.ts';
import { failureReason } from '../../api/failure-text.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCountdown, formatDelta, formatDenaAmount, formatMoment } from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-countdown.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useUnstakeDena } from '../../wallet/actions.ts';

const Block = styled.div`
  min-inline-size: 0;
`;

const Title = styled.h3`
  display: flex;
  justify-content: space-between;
  margin-block-end: var(--space-2);
  font: 500 var(--text-body) / 1.5 var(--font-sans);
  letter-spacing: 0;

  > span {
    color: var(--ink-muted);
    font-weight: 400;
  }
`;

const List = styled.ul`
  max-block-size: 21rem;
  overflow-y: auto;
  border-block-start: 1px solid var(--rule);
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--space-3);
  padding-block: var(--space-3);
  border-block-end: 1px solid var(--rule);
`;

const Amount = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--space-3);
  font-weight: 600;
  font-variant-numeric: tabular-nums;

  > span {
    color: var(--rise);
    font-size: var(--text-caption);
  }
`;

const Until = styled.p`
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

const Empty = styled.p`
  padding-block: var(--space-4);
  border-block-start: 1px solid var(--rule);
  color: var(--ink-muted);
`;

export function StakeList({ walletAddress }: { readonly walletAddress: Address }) {
  const { data, isPending, isError, refetch } = useQuery(denaStakesQuery(walletAddress));
  const active = data?.filter((stake) => stake.isActive === 1) ?? [];
  return (
    <Block>
      <Title>
        Staked
        {active.length > 0 && (
          <span>{active.length === 1 ? '1 stake' : `${active.length} stakes`}</span>
        )}
      </Title>
      {isPending ? (
        <List aria-busy>
          <SkeletonItem />
          <SkeletonItem />
        </List>
      ) : isError && !data ? (
        <Empty>
          Your stakes could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
        </Empty>
      ) : active.length === 0 ? (
        <Empty>No DENA staked yet. 10,000 DENA add 1,000 to your GDP.</Empty>
      ) : (
        <List aria-label="Staked DENA">
          {active.map((stake) => (
            <StakeItem key={stake.id} stake={stake} />
          ))}
        </List>
      )}
    </Block>
  );
}

function StakeItem({ stake }: { readonly stake: DenaStakeView }) {
  const unstake = useUnstakeDena();
  const at = new Date(stake.unstakeableAt);
  const leftMs = useCountdown(at, useGameNow());
  const isLocked = leftMs > 0;

  const end = useSingleFlight(async () => {
    try {
      await unstake.mutateAsync({ stakeId: stake.id });
    } catch (error) {
      showToast({
        title: 'Unstaking Failed',
        description: 'Failed to unstake DENA',
        reason: failureReason(error),
        tone: 'destructive',
      });
      return;
    }
    showToast({
      title: 'DENA Unstaked Successfully',
      description: 'Your DENA has been returned to your balance',
      tone: 'success',
    });
  });

  const amount = `${formatDenaAmount(stake.stakedAmount)} DENA`;
  return (
    <Item>
      <div>
        <Amount title={`${stake.stakedAmount} DENA`}>
          {amount}
          <span>{formatDelta(stake.gdpBonus)} GDP</span>
        </Amount>
        <Until>
          {isLocked ? (
            <>
              {formatCountdown(leftMs)} left · Unstakeable at{' '}
              <time dateTime={stake.unstakeableAt}>{formatMoment(at)}</time>
            </>
          ) : (
            'Free to unstake. Until you do, it goes on counting.'
          )}
        </Until>
      </div>
      {isLocked ? (
        <Button disabled aria-label={`Locked: ${amount}`}>
          <Lock size={15} aria-hidden />
          Locked
        </Button>
      ) : (
        <Button pending={end.isRunning} aria-label={`Unstake ${amount}`} onClick={end.run}>
          {end.isRunning ? 'Unstaking…' : 'Unstake'}
        </Button>
      )}
    </Item>
  );
}

function SkeletonItem() {
  return (
    <Item>
      <div>
        <Amount>
          <Skeleton $width="8rem" />
        </Amount>
        <Until>
          <Skeleton $width="14rem" />
        </Until>
      </div>
      <Skeleton $width="6rem" $height="2.75rem" />
    </Item>
  );
}
