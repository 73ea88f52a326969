/**
 * The histories of the dashboard's figures, from the game's events. An event list is kept together with the
 * figure at the time it was read; once the figure has changed, the events are read again after a while.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { GameEvent } from '../../../../common/protocol/events.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { ACTIVITY_KINDS, GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { eventsQuery, RECENT_EVENTS, type EventFilter } from '../../api/events.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { useReadAgain } from '../../api/revision.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNationTotals } from '../../live/live-values.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';
import { momentsOf } from '../../views/nation-lines.ts';
import { balanceHistory, nationDay, nationGdpHistory, rankHistory } from './histories.ts';

/** Those that may know another balance, as far back as the chart of the player's DENA goes. */
const BALANCE_EVENTS = { kinds: [...ACTIVITY_KINDS, 'holdings-verified'], limit: 200 } as const;
/** Charts cover hours, so they need not follow every push. */
const REFRESH_MS = 30_000;

type History<Value extends number | bigint = number> = readonly HistoryPoint<Value>[] | null;

interface AsOf<T> {
  readonly events: readonly GameEvent[];
  readonly atReading: T;
}

/**
 * The events, and the value of `now` when they were read.
 * @param now the current value; null while unknown.
 * @param figure when it changes, the events are read again.
 */
function useEventsAsOf<T>(filter: EventFilter, now: T | null, figure: number): AsOf<T> | null {
  const query = useQuery(eventsQuery(filter));
  const { data, dataUpdatedAt } = query;
  const [held, setHeld] = useState<{
    readonly asOf: AsOf<T>;
    readonly readAt: number;
    readonly figure: number;
  } | null>(null);
  if (data && now !== null && held?.readAt !== dataUpdatedAt) {
    setHeld({ asOf: { events: data, atReading: now }, readAt: dataUpdatedAt, figure });
  }

  useReadAgain(query, held !== null && held.figure !== figure, REFRESH_MS);
  return held?.asOf ?? null;
}

/** The player's DENA on chain, in wei. `atJoiningWei` is null unless the events go back that far. */
export function useBalanceHistory(
  { playerNation }: PlayerNationView,
  balanceWei: bigint,
): { readonly history: History<bigint>; readonly atJoiningWei: bigint | null } {
  const { walletAddress } = playerNation;
  const { data: events } = useQuery(eventsQuery({ walletAddress, ...BALANCE_EVENTS }));
  const now = useGameNow();
  const history = useMemo(
    () => (events ? balanceHistory(events, balanceWei, now()) : null),
    [events, balanceWei, now],
  );
  const oldest = events?.at(-1);
  return {
    history,
    atJoiningWei: oldest?.kind === 'nation-chosen' ? parseDena(oldest.denaBalance) : null,
  };
}

/** The player's rank, as heights: higher is better. Null beyond the live rows. */
export function useRankHistory({ playerNation }: PlayerNationView, rank: number): History {
  const { walletAddress } = playerNation;
  const { rows, isPending } = useLeaderboard({ poll: false });
  const gdpEvents = { kinds: GDP_KINDS, limit: RECENT_EVENTS };
  const asOf = useEventsAsOf(gdpEvents, isPending ? null : rows, rank);
  const now = useGameNow();
  return useMemo(
    () => asOf && rankHistory(asOf.events, asOf.atReading, walletAddress, rank, now()),
    [asOf, walletAddress, rank, now],
  );
}

/** The total of all the nation's players. */
export function useNationHistory(nationId: NationId): History {
  const gdp = useNationTotals()[nationId]?.gdp ?? null;
  // The same as the feed's, for one request.
  const recent = { nationId, kinds: ACTIVITY_KINDS, limit: RECENT_EVENTS };
  const asOf = useEventsAsOf(recent, gdp, gdp ?? 0);
  const now = useGameNow();
  const fromEvents = useMemo(
    () => asOf && nationGdpHistory(asOf.events, asOf.atReading, gdp ?? asOf.atReading, now()),
    [asOf, gdp, now],
  );
  // Events that move nothing, such as trades, may have followed those that did: the minutes are recorded.
  const isHidden = fromEvents?.length === 0 && asOf?.events.length === RECENT_EVENTS;
  const { data: day } = useQuery({ ...nationsHistoryQuery('24h'), enabled: isHidden });
  const minutes = useMemo(
    () => (day && gdp !== null ? nationDay(momentsOf(day, now(), null), nationId, gdp) : null),
    [day, nationId, gdp, now],
  );
  return isHidden ? minutes : fromEvents;
}
