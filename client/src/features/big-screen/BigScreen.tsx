/**
 * The frame of the ranking on a wall: no controls, no page frame, no pointer; as large as the
 * screen.
 */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import { pageAge } from '../../api/server-version.ts';
import { statusQuery } from '../../api/status.ts';
import { useLive } from '../../live/live-context.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { PORTRAIT } from '../../ui/layout/boxes.ts';
import { oneLine } from '../../ui/text.ts';
import { useHtmlAttribute } from '../../ui/use-html-attribute.ts';
import { useRehearsal } from '../../api/config.ts';
import type { Director } from './use-director.ts';
import { wallParts } from './wall-parts.ts';

/**
 * It is laid out for a screen of this size, in px, with larger type, and then scaled to the one
 * that it has.
 */
const WIDE = { width: 1080, height: 607.5 };
/** Its parts are below each other. */
const HIGH = { width: 640, height: 1040 };
/** Px, with its margin. */
const LINE = 36;
/** Px of the sentence's place. */
const STORY = 48;
/** A sentence of more letters is smaller. */
const LONG = 80;

const appear = keyframes`
  from { opacity: 0; }
`;

const Screen = styled.div`
  --text-caption: 0.9375rem;
  --text-body: 1.4375rem;
  --text-lead: 1.5625rem;

  position: fixed;
  inset-block-start: 0;
  inset-inline-start: 0;
  z-index: 30;
  padding: 1rem 1.75rem;
  overflow: clip;
  background: var(--surface);
  font-size: var(--text-body);
  cursor: none;
  transform-origin: 0 0;

  ${wallParts}
`;

const Head = styled.header`
  display: flex;
  align-items: baseline;
  gap: var(--space-4);
  margin-block-end: var(--space-3);
  padding-block-end: var(--space-1);
  border-block-end: 2px solid var(--rule-strong);
  color: var(--ink-muted);
  font-size: 1.0625rem;
  white-space: nowrap;

  > h1 {
    color: var(--ink);
    font-size: 1.875rem;
    line-height: 1.2;
  }

  > :nth-child(4) {
    margin-inline-start: auto;
  }

  @media ${PORTRAIT} {
    flex-wrap: wrap;
    row-gap: 0;

    /* The week's words may be long: the second line has the rest. */
    > :nth-child(3) {
      flex: 1 0 55%;
      justify-content: end;
    }

    > :nth-child(even),
    > output {
      order: 1;
      margin-inline-start: 0;
    }

    > output {
      margin-inline-start: auto;
    }
  }
`;

/** What operators have set: nobody is there to unfold or to dismiss it. */
const Line = styled.output`
  ${oneLine}
  display: block;
  block-size: ${LINE - 12}px;
  margin-block-end: 12px;
  font-size: 1.125rem;
  line-height: ${LINE - 12}px;
  unicode-bidi: isolate;
`;

/**
 * [SCR77] One line; two, where the names are long, and a third on an upright screen. Its place
 * stays when there is nothing to say.
 */
const Story = styled.div`
  display: grid;
  align-items: center;
  block-size: ${STORY}px;
  margin-block-start: -0.25rem;

  > p {
    font-size: 1.625rem;
    font-weight: 500;
    line-height: 1.1;
    text-wrap: balance;
    animation: ${appear} var(--motion-slow) var(--ease);
  }

  > p[data-long] {
    font-size: 1.25rem;
  }

  @media ${PORTRAIT} {
    block-size: 68px;

    > p:not([data-long]) {
      font-size: 1.5rem;
    }
  }
`;

const Week = styled.span`
  display: flex;
  gap: var(--space-2);
  align-items: baseline;
  line-height: 1;
`;

/** In words, since nobody can hover over a status lamp. */
const STATUS = {
  connecting: 'Connecting…',
  live: 'Live',
  polling: 'Every 10 seconds',
  reconnecting: 'Offline',
} as const;

export function BigScreen({
  competing,
  watching,
  week,
  ended,
  isShort,
  director: { scene, sentence, toggle, touch },
  children,
}: {
  /** How many compete; null while unknown. */
  readonly competing: string | null;
  /** How many people are watching; null while unknown. */
  readonly watching: number | null;
  /** What is left of the week. */
  readonly week: ReactNode;
  /** Of a week that has ended, how; null: it has not. */
  readonly ended: string | null;
  readonly director: Director;
  /** Whether few rows leave room for the moves below them. */
  readonly isShort: boolean;
  readonly children: ReactNode;
}) {
  const { status } = useLive();
  const rehearsal = useRehearsal();
  const line = useLine();
  const story = sentence ?? ended ?? '';
  const scale = useOfWindow(({ width, height }) =>
    Math.min(innerWidth / width, innerHeight / height),
  );
  useWakeLock();
  useOwnReload();
  useHtmlAttribute('data-on', 'wall');
  return (
    <Screen
      data-screen="tv"
      data-nations={scene?.nations?.join(' ')}
      data-short={isShort || undefined}
      data-counts={scene?.candidates && true}
      onClick={scene ? toggle : undefined}
      onPointerMove={touch}
      style={{
        inlineSize: `${100 / scale}vw`,
        blockSize: `${100 / scale}vh`,
        transform: `scale(${scale})`,
      }}
    >
      <Head>
        <h1>Global Rankings</h1>
        <span>{rehearsal ?? competing}</span>
        <Week>{week}</Week>
        <span>{watching !== null && watching > 1 && `${formatCount(watching)} watching`}</span>
        <output>{STATUS[status]}</output>
      </Head>
      {line !== null && <Line dir="auto">{line}</Line>}
      <Story>
        <p key={scene?.id} data-long={story.length > LONG || undefined} aria-live="polite">
          {story}
        </p>
      </Story>
      <div>{children}</div>
    </Screen>
  );
}

/** Why the game is paused; or the notice; null if there is neither. */
function useLine(): string | null {
  const { data } = useQuery(statusQuery());
  return data?.paused ? `The game is paused. ${data.paused}` : (data?.notice?.text ?? null);
}

/** How much higher the screen is, in px of what is laid out: one of 16:10 is, by a ninth. */
export function useSparePx(): number {
  return useOfWindow(({ width, height }) =>
    Math.max(0, (width * innerHeight) / innerWidth - height),
  );
}

/** What follows from the window's size, as it is, and from what is laid out for it. */
function useOfWindow(read: (layout: { width: number; height: number }) => number): number {
  const linePx = useLine() === null ? 0 : LINE;
  return useSyncExternalStore(onResize, () => {
    const { width, height } = innerHeight > innerWidth ? HIGH : WIDE;
    return read({ width, height: height + linePx });
  });
}

function onResize(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
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
