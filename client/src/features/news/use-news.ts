/** The player's news, whichever page is open. It outlives a reload, and is that of every tab until it is dismissed. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import { GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import { useGameNow } from '../../api/config.ts';
import { eventsQuery } from '../../api/events.ts';
import { keep, kept } from '../../lib/kept.ts';
import { useConnection, useOwnRow } from '../../live/live-context.ts';
import { lacksSince, type ShownEvent } from '../../live/live-events.ts';
import { useLiveEvents, useNationTotals } from '../../live/live-values.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { heldFrom, told, type Held } from './held.ts';
import { hasLost, newsSince, parseSeen, type News, type Seen } from './news.ts';
import type { NamedStake } from './use-named-stakes.ts';

/** A row and its events arrive at about the same time: a state this old has no news to come. */
const SETTLED_MS = 500;
/** How often what was seen is kept, since a browser may be killed at any time. */
const KEEP_MS = 10_000;
/** How many events a look back covers: the largest page of everyone's, and of the player's own. */
const LOOK_BACK = 200;
const OWN_LOOK_BACK = 50;

const seenKey = (wallet: Address): string => `seen.${wallet}`;

interface OwnNews {
  readonly news: News | null;
  readonly dismiss: () => void;
}

/** @param stakes null while unknown. */
export function useNews(you: Address, stakes: readonly NamedStake[] | null): OwnNews {
  const queryClient = useQueryClient();
  const connection = useConnection();
  const live = useLiveEvents();
  const current = useCurrent(you);
  const [held, setHeld] = useState<Held>(() => heldFrom(parseSeen(kept(seenKey(you))), null));

  const seen = held.seen?.epoch === current?.epoch ? held.seen : null;
  const isHere = connection !== null && held.connection === connection;
  const wasAbsent = seen !== null && (!isHere || lacksSince(live, seen.rev));
  const past = wasAbsent ? held.past : null;
  const isBehind = wasAbsent && past?.connection !== connection;
  const toRead = isBehind ? connection : null;
  // What a page has shown stays while its connection is lost, and while it looks back over the gap.
  const isKnown = !isBehind || past !== null || held.connection !== null;
  const news =
    current && seen && isKnown
      ? newsSince(seen, current, you, {
          events: [...live, ...(past?.events ?? [])],
          stakes: stakes ?? [],
          wasAbsent: past !== null,
        })
      : null;

  const lookBack = useEffectEvent(async (on: number): Promise<void> => {
    if (!current || !seen) return;
    const events = hasLost(seen, current) ? await readEvents(queryClient, you) : [];
    const read = { connection: on, events: [...live, ...events] };
    setHeld((last) => (last.seen?.rev === seen.rev ? { ...last, past: read } : last));
  });
  useEffect(() => {
    if (toRead === null) return undefined;
    // The row that the connection brought is rendered in the next task (TanStack Query's notifications).
    const timer = setTimeout(() => void lookBack(toRead), 0);
    return () => clearTimeout(timer);
  }, [toRead]);

  /** Nothing that this render does not show counts as seen. */
  const see = (): void => {
    if (!current) return;
    setHeld(heldFrom(current, connection));
    keep(seenKey(you), JSON.stringify(current));
  };
  const seeQuietly = useEffectEvent(see);
  const isQuiet = current !== null && connection !== null && !isBehind && news === null;
  // Without the stakes it isn't known whether a lock has ended since.
  const canSee = isQuiet && (stakes !== null || seen === null);
  /** Another text with each change. A loss has to settle: who passed may come a moment later. */
  const state = canSee && [connection, current.rank, current.gdp, current.isPresident].join(' ');
  const waitMs = current && seen && hasLost(seen, current) ? SETTLED_MS : 0;
  useEffect(() => {
    if (!state) return undefined;
    const settled = setTimeout(() => seeQuietly(), waitMs);
    const timer = setInterval(() => seeQuietly(), KEEP_MS);
    return () => {
      clearTimeout(settled);
      clearInterval(timer);
    };
  }, [state, waitMs]);

  const isNewlyWon = news?.presidency?.is === 'won' && !seen?.hasWon;
  const noteWon = useEffectEvent(() => {
    if (!seen) return;
    const next = { ...seen, hasWon: true };
    setHeld({ ...held, seen: next });
    keep(seenKey(you), JSON.stringify(next));
  });
  useEffect(() => {
    if (!isNewlyWon) return undefined;
    const timer = setTimeout(() => noteWon(), 0);
    return () => clearTimeout(timer);
  }, [isNewlyWon]);

  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === seenKey(you)) setHeld((last) => told(last, parseSeen(newValue), connection));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [you, connection]);

  return { news, dismiss: see };
}

/** Null while it is unknown. Without a connection it may be a poll's. */
function useCurrent(you: Address): Seen | null {
  const own = useOwnRow();
  const totals = useNationTotals();
  const now = useGameNow();
  // A lock ends without a message.
  useTick(KEEP_MS);
  const nation = totals[own?.nationId ?? 'usa'];
  if (!own || !nation) return null;
  const revs = Object.values(totals).map(({ rev }) => rev);
  return {
    epoch: nation.epoch,
    rev: revs.reduce((last, rev) => (rev > last ? rev : last)),
    atMs: now(),
    rank: own.rank,
    gdp: own.gdp,
    isPresident: nation.presidentWallet === you,
  };
}

/** The last events of everyone, and those that ended stakes of the player's; none if they can't be read. */
async function readEvents(queryClient: QueryClient, you: Address): Promise<readonly ShownEvent[]> {
  const own = { walletAddress: you, kinds: ['stakes-unbacked'] as const, limit: OWN_LOOK_BACK };
  const everyones = { kinds: GDP_KINDS, limit: LOOK_BACK };
  try {
    const lists = await Promise.all(
      [own, everyones].map((filter) =>
        queryClient.fetchQuery({ ...eventsQuery(filter), staleTime: 0 }),
      ),
    );
    return lists.flat();
  } catch (error) {
    console.warn('The events since the last visit could not be read:', error);
    return [];
  }
}
