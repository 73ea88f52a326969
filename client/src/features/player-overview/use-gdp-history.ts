/** The player's GDP over the last 200 events about them, up to now. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useGameNow } from '../../api/config.ts';
import { eventsQuery } from '../../api/events.ts';
import { useOwnRow } from '../../live/use-own-row.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';
import { gdpHistory } from './gdp-history.ts';

/** How many events the charts of one player go back. */
export const PLAYER_EVENTS = 200;

/** Null while unknown; empty if the GDP never changed. */
export function useGdpHistory({ playerNation }: PlayerNationView): readonly HistoryPoint[] | null {
  const { walletAddress } = playerNation;
  const row = useOwnRow();
  const gdp = row?.gdp ?? playerNation.gdp;
  const { data: events, refetch } = useQuery(eventsQuery({ walletAddress, limit: PLAYER_EVENTS }));

  // If a push changed the GDP, the events behind it are not loaded yet.
  const newest = events?.[0]?.gdpAfter;
  const unexplainedGdp = newest !== undefined && newest !== gdp ? gdp : null;
  useEffect(() => {
    if (unexplainedGdp !== null) void refetch();
  }, [unexplainedGdp, refetch]);

  const now = useGameNow();
  return useMemo(() => (events ? gdpHistory(events, gdp, now()) : null), [events, gdp, now]);
}
