/** The race for a nation's presidency [PRE1]. Pure. */
import type { CandidateView } from '../../../../common/protocol/nations.ts';
import type { Address } from '../../../../common/values/address.ts';
import { formatCount } from '../../ui/format.ts';

export type Race =
  /** Nobody has a work of art staked: one is enough. */
  | { readonly kind: 'vacant' }
  /** Only the president has any; `needed` is how many anyone else needs. */
  | { readonly kind: 'unopposed'; readonly president: CandidateView; readonly needed: number }
  | {
      readonly kind: 'contested';
      readonly president: CandidateView;
      readonly challenger: CandidateView;
      /** How many works the president is ahead by. */
      readonly margin: number;
      /** How many more the challenger needs. */
      readonly needed: number;
    };

/** @param candidates in [PRE1] order: the first is president. */
export function raceOf(candidates: readonly CandidateView[]): Race {
  const [president, challenger] = candidates;
  if (!president) return { kind: 'vacant' };
  if (!challenger) return { kind: 'unopposed', president, needed: president.stakedCount + 1 };
  const margin = president.stakedCount - challenger.stakedCount;
  return { kind: 'contested', president, challenger, margin, needed: margin + 1 };
}

/**
 * How many more works of art would make this wallet president; null if it already is. [PRE1] A tie keeps the
 * player who reached the number first, so it takes one more than the president has.
 */
export function neededBy(candidates: readonly CandidateView[], wallet: Address): number | null {
  const [president] = candidates;
  if (president?.walletAddress === wallet) return null;
  const own = candidates.find(({ walletAddress }) => walletAddress === wallet);
  return (president?.stakedCount ?? 0) - (own?.stakedCount ?? 0) + 1;
}

/** `1 work of art`, `3 works of art`. */
export function worksText(count: number): string {
  return count === 1 ? '1 work of art' : `${formatCount(count)} works of art`;
}

/** `1 more work of art`, `3 more works of art`. */
export function moreWorksText(count: number): string {
  return count === 1 ? '1 more work of art' : `${formatCount(count)} more works of art`;
}
