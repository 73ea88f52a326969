/** When a player's stakes unlock, the soonest first. Pure. */
import { instantOf } from '../../../../common/values/instant.ts';
import type { ReceiptBlock, ReceiptTerm } from './receipt.ts';

/** Stakes of one kind that unlock at the same moment. */
export interface Unlock {
  readonly key: string;
  readonly term: ReceiptTerm;
  readonly atMs: number;
  /** `10,000 DENA`; for several stakes, their number. */
  readonly words: string;
  /** How much GDP these stakes add, in dollars. From `atMs` on the player can unstake them. */
  readonly dollars: number;
}

interface Unlocks {
  /** Stakes that can already be unstaked, and the GDP they add, in dollars. */
  readonly free: { readonly stakes: number; readonly dollars: number };
  /** Still locked [LCK1], the soonest first. */
  readonly locked: readonly Unlock[];
}

/** @param nowMs by the game's clock; a stake is free from its exact unlock time on. */
export function unlocksOf(blocks: readonly ReceiptBlock[], nowMs: number): Unlocks {
  const stakes = blocks.flatMap(({ term, lines }) =>
    lines.map((line) => ({ term, line, atMs: instantOf(line.unstakeableAt) })),
  );
  const free = stakes.filter(({ atMs }) => atMs <= nowMs);
  const groups = new Map<string, typeof stakes>();
  for (const stake of stakes) {
    if (stake.atMs <= nowMs) continue;
    const key = `${stake.term} ${stake.line.unstakeableAt}`;
    groups.set(key, [...(groups.get(key) ?? []), stake]);
  }
  const locked = [...groups].flatMap(([key, group]): Unlock[] => {
    const [first] = group;
    if (!first) return [];
    const words = group.length === 1 ? first.line.words : `${group.length} stakes`;
    return [{ key, term: first.term, atMs: first.atMs, words, dollars: dollarsOf(group) }];
  });
  return {
    free: { stakes: free.length, dollars: dollarsOf(free) },
    locked: [...locked].sort((a, b) => a.atMs - b.atMs || b.dollars - a.dollars),
  };
}

function dollarsOf(stakes: readonly { readonly line: { readonly dollars: number } }[]): number {
  return stakes.reduce((sum, { line }) => sum + line.dollars, 0);
}
