/** The player's own move, while the strip says what it did. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Board } from '../../../../client-kit/live/board-merge.ts';
import type { Address } from '../../../../common/values/address.ts';
import { LEADERBOARD_KEY } from '../../api/query-client.ts';
import { deltaOf, passedOn, placesOf, type ShownEvent } from '../../live/live-events.ts';
import { useLiveEvents } from '../../live/live-values.ts';
import type { Nameable } from '../../views/names-text.ts';

const CELEBRATION_MS = 4000;

export interface OwnMove {
  /** Of the last event. */
  readonly id: string;
  readonly dollars: number;
  /** Places gained, or lost; 0 if there are none, or if it isn't known. */
  readonly places: number;
  /** Those who were passed, the best first. */
  readonly passed: readonly Nameable[];
}

export function useCelebration(you: Address): OwnMove | null {
  const queryClient = useQueryClient();
  const events = useLiveEvents();
  const [move, setMove] = useState<OwnMove | null>(null);
  /** Undefined until the events of before are known. */
  const lastId = useRef<string>(undefined);
  const listen = useEffectEvent((latest: readonly ShownEvent[]) => {
    const before = lastId.current;
    lastId.current = latest[0]?.id ?? '';
    if (before === undefined) return;
    const rows = queryClient.getQueryData<Board>(LEADERBOARD_KEY)?.rows ?? [];
    const next = ownMove(
      latest.filter(({ id }) => id > before),
      you,
      rows,
    );
    if (next) setMove(next);
  });
  useEffect(() => listen(events), [events]);
  useEffect(() => {
    if (!move) return undefined;
    const timer = setTimeout(() => setMove(null), CELEBRATION_MS);
    return () => clearTimeout(timer);
  }, [move]);
  return move;
}

/**
 * What the player gained or lost by events, as one move; null if it is nothing.
 * @param events newest first. @param rows the current ranking.
 */
export function ownMove(
  events: readonly ShownEvent[],
  you: Address,
  rows: readonly Nameable[],
): OwnMove | null {
  const moves = events.filter(
    (event) =>
      event.walletAddress === you && deltaOf(event) !== 0 && event.kind !== 'nation-chosen',
  );
  const [last, first] = [moves[0], moves.at(-1)];
  if (!last || !first) return null;
  const { rankBefore } = first;
  const { id, rankAfter } = last;
  const whole = { walletAddress: you, rankBefore, rankAfter };
  return {
    id,
    dollars: moves.reduce((sum, event) => sum + deltaOf(event), 0),
    places: placesOf(whole),
    passed: passedOn(rows, whole),
  };
}
