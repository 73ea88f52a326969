/** How much a figure has changed since the player joined. */
import { RankMove } from '../../ui/ChangeMark.tsx';
import { formatDenaAmount } from '../../ui/format.ts';

const WORDS = 'since you joined';

/** `+$1,000 since you joined`; null if it has not changed. @param unit appended to the figure. */
export function since(change: number, sign: string, unit = ''): string | null {
  if (change === 0) return null;
  const size = formatDenaAmount(String(Math.abs(change)));
  return `${change > 0 ? '+' : '−'}${sign}${size}${unit} ${WORDS}`;
}

/** Null if it has not changed. */
export function placesSince(rank: number, atJoining: number) {
  const places = atJoining - rank;
  if (places === 0) return null;
  return (
    <>
      <RankMove places={places} /> {WORDS}
    </>
  );
}
