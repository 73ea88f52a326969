/** How much a figure has changed since the player joined. */
import { formatDena } from '../../../../common/values/amount.ts';
import { RankMove } from '../../ui/Delta.tsx';
import { formatDeltaDollars, formatDenaAmount } from '../../ui/format.ts';

const WORDS = 'since you joined';

/** `+$1,000 since you joined`; null if it has not changed. */
export function dollarsSince(dollars: number): string | null {
  return dollars === 0 ? null : `${formatDeltaDollars(dollars)} ${WORDS}`;
}

/** `−0.2 DENA since you joined`; null if it has not changed. */
export function denaSince(wei: bigint): string | null {
  if (wei === 0n) return null;
  const size = formatDenaAmount(formatDena(wei < 0n ? -wei : wei));
  return `${wei < 0n ? '−' : '+'}${size} DENA ${WORDS}`;
}

/** Null if it has not changed. */
export function placesSince(rank: number, atJoining: number) {
  const places = atJoining - rank;
  if (places === 0) return null;
  return (
    <>
      <RankMove places={places} />
      <span>{` ${WORDS}`}</span>
    </>
  );
}
