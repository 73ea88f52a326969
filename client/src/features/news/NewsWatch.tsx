/** Watches for news about the player, whichever page is open; the strip shows it. Renders nothing. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import { GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import { useGameNow } from '../../api/config.ts';
import { eventsQuery } from '../../api/events.ts';
import { LEADERBOARD_KEY } from '../../api/query-client.ts';
import type { Board } from '../../live/board-merge.ts';
import { useConnection, useOwnRow } from '../../live/live-context.ts';
import { useLiveEvents, useNationTotals } from '../../live/live-values.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';
import { awayOf, wasAway, type Seen } from './away.ts';
import { keepNews, keepSeen, keptNews, lastSeen, newsKey, parseNews } from './kept-news.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { isNotifying, notify } from './notify-switch-store.ts';
import {
  newsFrom,
  passedOn,
  presidencyNews,
  dropOutdated,
  withoutEnded,
  unlockedBetween,
  withPassed,
  type OwnMove,
  type NewsItem,
} from './news-items.ts';
import { setCelebration, addNews, setNews, startNews, useNews } from './news-store.ts';
import { useNamedStakes, type StakeAtHand } from './use-named-stakes.ts';
import { stakesText, newsText } from './words.ts';

/** How long the player's own move is celebrated. */
const CELEBRATION_MS = 4000;
/** A row and its events arrive at about the same time. A row this old is the state before the next events. */
const SETTLED_MS = 500;
/** How often the last-seen state is saved, since a browser may be killed at any time. */
const KEEP_MS = 10_000;
const UNLOCK_TICK_MS = 1000;
/** How many events a look back covers: the largest page of everyone's events, and of the player's own. */
const LOOK_BACK = 200;
const OWN_LOOK_BACK = 50;
const NAMED = 3;

export function NewsWatch({ you }: { readonly you: Address }) {
  useEffect(() => startNews(you, keptNews(you)), [you]);
  return <Watch key={you} you={you} />;
}

function Watch({ you }: { readonly you: Address }) {
  const own = useOwnRow();
  const totals = useNationTotals()[own?.nationId ?? 'usa'];
  const president = own && totals ? totals.presidentWallet : undefined;
  const epoch = totals?.epoch ?? null;
  const stakes = useNamedStakes(you, own !== null);
  const notifier = useNotifier();
  const now = useGameNow();

  const seenNow = (): Seen | null =>
    own && president !== undefined && epoch !== null
      ? { epoch, atMs: now(), rank: own.rank, gdp: own.gdp, isPresident: president === you }
      : null;
  const announce = (item: NewsItem): void => {
    addNews(item);
    notifier.add(newsText(item, (ids) => stakesText(ids, stakes ?? [])));
  };

  const isCaughtUp = useAway(you, seenNow(), stakes);
  useKeptSeen(you, seenNow, isCaughtUp);
  useKeptNews(you);
  useEpoch(you, epoch);
  useEvents(you, announce, notifier);
  usePresidency(you, president, announce);
  useUnlocks(stakes, announce);
  return null;
}

function useNotifier(): Notifier {
  const [notifier] = useState(() =>
    createNotifier({
      isAllowed: isNotifying,
      isHidden: () => document.visibilityState === 'hidden',
      show: notify,
    }),
  );
  useEffect(() => () => notifier.stop(), [notifier]);
  return notifier;
}

/**
 * Looks back at the start, and whenever the connection was lost meanwhile: what a gap moved is never pushed.
 * Returns whether it has looked back over the last gap.
 */
function useAway(you: Address, now: Seen | null, stakes: readonly StakeAtHand[] | null): boolean {
  const queryClient = useQueryClient();
  const { away: shown } = useNews();
  const connection = useConnection();
  const [looked, setLooked] = useState<number | null>(null);
  const isReady = now !== null && stakes !== null;
  const look = useEffectEvent(async (): Promise<void> => {
    const kept = lastSeen(you);
    if (!now || !stakes || !kept) return;
    // A page that stayed open notices the presidency and ended locks by itself.
    const isOpened = looked === null || shown !== null;
    const seen = isOpened ? kept : { ...kept, isPresident: now.isPresident };
    const active = isOpened ? stakes.filter(({ isActive }) => isActive === 1) : [];
    if (!wasAway(seen, now, active)) return;
    try {
      const events = await readEvents(queryClient, you, now.rank > seen.rank);
      const away = awayOf(seen, now, you, events, active);
      setNews((held) => (held.wallet === you ? { ...held, away } : held));
    } catch (error) {
      console.warn('The events since the last visit could not be read:', error);
    }
  });
  useEffect(() => {
    if (!isReady || connection === null) return undefined;
    // The row that the connection brought is rendered in the next task (TanStack Query's notifications).
    const timer = setTimeout(() => {
      // The look back over an earlier gap may end last.
      void look().then(() => setLooked((last) => Math.max(last ?? 0, connection)));
    }, 0);
    return () => clearTimeout(timer);
  }, [isReady, connection]);
  return connection !== null && looked === connection;
}

async function readEvents(queryClient: QueryClient, you: Address, ofAll: boolean) {
  const [own, all] = await Promise.all([
    queryClient.fetchQuery({
      ...eventsQuery({ walletAddress: you, kinds: ['stakes-unbacked'], limit: OWN_LOOK_BACK }),
      staleTime: 0,
    }),
    ofAll
      ? queryClient.fetchQuery({
          ...eventsQuery({ kinds: GDP_KINDS, limit: LOOK_BACK }),
          staleTime: 0,
        })
      : [],
  ]);
  return { own, all };
}

/** @param isCaughtUp false while the connection is lost: what is not known is not seen. */
function useKeptSeen(you: Address, seenNow: () => Seen | null, isCaughtUp: boolean): void {
  const { away } = useNews();
  const keep = useEffectEvent(() => {
    const seen = seenNow();
    // News of an absence is shown again until it is dismissed.
    if (seen && away === null) keepSeen(you, seen);
  });
  useEffect(() => {
    if (!isCaughtUp) return undefined;
    keep();
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') keep();
    };
    let lastMs = Date.now();
    // After the machine's sleep the connection may be lost without either side knowing.
    const hasSlept = (): boolean => Date.now() - lastMs > 2 * KEEP_MS;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !hasSlept()) keep();
      lastMs = Date.now();
    }, KEEP_MS);
    const onLeave = (): void => keep();
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', onLeave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', onLeave);
      // What was pushed until the connection was lost has been seen.
      if (!hasSlept()) keep();
    };
  }, [isCaughtUp]);
}

/** News and dismissals survive a reload and are shared across tabs. */
function useKeptNews(you: Address): void {
  const { wallet, items } = useNews();
  const isYours = wallet === you;
  useEffect(() => {
    if (isYours) keepNews(you, items);
  }, [isYours, you, items]);
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key !== newsKey(you)) return;
      setNews((held) => (held.wallet === you ? { ...held, items: parseNews(newValue) } : held));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [you]);
}

/** News of another data set is dropped. */
function useEpoch(you: Address, epoch: string | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (epoch === null) return;
    const last = before.current ?? lastSeen(you)?.epoch ?? null;
    before.current = epoch;
    if (last === epoch || last === null) return;
    setNews((held) => (held.wallet === you ? { ...held, away: null, items: [] } : held));
  }, [you, epoch]);
}

/** Who passed the player, which stakes ended, and what the player did. */
function useEvents(you: Address, announce: (item: NewsItem) => void, notifier: Notifier): void {
  const queryClient = useQueryClient();
  const events = useLiveEvents();
  const own = useOwnRow();
  const lastId = useRef<string | null | undefined>(undefined);
  /** The player's state before the next events. */
  const settled = useRef<{ rank: number; gdp: number } | null>(null);
  const celebrationEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rank = own?.rank ?? null;
  const gdp = own?.gdp ?? null;

  const celebrate = (moves: readonly OwnMove[], gdpBefore: number): void => {
    const [first, last] = [moves[0], moves.at(-1)];
    if (!first || !last) return;
    const whole = {
      key: last.key,
      dollars: moves.reduce((sum, { dollars }) => sum + dollars, 0),
      rankBefore: first.rankBefore,
      rankAfter: last.rankAfter,
    };
    const rows = queryClient.getQueryData<Board>(LEADERBOARD_KEY)?.rows ?? [];
    const passed = passedOn(rows, you, whole)
      .slice(0, NAMED)
      .map(({ walletAddress, name }) => ({ walletAddress, name }));
    setCelebration({ ...whole, gdpBefore, passed });
    clearTimeout(celebrationEnd.current);
    celebrationEnd.current = setTimeout(() => setCelebration(null), CELEBRATION_MS);
  };

  const listen = useEffectEvent((allEvents: readonly ShownEvent[]) => {
    const newest = allEvents[0]?.id ?? null;
    const before = lastId.current;
    lastId.current = newest;
    const standing = settled.current ?? (rank !== null && gdp !== null ? { rank, gdp } : null);
    if (before === undefined || before === newest || !standing) return;
    const known = before === null ? -1 : allEvents.findIndex(({ id }) => id === before);
    const newEvents = known === -1 ? allEvents : allEvents.slice(0, known);
    const news = newsFrom(newEvents, you, standing.rank);
    for (const item of news.unbacked) announce(item);
    if (news.passedBy.length > 0) {
      const parts = { rankBefore: standing.rank, rankAfter: news.rank, key: newest ?? 'passed' };
      setNews((held) => ({ ...held, items: withPassed(held.items, news.passedBy, parts) }));
      const [item] = withPassed([], news.passedBy, parts);
      if (item) notifier.add(newsText(item, () => null));
    }
    celebrate(news.ownMoves, standing.gdp);
    const delta = newEvents
      .filter(({ walletAddress }) => walletAddress === you)
      .reduce((sum, event) => sum + deltaOf(event), 0);
    settled.current = { rank: news.rank, gdp: standing.gdp + delta };
  });
  useEffect(() => listen(events), [events]);

  useEffect(() => {
    if (rank === null || gdp === null) return undefined;
    const settle = (): void => {
      settled.current = { rank, gdp };
      setNews((held) => {
        const items = dropOutdated(held.items, rank);
        return items === held.items ? held : { ...held, items };
      });
    };
    if (settled.current === null) settle();
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [rank, gdp]);

  useEffect(
    () => () => {
      clearTimeout(celebrationEnd.current);
      setCelebration(null);
    },
    [],
  );
}

function usePresidency(
  you: Address,
  president: Address | null | undefined,
  announce: (item: NewsItem) => void,
): void {
  const queryClient = useQueryClient();
  const own = useOwnRow();
  const events = useLiveEvents();
  const before = useRef<Address | null | undefined>(undefined);
  const compare = useEffectEvent((after: Address | null | undefined) => {
    const last = before.current;
    before.current = after;
    if (last === undefined || after === undefined || !own) return;
    const rows = queryClient.getQueryData<Board>(LEADERBOARD_KEY)?.rows ?? [];
    const named = [...events, ...rows].find(({ walletAddress }) => walletAddress === after);
    const by = after && { walletAddress: after, name: named?.name ?? null };
    const item = presidencyNews(you, own.nationId, last, by);
    if (item) announce(item);
  });
  useEffect(() => compare(president), [president]);
}

/** [LCK1] Locks that end while the page is open. */
function useUnlocks(
  stakes: readonly StakeAtHand[] | null,
  announce: (item: NewsItem) => void,
): void {
  const now = useGameNow();
  const since = useRef<number | null>(null);
  const look = useEffectEvent(() => {
    const [afterMs, untilMs] = [since.current, now()];
    since.current = untilMs;
    if (afterMs === null || !stakes) return;
    const active = stakes.filter(({ isActive }) => isActive === 1);
    const stakeIds = unlockedBetween(active, afterMs, untilMs);
    if (stakeIds.length > 0)
      announce({ kind: 'unlocked', key: `unlocked ${stakeIds.join()}`, stakeIds });
  });
  useEffect(() => {
    const timer = setInterval(() => look(), UNLOCK_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!stakes) return;
    const active = new Set(stakes.flatMap(({ id, isActive }) => (isActive === 1 ? [id] : [])));
    setNews((held) => {
      const items = withoutEnded(held.items, active);
      return items === held.items ? held : { ...held, items };
    });
  }, [stakes]);
}
