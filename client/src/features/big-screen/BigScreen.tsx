/**
 * The ranking for a screen on a wall: no controls, no page frame, no pointer. The page that composes it
 * passes in what it shows besides the ranks.
 */
import { useEffect, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { pageAge } from '../../api/server-version.ts';
import { useLive } from '../../live/live-context.ts';
import { formatCount } from '../../ui/format.ts';
import { useHtmlAttribute } from '../../ui/use-html-attribute.ts';
import { TvNations } from './TvNations.tsx';
import { TvRanks } from './TvRanks.tsx';
import { text, unit } from './screen.ts';

const Screen = styled.div`
  ${unit}
  position: fixed;
  inset: 0;
  z-index: 30;
  display: grid;
  grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) calc(var(--u) * 34);
  gap: ${text(1.2)} ${text(3)};
  padding: ${text(1.8)} ${text(3)};
  overflow: clip;
  background: var(--surface);
  cursor: none;
`;

const Head = styled.header`
  grid-column: 1 / -1;
  display: flex;
  align-items: baseline;
  gap: ${text(2)};
  padding-block-end: ${text(0.6)};
  border-block-end: 2px solid var(--rule-strong);
  color: var(--ink-muted);
  font-size: ${text(1.6)};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;

  > h1 {
    color: var(--ink);
    font-size: ${text(3)};
  }

  > :nth-child(3) {
    margin-inline-start: auto;
  }
`;

const Side = styled.div`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  gap: ${text(1.2)};
  overflow: clip;
`;

const Note = styled.p`
  font-size: ${text(2.2)};
  color: var(--ink-muted);
`;

/** In words, since nobody can hover over a status lamp. */
const STATUS = {
  connecting: 'Connecting…',
  live: 'Live',
  polling: 'Every 10 seconds',
  reconnecting: 'Connection lost: it comes back by itself',
} as const;

export function BigScreen({
  rows,
  totalCount,
  isPending,
  watching,
  moves,
}: {
  readonly rows: readonly LeaderboardEntry[];
  readonly totalCount: number;
  readonly isPending: boolean;
  /** How many people are watching; null while unknown. */
  readonly watching: number | null;
  /** The latest moves, newest first. */
  readonly moves: ReactNode;
}) {
  const { status } = useLive();
  useWakeLock();
  useOwnReload();
  useHtmlAttribute('data-on', 'wall');
  return (
    <Screen data-screen="tv">
      <Head>
        <h1>Global Rankings</h1>
        <span>
          {isPending
            ? ''
            : `${formatCount(totalCount)} ${totalCount === 1 ? 'nation' : 'nations'} competing`}
        </span>
        <span>{watching !== null && `${formatCount(watching)} watching`}</span>
        <output>{STATUS[status]}</output>
      </Head>
      {!isPending && rows.length === 0 ? (
        <Note>No rankings available yet</Note>
      ) : (
        <TvRanks rows={rows} />
      )}
      <Side>
        <TvNations />
        {moves}
      </Side>
    </Screen>
  );
}

/** During a rollout a reload may return the old page again, so don't reload every second. */
const SOONEST_MS = 60_000;

/** Reloads the page when there is a new version: nobody is at a wall screen to do it. */
function useOwnReload(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = (): void => {
      if (pageAge.get() === 'current') return;
      timer ??= setTimeout(() => location.reload(), SOONEST_MS);
    };
    const unsubscribe = pageAge.subscribe(look);
    look();
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
}

/** Keeps the screen awake while the page is visible, if the browser allows it. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let isOver = false;
    let lock: WakeLockSentinel | null = null;
    const take = async (): Promise<void> => {
      if (isOver || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (isOver) await taken.release();
        else lock = taken;
      } catch (error) {
        // A low battery or a policy: the screen then sleeps as configured.
        console.info('The screen is not kept awake:', error);
      }
    };
    // The browser releases the lock whenever the page is hidden.
    const onVisible = () => void take();
    document.addEventListener('visibilitychange', onVisible);
    void take();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
