/** [LCK1] The lock on each stake. */

/** A stake is free from `unstakeableAt` on. */
export function isLocked(stake: { readonly unstakeableAt: number }, now: number): boolean {
  return now < stake.unstakeableAt;
}
