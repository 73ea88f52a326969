/** Watches for news about the player, whichever page is open; the strips show it. Renders nothing. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import { GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import { useGameNow } from '../../api/config.ts';
import { eventsQuery } from '../../api/events.ts';
import { LEADERBOARD_KEY } from '../../api/leaderboard-key.ts';
import type { Board } from '../../live/board-merge.ts';
import { useConnection } from '../../live/live-context.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';
import { useLiveEvents } from '../../live/use-live-events.ts';
import { useNationTotals } from '../../live/use-nation-totals.ts';
import { useOwnRow } from '../../live/use-own-row.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { awayOf, wasAway, type Seen } from './away.ts';
import { keepNews, keptNews, newsKey, parseNews } from './kept-news.ts';
import { keepSeen, lastSeen } from './last-seen.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { isNotifying, notify } from './notify-switch-store.ts';
import {
  hear,
  passedOn,
  presidencyTold,
  stillTrue,
  withoutEnded,
  unlockedBetween,
  withPassed,
  type OwnMove,
  type Telling,
} from './tellings.ts';
import { setTheatre, setTold, startTold, tell, useTold } from './told-store.ts';
import { useNamedStakes, type StakeAtHand } from './use-named-stakes.ts';
import { stakesText, tellingText } from './words.ts';

/** How long the player's own move is celebrated. */
const THEATRE_MS = 4000;
/** A row and its events arrive at about the same time. A row this old is the state before the next events. */
const SETTLED_MS = 500;
/** How often the last-seen state is saved, since a browser may be killed at any time. */
const KEEP_MS = 10_000;
const UNLOCK_TICK_MS = 1000;
/** How many events a look back covers: the largest page of everyone's events, and of the player's own. */
const LOOK_BACK = 200;
const OWN_LOOK_BACK = 50;
const NAMED = 3;

export function ToldWatch() {
  const { walletAddress } = useWallet();
  useEffect(() => {
    startTold(walletAddress, walletAddress ? keptNews(walletAddress) : []);
  }, [walletAddress]);
  return walletAddress && <Watch key={walletAddress} you={walletAddress} />;
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
  const told = (telling: Telling): void => {
    tell(telling);
    notifier.tell(tellingText(telling, (ids) => stakesText(ids, stakes ?? [])));
  };

  const isCaughtUp = useAway(you, seenNow(), stakes);
  useKeptSeen(you, seenNow, isCaughtUp);
  useKeptNews(you);
  useEpoch(you, epoch);
  useEvents(you, told, notifier);
  usePresidency(you, president, told);
  useUnlocks(stakes, told);
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
  const { away: shown } = useTold();
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
      setTold((held) => (held.wallet === you ? { ...held, away } : held));
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
  const { away } = useTold();
  const keep = useEffectEvent(() => {
    const seen = seenNow();
    // News of an absence is shown again until it is dismissed.
    if (seen && away === null) keepSeen(you, seen);
  });
  useEffect(() => {
    if (!isCaughtUp) return undefined;
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
  const { wallet, tellings } = useTold();
  const isYours = wallet === you;
  useEffect(() => {
    if (isYours) keepNews(you, tellings);
  }, [isYours, you, tellings]);
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key !== newsKey(you)) return;
      setTold((held) => (held.wallet === you ? { ...held, tellings: parseNews(newValue) } : held));
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
    setTold((held) => (held.wallet === you ? { ...held, away: null, tellings: [] } : held));
  }, [you, epoch]);
}

/** Who passed the player, which stakes ended, and what the player did. */
function useEvents(you: Address, told: (telling: Telling) => void, notifier: Notifier): void {
  const queryClient = useQueryClient();
  const events = useLiveEvents();
  const own = useOwnRow();
  const lastId = useRef<string | null | undefined>(undefined);
  /** The player's state before the next events. */
  const settled = useRef<{ rank: number; gdp: number } | null>(null);
  const theatreEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
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
    setTheatre({ ...whole, gdpBefore, passed });
    clearTimeout(theatreEnd.current);
    theatreEnd.current = setTimeout(() => setTheatre(null), THEATRE_MS);
  };

  const listen = useEffectEvent((heardSoFar: readonly ShownEvent[]) => {
    const newest = heardSoFar[0]?.id ?? null;
    const before = lastId.current;
    lastId.current = newest;
    const standing = settled.current ?? (rank !== null && gdp !== null ? { rank, gdp } : null);
    if (before === undefined || before === newest || !standing) return;
    const known = before === null ? -1 : heardSoFar.findIndex(({ id }) => id === before);
    const news = known === -1 ? heardSoFar : heardSoFar.slice(0, known);
    const heard = hear(news, you, standing.rank);
    for (const telling of heard.unbacked) told(telling);
    if (heard.passedBy.length > 0) {
      const parts = { rankBefore: standing.rank, rankAfter: heard.rank, key: newest ?? 'passed' };
      setTold((held) => ({ ...held, tellings: withPassed(held.tellings, heard.passedBy, parts) }));
      const [telling] = withPassed([], heard.passedBy, parts);
      if (telling) notifier.tell(tellingText(telling, () => null));
    }
    celebrate(heard.ownMoves, standing.gdp);
    const delta = news
      .filter(({ walletAddress }) => walletAddress === you)
      .reduce((sum, event) => sum + deltaOf(event), 0);
    settled.current = { rank: heard.rank, gdp: standing.gdp + delta };
  });
  useEffect(() => listen(events), [events]);

  useEffect(() => {
    if (rank === null || gdp === null) return undefined;
    const settle = (): void => {
      settled.current = { rank, gdp };
      setTold((held) => {
        const tellings = stillTrue(held.tellings, rank);
        return tellings === held.tellings ? held : { ...held, tellings };
      });
    };
    if (settled.current === null) settle();
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [rank, gdp]);

  useEffect(
    () => () => {
      clearTimeout(theatreEnd.current);
      setTheatre(null);
    },
    [],
  );
}

function usePresidency(
  you: Address,
  president: Address | null | undefined,
  told: (telling: Telling) => void,
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
    const telling = presidencyTold(you, own.nationId, last, by);
    if (telling) told(telling);
  });
  useEffect(() => compare(president), [president]);
}

/** [LCK1] Locks that end while the page is open. */
function useUnlocks(stakes: readonly StakeAtHand[] | null, told: (telling: Telling) => void): void {
  const now = useGameNow();
  const since = useRef<number | null>(null);
  const look = useEffectEvent(() => {
    const [afterMs, untilMs] = [since.current, now()];
    since.current = untilMs;
    if (afterMs === null || !stakes) return;
    const active = stakes.filter(({ isActive }) => isActive === 1);
    const stakeIds = unlockedBetween(active, afterMs, untilMs);
    if (stakeIds.length > 0)
      told({ kind: 'unlocked', key: `unlocked ${stakeIds.join()}`, stakeIds });
  });
  useEffect(() => {
    const timer = setInterval(() => look(), UNLOCK_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!stakes) return;
    const active = new Set(stakes.flatMap(({ id, isActive }) => (isActive === 1 ? [id] : [])));
    setTold((held) => {
      const tellings = withoutEnded(held.tellings, active);
      return tellings === held.tellings ? held : { ...held, tellings };
    });
  }, [stakes]);
}
