/** The player's DENA stakes: each with its bonus, its lock countdown, and its Unstake button. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DenaStakeView } from '../../../../common/protocol/dena-stakes.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useGameNow } from '../../api/config.ts';
import { denaStakesQuery } from '../../api/stakes.ts';
import { StakedList, StakeRow } from '../../ui/StakedList.tsx';
import { formatDeltaDollars, formatDenaAmount } from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-tick.ts';
import { STAKE_ADDS } from '../../views/facts.ts';
import { movedDena } from '../../views/forecast/forecast.ts';
import { useShownStake } from '../../views/proposals.ts';
import { activeStakes } from '../../views/staked.ts';
import { Unstake } from '../../views/Unstake.tsx';

export function StakeList({
  player,
  children,
}: {
  readonly player: PlayerNationView;
  /** A warning about them. */
  readonly children: ReactNode;
}) {
  const stakes = useQuery(denaStakesQuery(player.playerNation.walletAddress));
  const active = activeStakes(stakes.data ?? []);
  return (
    <StakedList
      label="Staked DENA"
      aside={active.length > 0 && (active.length === 1 ? '1 stake' : `${active.length} stakes`)}
      warning={children}
      stakes={stakes}
      none={`No DENA staked yet. ${STAKE_ADDS} to your GDP.`}
    >
      {active.map((stake) => (
        <StakeItem key={stake.id} stake={stake} player={player} />
      ))}
    </StakedList>
  );
}

function StakeItem({
  stake,
  player,
}: {
  readonly stake: DenaStakeView;
  readonly player: PlayerNationView;
}) {
  const button = useShownStake(stake.id);
  const leftMs = useCountdown(new Date(stake.unstakeableAt), useGameNow());
  const amount = `${formatDenaAmount(stake.stakedAmount)} DENA`;
  return (
    <StakeRow
      what={amount}
      brings={`${formatDeltaDollars(stake.gdpBonus)} GDP`}
      lock={{ leftMs, until: stake.unstakeableAt, untilWords: 'Unstakeable at' }}
      button={
        <Unstake
          ref={button}
          player={player}
          stakeId={stake.id}
          what={amount}
          stake={movedDena(stake.stakedAmount)}
          isLocked={leftMs > 0}
          locked={{ text: 'Locked', label: `Locked: ${amount}` }}
        />
      }
    />
  );
}
