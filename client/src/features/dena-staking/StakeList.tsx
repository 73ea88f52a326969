/**
 * The player's DENA stakes: each with its bonus, the end of its lock and its Unstake button; and
 * all unlocks as a calendar.
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { denaStakesQuery, territoryQuery } from '../../api/stakes.ts';
import { StakedList } from '../../ui/StakedList.tsx';
import { formatDeltaDollars, formatDenaAmount } from '../../../../common/values/figures.ts';
import { movedDena } from '../../views/forecast/forecast.ts';
import { webcalLink } from '../../views/paths.ts';
import { activeStakes } from '../../views/staked.ts';
import { StakedItem } from '../../views/StakedItem.tsx';

export function StakeList({
  player,
  children,
}: {
  readonly player: PlayerNationView;
  /** A warning about them. */
  readonly children: ReactNode;
}) {
  const { walletAddress } = player.playerNation;
  const stakes = useQuery(denaStakesQuery(walletAddress));
  const nfts = useQuery(territoryQuery(walletAddress)).data;
  const active = activeStakes(stakes.data ?? []);
  return (
    <StakedList
      label="Staked DENA"
      aside={
        (active.length > 0 || activeStakes(nfts ?? []).length > 0) && (
          <a data-tap href={webcalLink(walletAddress)}>
            Add my unlocks to a calendar
          </a>
        )
      }
      warning={children}
      stakes={stakes}
      none="No DENA staked yet"
    >
      {active.map((stake) => (
        <StakedItem
          key={stake.id}
          player={player}
          stake={stake}
          moved={movedDena(stake)}
          what={`${formatDenaAmount(stake.stakedAmount)} DENA`}
          brings={`${formatDeltaDollars(stake.gdpBonus)} GDP`}
        />
      ))}
    </StakedList>
  );
}
