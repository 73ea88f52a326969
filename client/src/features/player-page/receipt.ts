/**
 * A player's receipt as listed on the page: every term of [GDP1], line by line, down to the sum.
 * Pure.
 */
import type { ReceiptView } from '../../../../common/protocol/players.ts';
import { denaGdpBonus } from '../../../../common/rules/gdp.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { formatCount, formatDenaAmount, formatDollars } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { everyDollar } from '../../views/facts.ts';

type ReceiptTerm = ReceiptView['terms'][number]['term'];
type Part = ReceiptView['terms'][number]['parts'][number];

export interface ReceiptLine {
  readonly stakeId: string;
  /** `2 NFTs at +0.45x`, `10,000 DENA`. */
  readonly words: string;
  /** What the stake adds, in dollars. */
  readonly dollars: number;
  readonly stakedAt: string;
  readonly unstakeableAt: string;
}

export interface ReceiptBlock {
  readonly term: ReceiptTerm;
  readonly title: string;
  /** What the lines add up to, if that says more than the lines do. */
  readonly note: string | null;
  readonly dollars: number;
  readonly lines: readonly ReceiptLine[];
}

const TERM_TITLES: Readonly<Record<ReceiptTerm, string>> = {
  starting: 'Starting GDP',
  national: 'National NFTs',
  cultural: 'Cultural NFTs',
  dena: 'DENA',
};

/** Dollars: what joining gave, which production multiplies. */
export function startingGdpIn({ terms }: ReceiptView): number {
  return terms.find(({ term }) => term === 'starting')?.gdp ?? 0;
}

/** The terms, in order. The lines of a term add up to it, to the dollar. */
export function receiptBlocks(receipt: ReceiptView, rules: Rules): readonly ReceiptBlock[] {
  const startingGdp = startingGdpIn(receipt);
  return receipt.terms.map(({ term, gdp, parts }) => ({
    term,
    title: TERM_TITLES[term],
    note: term === 'dena' ? rateOf(parts, rules) : noteOf(term, parts, startingGdp),
    dollars: gdp,
    lines: linesOf(term, parts, startingGdp),
  }));
}

function linesOf(
  term: ReceiptTerm,
  parts: readonly Part[],
  startingGdp: number,
): readonly ReceiptLine[] {
  // [GDP1] floors production once, over all stakes, so each line gets its increment of that floor.
  let hundredths = 0;
  return parts.map((part) => {
    const before = produced(startingGdp, hundredths);
    hundredths += hundredthsOf(part);
    const dollars =
      term === 'national'
        ? produced(startingGdp, hundredths) - before
        : (part.gdpBonus ?? 0) * (term === 'cultural' ? (part.quantity ?? 1) : 1);
    const { stakeId, stakedAt, unstakeableAt } = part;
    return { stakeId, words: wordsOf(part), dollars, stakedAt, unstakeableAt };
  });
}

/** Counts production in hundredths, as the server does: in binary 0.29 × 3 is 0.8699…. */
function hundredthsOf({ productionBonus = 0, quantity = 1 }: Part): number {
  return Math.round(productionBonus * 100) * quantity;
}

function produced(startingGdp: number, hundredths: number): number {
  return Math.floor((startingGdp * hundredths) / 100);
}

/** What is staked, without when. */
function wordsOf({ quantity = 1, productionBonus, gdpBonus = 0, amount }: Part): string {
  if (amount !== undefined) return `${formatDenaAmount(amount)} DENA`;
  const each =
    productionBonus === undefined ? formatDollars(gdpBonus) : `+${productionBonus.toFixed(2)}x`;
  return `${quantity === 1 ? '1 NFT' : `${formatCount(quantity)} NFTs`} at ${each}`;
}

function noteOf(term: ReceiptTerm, parts: readonly Part[], startingGdp: number): string | null {
  if (term !== 'national' || parts.length === 0) return null;
  const hundredths = parts.reduce((sum, part) => sum + hundredthsOf(part), 0);
  return `+${formatCount(Math.floor(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')}x of ${formatDollars(startingGdp)}`;
}

/** [GDP1] How DENA became dollars; a stake keeps the rate at which it began. */
function rateOf(parts: readonly Part[], rules: Rules): string | null {
  if (parts.length === 0) return null;
  const isByRules = parts.every(
    ({ amount = '0', gdpBonus = 0 }) =>
      denaGdpBonus(parseDena(amount) ?? 0n, rules) === BigInt(gdpBonus),
  );
  return isByRules
    ? `${everyDollar(rules)}, each stake rounded down`
    : 'Each stake at the rate when it began, rounded down';
}
