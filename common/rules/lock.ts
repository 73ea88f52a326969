/** [LCK1] The lock on each stake. */

export const LOCK_DAYS = 7;
export const LOCK_MS = LOCK_DAYS * 24 * 60 * 60 * 1000;

/** When a stake made now can be unstaked. */
export function unstakeableAt(stakedAt: number): number {
  return stakedAt + LOCK_MS;
}

/** A stake is free from `unstakeableAt` on. */
export function isLocked(stake: { readonly unstakeableAt: number }, now: number): boolean {
  return now < stake.unstakeableAt;
}
