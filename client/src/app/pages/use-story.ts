/** A story of the past that plays: what it says, whom it is about, and where it goes on. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf, instantText } from '../../../../common/values/instant.ts';
import type { PastFrame } from '../../features/ranking/rewind/replay.ts';
import type { Playing } from '../../features/ranking/rewind/use-replay.ts';
import type { Jump } from '../../features/ranking/RankingList.tsx';
import type { ShownEvent } from '../../live/live-events.ts';
import { formatCountdown } from '../../ui/format.ts';
import { prefersReducedMotion } from '../../ui/motion/use-glide.ts';

/** So long a story that plays stays with whom it is about, after what it tells. */
const TELLS_MS = 12_000;
/** For one to read what has just happened, before the page goes on to what shows it. */
const READ_MS = 3000;
/** Who is among these is on the podium. */
const PODIUM = 3;

/** What the link that led here says. */
export interface Arrival {
  /** It plays from its moment on; of a story, the moment that it tells. */
  readonly plays?: string | true;
  /** Whom it is about, and in which words. */
  readonly found?: Address;
  readonly text?: string;
  /** How many they passed at that moment. */
  readonly places?: number | undefined;
  /** It tells the end of a week: how long until then is said. */
  readonly isEnd?: boolean;
  /** Where it goes on, once that has happened. */
  readonly goesOn?: string | undefined;
}

export function shownOf(activity: PastFrame['activity']): ShownEvent[] {
  return activity.flatMap(({ kind, ...event }) => (kind ? [{ ...event, kind }] : []));
}

/** The deeds that a story tells, for a while, and where in the list whom it is about is. */
export function useStory(story: Arrival | null, { atMs, speed, frame }: Playing) {
  const { plays: moment, found, text, places, isEnd } = story ?? {};
  const [told, setTold] = useState<readonly ShownEvent[]>([]);
  const hasScrolled = useHasScrolled();
  const { rows = [], activity = [] } = frame ?? {};
  const happened = shownOf(activity).filter(({ at }) => at === moment);
  if (told.length === 0 && happened.length > 0) setTold(happened);
  const toldMs = typeof moment === 'string' ? atMs - instantOf(moment) : Infinity;
  const isOver = toldMs >= speed * TELLS_MS;
  const index = rows.findIndex(({ walletAddress }) => walletAddress === found);
  const rank = index + 1;
  const [rankBefore, setRankBefore] = useState(rank);
  if (toldMs < 0 && rank > 0 && rank !== rankBefore) setRankBefore(rank);
  const ranks = { rankBefore: places ? rank + places : rankBefore, rankAfter: rank };
  const marks = new Map(
    toldMs < 0 || isOver
      ? []
      : told.map((one) => [
          one.walletAddress,
          one.walletAddress === found ? { ...one, ...ranks } : one,
        ]),
  );
  const isFollowed = index >= 0 && !isOver && !hasScrolled;
  const isOnPodium = isFollowed && index < PODIUM;
  useEffect(() => {
    if (!isOnPodium) return;
    // No further than one sees them rise.
    if (scrollY > innerHeight) scrollTo(0, innerHeight);
    scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [isOnPodium]);
  const jump: Jump | null =
    found && isFollowed && !isOnPodium ? { wallet: found, rank: 0, key: `${index}` } : null;
  return {
    marks,
    jump,
    found: isOver ? undefined : found,
    text: isEnd && toldMs < 0 ? `${text} · the week ends in ${formatCountdown(-toldMs)}` : text,
  };
}

/** Where a story ends on another page, it goes there once what it tells has been read. */
export function useGoesOn(story: Arrival | null, { atMs, isPlaying }: Playing): void {
  const navigate = useNavigate();
  const isOver = story?.plays === instantText(atMs) && !isPlaying;
  const goesOn = isOver ? story.goesOn : undefined;
  useEffect(() => {
    if (!goesOn) return undefined;
    let hasGone = false;
    const timer = setTimeout(() => {
      hasGone = true;
      void navigate(goesOn, { replace: true });
    }, READ_MS);
    return () => {
      clearTimeout(timer);
      // The page that comes begins at its top.
      if (hasGone) scrollTo(0, 0);
    };
  }, [navigate, goesOn]);
}

/** Whether the reader has scrolled the page by themselves. */
function useHasScrolled(): boolean {
  const [hasScrolled, setHasScrolled] = useState(false);
  useEffect(() => {
    const onScroll = () => setHasScrolled(true);
    for (const type of ['wheel', 'touchmove', 'keydown']) addEventListener(type, onScroll);
    return () => {
      for (const type of ['wheel', 'touchmove', 'keydown']) removeEventListener(type, onScroll);
    };
  }, []);
  return hasScrolled;
}
