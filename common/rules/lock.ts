/** [LCK1] The lock that every stake keeps for itself. */

export const LOCK_DAYS = 7;
export const LOCK_MS = LOCK_DAYS * 24 * 60 * 60 * 1000;

/** When a stake made now can be unstaked. */
export function unstakeableAt(stakedAt: number): number {
  return stakedAt + LOCK_MS;
}

/** From `unstakeableAt` on, a stake is free. */
export function isLocked(stake: { readonly unstakeableAt: number }, now: number): boolean {
  return now < stake.unstakeableAt;
}
