/** The player's own move, while the strip says what it did. */
import { useEffect, useState } from 'react';
import type { Address } from '../../../../common/values/address.ts';
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

/** @param rows the current ranking. */
export function useCelebration(you: Address, rows: readonly Nameable[]): OwnMove | null {
  const events = useLiveEvents();
  /** The last event that is not told any more. */
  const [toldId, setToldId] = useState(events[0]?.id ?? '');
  // Another data set begins with none, and smaller numbers.
  if (events.length === 0 && toldId !== '') setToldId('');
  const move = ownMove(
    events.filter(({ id }) => id > toldId),
    you,
    rows,
  );
  const id = move?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => setToldId(id), CELEBRATION_MS);
    return () => clearTimeout(timer);
  }, [id]);
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
