/** When each wallet's page was last looked at, and its state then: stored only in this browser. */
import type { Address } from '../../../../common/values/address.ts';
import type { Seen } from './away.ts';

const keyOf = (wallet: Address): string => `seen.${wallet}`;

/** Null if nothing was stored, or nothing readable. */
function parseSeen(text: string | null): Seen | null {
  if (text === null) return null;
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch (error) {
    console.warn('The stored last visit cannot be read:', error);
    return null;
  }
  if (typeof kept !== 'object' || kept === null) return null;
  const { epoch, atMs, rank, gdp, isPresident }: Partial<Record<keyof Seen, unknown>> = kept;
  if (typeof epoch !== 'string' || !isCount(atMs) || !isCount(rank) || !isCount(gdp)) return null;
  return { epoch, atMs, rank, gdp, isPresident: isPresident === true };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function lastSeen(wallet: Address): Seen | null {
  try {
    return parseSeen(localStorage.getItem(keyOf(wallet)));
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return null;
  }
}

export function keepSeen(wallet: Address, seen: Seen): void {
  try {
    localStorage.setItem(keyOf(wallet), JSON.stringify(seen));
  } catch (error) {
    // Private windows refuse storage; the next visit then starts without news.
    console.warn('This visit could not be stored:', error);
  }
}
