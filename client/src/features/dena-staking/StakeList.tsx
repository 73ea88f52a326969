/** The player's DENA stakes: each with its bonus, its lock countdown, and its Unstake button. */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { DenaStakeView } from '../../../../common/protocol/dena-stakes.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Address } from '../../../../common/values/address.ts';
import { useGameNow } from '../../api/config.ts';
import { denaStakesQuery } from '../../api/stakes.ts';
import { failureReason } from '../../api/api-error.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ListCaption, LockTime, StakedList } from '../../ui/StakedList.tsx';
import { formatDeltaDollars, formatDenaAmount } from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-countdown.ts';
import type { ToastContent } from '../../ui/toasts/present-toast.tsx';
import { STAKE_ADDS } from '../../views/facts.ts';
import { movedDena } from '../../views/forecast/moved-stake.ts';
import { useAskedStake, useShownStake, type StakeRef } from '../../views/shown-stake.ts';
import { activeStakes } from '../../views/staked.ts';
import { Unstake } from '../../views/Unstake.tsx';
import { useUnstakeDena } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';

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

  > span + span {
    color: var(--rise);
    font-size: var(--text-caption);
  }
`;

export function StakeList({ walletAddress }: { readonly walletAddress: Address }) {
  const stakes = useQuery(denaStakesQuery(walletAddress));
  const player = useQuery(playerNationQuery(walletAddress)).data;
  const active = activeStakes(stakes.data ?? []);
  const asked = useAskedStake('dena');
  return (
    <StakedList
      label="Staked DENA"
      aside={active.length > 0 && (active.length === 1 ? '1 stake' : `${active.length} stakes`)}
      stakes={stakes}
      none={`No DENA staked yet. ${STAKE_ADDS} to your GDP.`}
      skeleton={
        <>
          <SkeletonItem />
          <SkeletonItem />
        </>
      }
    >
      {active.map(
        (stake) =>
          player && <StakeItem key={stake.id} stake={stake} player={player} asked={asked} />,
      )}
    </StakedList>
  );
}

const DONE: ToastContent = {
  title: 'DENA Unstaked Successfully',
  description: 'Your DENA has been returned to your balance',
  tone: 'success',
};

const failed = (error: unknown): ToastContent => ({
  title: 'Unstaking Failed',
  description: 'Failed to unstake DENA',
  reason: failureReason(error),
  tone: 'destructive',
});

function StakeItem({
  stake,
  player,
  asked,
}: {
  readonly stake: DenaStakeView;
  readonly player: PlayerNationView;
  readonly asked: StakeRef | null;
}) {
  const unstake = useUnstakeDena();
  const unanswered = useUnanswered('/api/dena/unstake');
  const button = useShownStake(asked, stake.id);
  const leftMs = useCountdown(new Date(stake.unstakeableAt), useGameNow());

  const amount = `${formatDenaAmount(stake.stakedAmount)} DENA`;
  return (
    <Item>
      <div>
        <Amount title={`${stake.stakedAmount} DENA`}>
          <span>{amount}</span>
          <span>{`${formatDeltaDollars(stake.gdpBonus)} GDP`}</span>
        </Amount>
        <LockTime leftMs={leftMs} until={stake.unstakeableAt} untilWords="Unstakeable at" />
      </div>
      <Unstake
        ref={button}
        player={player}
        what={amount}
        stake={movedDena(stake.stakedAmount)}
        isLocked={leftMs > 0}
        locked={{ text: 'Locked', label: `Locked: ${amount}` }}
        send={() => unstake.mutateAsync({ stakeId: stake.id })}
        done={DONE}
        failed={failed}
        unanswered={unanswered}
      />
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
        <ListCaption>
          <Skeleton $width="14rem" />
        </ListCaption>
      </div>
      <Skeleton $width="6rem" $height="2.75rem" />
    </Item>
  );
}
