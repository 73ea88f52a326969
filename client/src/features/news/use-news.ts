/**
 * The player's news, whichever page is open. It outlives a reload, and is that of every tab until
 * it is dismissed.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { weekAt } from '../../../../common/values/week.ts';
import { GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import { useGameNow } from '../../api/config.ts';
import { EVENTS_KEY, eventsQuery } from '../../api/events.ts';
import { rulesQuery } from '../../api/rules.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { load, save } from '../../lib/saved.ts';
import { useConnection, useOwnRow } from '../../live/live-context.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { useLiveEvents, useNationTotals } from '../../live/live-values.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useFollowed } from '../../ui/follow.ts';
// Read before anything counts as seen.
import '../../ui/followed.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { usePeople } from '../../views/people.ts';
import { changesOf } from '../../views/rule-changes.tsx';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { areAhead, hasLost, newsSince, parseSeen, type News, type Seen } from './news.ts';
import type { NamedStake } from './use-named-stakes.ts';

/** How often what was seen is saved, since a browser may be killed at any time. */
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
  const connection = useConnection();
  const live = useLiveEvents();
  const { people, isKnown: arePeopleKnown } = useFollowedRows(you);
  const { data: sets } = useQuery(rulesQuery());
  const changes = changesOf(sets ?? []).filter(({ isAnnounced }) => !isAnnounced);
  const current = useCurrent(you, sets && changes.length, people);
  const [saved, setSaved] = useState<Seen | null>(() => parseSeen(load(seenKey(you))));

  const seen = saved?.epoch === current?.epoch ? saved : null;
  const isLost = current !== null && seen !== null && hasLost(seen, current);
  const { data: past, isError } = usePast(you, isLost ? seen.rev : null, connection);
  const lastWeek = useThisWeek() - 1;
  const isWeekOver = seen !== null && weekAt(seen.atMs) <= lastWeek;
  const { data: ended } = useQuery({ ...seasonQuery(lastWeek, you), enabled: isWeekOver });
  const isWeekKnown = !isWeekOver || ended === null || ended?.season.state === 'final';
  // What is lost is told with who passed, and not before.
  const isKnown = !isLost || past !== undefined || isError;
  const events = [...live, ...(past ?? [])];
  const news =
    current && seen && isKnown
      ? newsSince(seen, current, you, {
          events,
          stakes: stakes ?? [],
          changes,
          people,
          week: isWeekOver && isWeekKnown ? (ended ?? null) : null,
        })
      : null;

  /** Nothing that this render does not show counts as seen. */
  const see = (next: Seen | null): void => {
    if (!next) return;
    const { rules = seen?.rules } = next;
    const kept = { ...next, rules };
    setSaved(kept);
    save(seenKey(you), JSON.stringify(kept));
  };
  // Without the stakes it isn't known whether a lock has ended since.
  const isReady =
    connection !== null &&
    isKnown &&
    isWeekKnown &&
    arePeopleKnown &&
    (stakes !== null || seen === null);
  const isNewlyWon = news?.presidency?.is === 'won' && !seen?.hasWon;
  const next = isReady && !news ? current : seen && isNewlyWon ? { ...seen, hasWon: true } : null;
  const seeNext = useEffectEvent(() => see(next));
  /** Another text with each change. */
  const state =
    next &&
    [next.rank, next.gdp, next.isPresident, next.hasWon, next.rules, people.length].join(' ');
  useEffect(() => {
    if (state === null) return undefined;
    const soon = setTimeout(() => seeNext(), 0);
    const timer = setInterval(() => seeNext(), KEEP_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [state]);

  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === seenKey(you)) setSaved(parseSeen(newValue));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [you]);

  return { news, dismiss: () => see(current) };
}

/** Whom the player follows. */
function useFollowedRows(you: Address) {
  const wallets = useFollowed();
  const { rows } = useLeaderboard({ poll: false });
  const { people, isKnown } = usePeople(wallets, rows);
  return {
    people: useMemo(
      () => people.filter(({ walletAddress }) => walletAddress !== you),
      [people, you],
    ),
    isKnown: isKnown || wallets.size === 0,
  };
}

/**
 * Null while it is unknown. Without a connection it may be a poll's.
 * @param rules how many changes of them were made; undefined while unknown.
 */
function useCurrent(
  you: Address,
  rules: number | undefined,
  people: readonly LeaderboardEntry[],
): Seen | null {
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
    ...(people.length > 0 && { areAhead: areAhead(own, people) }),
    rules,
  };
}

/**
 * The last events of everyone, and those that ended stakes of the player's; asked for once
 * something was lost, and on each connection as long as it is news: what moved between two is never
 * pushed.
 * @param rev what was seen; null: nothing was lost since.
 */
function usePast(you: Address, rev: string | null, connection: number | null) {
  const own = { walletAddress: you, kinds: ['stakes-unbacked'] as const, limit: OWN_LOOK_BACK };
  const everyones = { kinds: GDP_KINDS, limit: LOOK_BACK };
  return useQuery({
    queryKey: [...EVENTS_KEY, 'since', you, rev, connection] as const,
    queryFn: async ({ client }): Promise<readonly ShownEvent[]> => {
      const lists = [own, everyones].map((filter) =>
        client.fetchQuery({ ...eventsQuery(filter), staleTime: 0 }),
      );
      return (await Promise.all(lists)).flat();
    },
    enabled: rev !== null && connection !== null,
    // What is told stays while it is asked for again.
    placeholderData: (old, query) => (query?.queryKey[3] === rev ? old : undefined),
  });
}
