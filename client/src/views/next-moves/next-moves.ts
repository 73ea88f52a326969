/**
 * What a player can do now for their GDP, ranked by its gain. Pure; the figures come from the
 * rules.
 */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { MovedStake } from '../../../../common/rules/what-if.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { formatDenaAmount, formatDollars } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { foresee, movedNft, newDena } from '../forecast/forecast.ts';
import { counted } from '../../../../common/values/nft-names.ts';
import { type CopyWorth } from '../staked.ts';

/** Copies of a token that the wallet holds and has not staked. */
export interface FreeNft {
  readonly kind: NftKind;
  readonly name: string;
  readonly copies: number;
  /** The worth of one copy. */
  readonly worth: CopyWorth;
}

interface Situation {
  readonly rules: Pick<Rules, 'denaPerDollar'>;
  readonly player: PlayerNationView;
  /** The player's current GDP. */
  readonly gdp: number;
  /**
   * [PRE1] How many cultural NFTs staked make the player President; null: they are, or it isn't
   * known.
   */
  readonly presidentFrom: number | null;
  readonly freeWei: bigint;
  readonly nfts: readonly FreeNft[];
}

/** What to stake, and how much of it. */
type Staked =
  | { readonly what: 'dena'; /** As the player would type it. */ readonly amount: string }
  | { readonly what: NftKind; readonly name: string; readonly copies: number };

export type StakingMove = Staked & {
  /** What it adds to the GDP. */
  readonly dollars: number;
  /** Whether it wins the presidency. */
  readonly presides: boolean;
};

/** The moves that bring something, best first. */
export function nextMoves(situation: Situation): readonly StakingMove[] {
  const { rules, freeWei, nfts } = situation;
  const dena = { what: 'dena', amount: formatDena(freeWei) } as const;
  return [
    moveOf(situation, dena, newDena(freeWei, rules)),
    ...nfts.map(({ kind, name, copies, worth }) =>
      moveOf(situation, { what: kind, name, copies }, movedNft(kind, worth, copies)),
    ),
  ]
    .filter(({ dollars }) => dollars > 0)
    .sort((a, b) => b.dollars - a.dollars || Number(b.presides) - Number(a.presides));
}

/** `12,500 DENA`, `The Colosseum`, `3 × The Colosseum`: what a move stakes. */
export function stakedText(move: Staked): string {
  if (move.what === 'dena') return `${formatDenaAmount(move.amount)} DENA`;
  return move.copies === 1 ? move.name : counted(move.name, move.copies);
}

/** `Adds $8,100 GDP and makes you President.`: a move that is offered. */
export function broughtText({ dollars, presides }: StakingMove): string {
  return `Adds ${formatDollars(dollars)} GDP${presides ? ' and makes you President' : ''}.`;
}

/** A move that wins a place in a race. */
export interface Pass<Race> {
  readonly race: Race;
  readonly move: Staked;
  readonly dollars: number;
}

/**
 * The cheapest move that wins a place, in whichever race; of two that cost the same, the one in the
 * race that comes first.
 * @param moves what the player can do. @param races how many dollars win the next place in each.
 */
export function cheapestPass<Race extends { readonly needed: number }>(
  moves: readonly StakingMove[],
  races: readonly Race[],
  { denaPerDollar }: Pick<Rules, 'denaPerDollar'>,
): Pass<Race> | null {
  const passes = races.flatMap((race) =>
    moves.flatMap((move): Pass<Race>[] => {
      if (move.dollars < race.needed) return [];
      if (move.what !== 'dena') return [{ race, move, dollars: move.dollars }];
      const amount = String(race.needed * denaPerDollar);
      return [{ race, move: { what: 'dena', amount }, dollars: race.needed }];
    }),
  );
  return passes.reduce<Pass<Race> | null>(
    (least, pass) => (least && least.dollars <= pass.dollars ? least : pass),
    null,
  );
}

function moveOf(
  { player, gdp, presidentFrom }: Situation,
  staked: Staked,
  stake: MovedStake,
): StakingMove {
  const playerNation = { ...player.playerNation, gdp };
  const totals = foresee({ ...player, playerNation }, { does: 'stake', stake });
  return {
    ...staked,
    dollars: totals ? totals.after.gdp - totals.before.gdp : 0,
    presides:
      totals !== null &&
      presidentFrom !== null &&
      stake.kind === 'cultural' &&
      totals.after.culturalCount >= presidentFrom,
  };
}
