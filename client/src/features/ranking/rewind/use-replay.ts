/** Plays the past: a moment that the reader moves, or that moves by itself at a chosen speed. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { replayPage } from '../../../api/leaderboard.ts';
import { Replay, type PastFrame } from './replay.ts';

/** A moment is taken up once the reader has let it rest for this long. */
const REST_MS = 150;

/**
 * Delays an action until a moment has rested: one action at a time, and only while the address is
 * the one at which the rest began. The router changes the address at once, before the next page is
 * loaded, so leaving ends the rest.
 */
class Rest {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #address = '';

  /** True until the moment has rested, unless the reader has left. */
  get isPending(): boolean {
    return this.#timer !== undefined && this.#address === location.href;
  }

  /** In place of what was to follow before. */
  begin(then: () => void): void {
    this.end();
    this.#address = location.href;
    this.#timer = setTimeout(() => {
      const { isPending } = this;
      this.end();
      if (isPending) then();
    }, REST_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

export const SPEEDS = [10, 60, 600] as const;
type Speed = (typeof SPEEDS)[number];

/** Events of this long before the moment are loaded too, to say what just happened. */
const LEAD_MS = 60_000;
/** The longest stretch that one replay spans. */
const DAY_MS = 24 * 60 * 60_000;
/** What is shown changes this often while it plays: rows glide in between. */
const FRAME_MS = 200;
/** How far this page's idea of the game's clock may be ahead: the server knows no future. */
const CLOCKS_MS = 2000;
/** So close to now, the ranking is shown live. */
const LIVE_MS = 5000;
/** How far ahead of the shown moment events are loaded, in seconds of playing. */
const AHEAD_S = 8;

export interface Playing {
  readonly atMs: number;
  readonly frame: PastFrame | null;
  readonly isPlaying: boolean;
  /** True while the moment waits for its events. */
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Goes to a moment, and stops there. */
  readonly seek: (atMs: number) => void;
}

/**
 * @param startMs the moment to begin at.
 * @param begunMs when the game began; null while unknown: nothing is loaded until then.
 * @param onLive called when the moment has come to now.
 * @param onSettled called when the moment rests: it may go into the address.
 */
export function useReplay({
  startMs,
  begunMs,
  now,
  plays = null,
  pausesMs = null,
  onLive,
  onSettled,
}: {
  readonly startMs: number;
  readonly begunMs: number | null;
  readonly now: () => number;
  /** It plays from the beginning on, at this speed. */
  readonly plays?: Speed | null;
  /** Where it pauses on its way: what a story tells has just happened there. */
  readonly pausesMs?: number | null;
  readonly onLive: () => void;
  readonly onSettled: (atMs: number) => void;
}): Playing {
  const [atMs, setAtMs] = useState(startMs);
  const [frame, setFrame] = useState<PastFrame | null>(null);
  const [isPlaying, setIsPlaying] = useState(plays !== null);
  const [isLoading, setIsLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [speed, setSpeed] = useState<Speed>(plays ?? 60);
  const replay = useRef<Replay | null>(null);
  const loading = useRef<AbortController | null>(null);
  const moment = useRef(startMs);
  const [rest] = useState(() => new Rest());

  const show = (to: number): void => {
    moment.current = to;
    setAtMs(to);
  };

  /** Loads from a moment on, and shows it. */
  const begin = async (from: number): Promise<void> => {
    if (begunMs === null) return;
    loading.current?.abort();
    const controller = new AbortController();
    loading.current = controller;
    setIsLoading(true);
    setError(null);
    try {
      const latestMs = Math.floor(now()) - CLOCKS_MS;
      const { signal } = controller;
      const next = await loadReplay({ from, begunMs, latestMs, signal });
      if (controller.signal.aborted) return;
      replay.current = next;
      next.advanceTo(moment.current);
      setFrame(next.frame());
    } catch (reason) {
      if (controller.signal.aborted) return;
      setError(reason);
      setIsPlaying(false);
    }
    setIsLoading(false);
  };

  const seek = (to: number): void => {
    setIsPlaying(false);
    show(to);
    setIsLoading(true);
    rest.begin(() => {
      void begin(to);
      onSettled(to);
    });
  };

  const start = useEffectEvent((at: number) => {
    // The address follows the moment, too; one that still rests is newer.
    if (rest.isPending || (replay.current && moment.current === at)) return;
    setIsPlaying(plays !== null);
    show(at);
    void begin(at);
  });
  const hasBegun = begunMs !== null;
  useEffect(() => {
    if (hasBegun) start(startMs);
  }, [hasBegun, startMs]);
  useEffect(
    () => () => {
      rest.end();
      loading.current?.abort();
    },
    [rest],
  );

  const fail = (reason: unknown): void => {
    if (loading.current?.signal.aborted) return;
    setError(reason);
    setIsPlaying(false);
  };

  const pause = (): void => {
    setIsPlaying(false);
    // One that still rests settles by itself, once it has.
    if (!rest.isPending) onSettled(moment.current);
  };

  /** Moves on by some real time. */
  useFrames(isPlaying, (elapsedMs) => {
    const current = replay.current;
    if (!current || isLoading) return;
    const pauseMs = pausesMs !== null && moment.current < pausesMs ? pausesMs : Infinity;
    const wanted = Math.min(Math.round(moment.current + elapsedMs * speed), pauseMs);
    const to = Math.min(wanted, current.loadedMs);
    if (now() - to < LIVE_MS) return onLive();
    show(Math.max(to, moment.current));
    if (current.advanceTo(to)) setFrame(current.frame());
    if (to === pauseMs) return pause();
    if (wanted > current.loadedMs && current.loadedMs >= moment.current) {
      // The stretch has ended: the next one begins where it did.
      void current.loadMore().catch(fail);
      if (current.isWhole) void begin(moment.current);
    } else if (current.loadedMs < to + AHEAD_S * 1000 * speed) {
      void current.loadMore().catch(fail);
    }
  });

  return {
    atMs,
    frame,
    isPlaying,
    isLoading,
    error,
    speed,
    setSpeed,
    play: () => setIsPlaying(true),
    pause,
    seek,
  };
}

/** The events from a little before a moment on, loaded up to it. */
async function loadReplay({
  from,
  begunMs,
  latestMs,
  signal,
}: {
  readonly from: number;
  readonly begunMs: number;
  readonly latestMs: number;
  readonly signal: AbortSignal;
}): Promise<Replay> {
  const fromMs = Math.max(begunMs, Math.min(from - LEAD_MS, latestMs));
  const toMs = Math.max(fromMs, Math.min(fromMs + DAY_MS, latestMs));
  const replay = new Replay((cursor) => replayPage({ fromMs, toMs, cursor }, signal), toMs);
  do await replay.loadMore();
  while (replay.loadedMs < Math.min(from, toMs));
  return replay;
}

/** Calls a function with the time that has passed, again and again while it plays. */
function useFrames(isPlaying: boolean, onFrame: (elapsedMs: number) => void): void {
  const advance = useEffectEvent(onFrame);
  useEffect(() => {
    if (!isPlaying) return undefined;
    let last = performance.now();
    const timer = setInterval(() => {
      const time = performance.now();
      advance(Math.min(time - last, 1000));
      last = time;
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
}
