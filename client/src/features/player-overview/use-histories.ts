/**
 * The histories of the dashboard's figures, from the game's events. An event list is kept together with the
 * figure at the time it was read; once the figure has changed, the events are read again after a while.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { EventView } from '../../../../common/protocol/events.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { eventsQuery, RECENT_EVENTS, type EventFilter } from '../../api/events.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNationTotals } from '../../live/use-nation-totals.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';
import { balanceHistory, nationGdpHistory, rankHistory } from './histories.ts';
import { PLAYER_EVENTS } from './use-gdp-history.ts';

/** Charts cover hours, so they need not follow every push. */
const REFRESH_MS = 30_000;

type History = readonly HistoryPoint[] | null;

interface AsOf<T> {
  readonly events: readonly EventView[];
  readonly atReading: T;
}

/**
 * The events, and the value of `now` when they were read.
 * @param now the current value; null while unknown.
 * @param figure when it changes, the events are read again.
 */
function useEventsAsOf<T>(filter: EventFilter, now: T | null, figure: number): AsOf<T> | null {
  const { data, dataUpdatedAt, refetch } = useQuery(eventsQuery(filter));
  const [held, setHeld] = useState<{
    readonly asOf: AsOf<T>;
    readonly readAt: number;
    readonly figure: number;
  } | null>(null);
  if (data && now !== null && held?.readAt !== dataUpdatedAt) {
    setHeld({ asOf: { events: data, atReading: now }, readAt: dataUpdatedAt, figure });
  }

  const isBehind = held !== null && held.figure !== figure;
  useEffect(() => {
    if (!isBehind) return undefined;
    const waitMs = Math.max(0, dataUpdatedAt + REFRESH_MS - Date.now());
    const timer = setTimeout(() => void refetch(), waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, dataUpdatedAt, refetch]);
  return held?.asOf ?? null;
}

/** The player's DENA on chain. */
export function useBalanceHistory({ playerNation }: PlayerNationView, balance: number): History {
  const { walletAddress } = playerNation;
  const { data: events } = useQuery(eventsQuery({ walletAddress, limit: PLAYER_EVENTS }));
  const now = useGameNow();
  return useMemo(
    () => (events ? balanceHistory(events, balance, now()) : null),
    [events, balance, now],
  );
}

/** The player's rank, as heights: higher is better. Null beyond the live rows. */
export function useRankHistory({ playerNation }: PlayerNationView, rank: number): History {
  const { walletAddress } = playerNation;
  const { rows, isPending } = useLeaderboard({ poll: false });
  const asOf = useEventsAsOf({ limit: RECENT_EVENTS }, isPending ? null : rows, rank);
  const now = useGameNow();
  return useMemo(
    () => asOf && rankHistory(asOf.events, asOf.atReading, walletAddress, rank, now()),
    [asOf, walletAddress, rank, now],
  );
}

/** The total of all the nation's players. */
export function useNationHistory(nationId: NationId): History {
  const gdp = useNationTotals()[nationId]?.gdp ?? null;
  const asOf = useEventsAsOf({ nationId, limit: RECENT_EVENTS }, gdp, gdp ?? 0);
  const now = useGameNow();
  return useMemo(
    () => asOf && nationGdpHistory(asOf.events, asOf.atReading, gdp ?? asOf.atReading, now()),
    [asOf, gdp, now],
  );
}
