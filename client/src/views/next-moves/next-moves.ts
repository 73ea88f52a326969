/** What a player can do now for their GDP, ranked by its gain. Pure; the figures come from the rules. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { DENA_PER_GDP } from '../../../../common/rules/dena-rate.ts';
import { presidencyAfter, type MovedStake } from '../../../../common/rules/what-if.ts';
import type { Address } from '../../../../common/values/address.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { formatDenaAmount } from '../../../../common/values/figures.ts';
import { type Forecast, foresee, movedNft } from '../forecast/forecast.ts';
import type { Nameable } from '../names-text.ts';
import { counted } from '../../../../common/values/nft-names.ts';
import { type CopyWorth } from '../staked.ts';

interface RankedRow extends Nameable {
  readonly gdp: number;
}

/** Copies of a token that the wallet holds and has not staked. */
export interface FreeNft {
  readonly kind: NftKind;
  readonly name: string;
  readonly copies: number;
  /** The worth of one copy. */
  readonly worth: CopyWorth;
}

interface Situation {
  readonly player: PlayerNationView;
  /** The player's current GDP. */
  readonly gdp: number;
  readonly rank: number;
  /** Best first; `isWhole` if nobody ranks below them. */
  readonly rows: readonly RankedRow[];
  readonly isWhole: boolean;
  /** Of the player's nation; null while unknown. */
  readonly presidency: { readonly wallet: Address | null; readonly count: number } | null;
  readonly freeWei: bigint;
  readonly nfts: readonly FreeNft[];
}

/** What to stake, and how much of it. */
type Staked =
  | { readonly what: 'dena'; /** As the player would type it. */ readonly amount: string }
  | { readonly what: NftKind; readonly name: string; readonly copies: number };

export type StakingMove = Staked & {
  /** The rank is null if it is beyond the loaded rows. */
  readonly forecast: Forecast;
};

const NAMED = 3;

/** The moves that bring something, best first. */
export function nextMoves(situation: Situation): readonly StakingMove[] {
  const { freeWei, nfts } = situation;
  const moves = [dena(situation, freeWei), ...nfts.map((nft) => nftMove(situation, nft))];
  return moves
    .filter((move): move is StakingMove => move !== null && dollarsOf(move) > 0)
    .sort((a, b) => dollarsOf(b) - dollarsOf(a) || presides(b) - presides(a));
}

/** `12,500 DENA`, `The Colosseum`, `3 × The Colosseum`: what a move stakes. */
export function stakedText(move: Staked): string {
  if (move.what === 'dena') return `${formatDenaAmount(move.amount)} DENA`;
  return move.copies === 1 ? move.name : counted(move.name, move.copies);
}

/** What the move adds to the GDP. */
function dollarsOf({ forecast: { gdp } }: StakingMove): number {
  return gdp.after - gdp.before;
}

function presides({ forecast }: StakingMove): number {
  return Number(forecast.presidency === 'won');
}

/** [LB1] The DENA, staked now, that passes another: a tie keeps who was there first, so it takes a dollar more. */
export function denaPast(gdp: number, other: number): number {
  return (other - gdp + 1) * DENA_PER_GDP;
}

/** A move that wins a place in a race. */
export interface Pass<Race> {
  readonly race: Race;
  readonly move: Staked;
  readonly dollars: number;
}

/**
 * The cheapest move that wins a place, in whichever race; of two that cost the same, the one in the race that comes first.
 * @param moves what the player can do. @param races how many dollars win the next place in each.
 */
export function cheapestPass<Race extends { readonly needed: number }>(
  moves: readonly StakingMove[],
  races: readonly Race[],
): Pass<Race> | null {
  const passes = races.flatMap((race) =>
    moves.flatMap((move): Pass<Race>[] => {
      if (dollarsOf(move) < race.needed) return [];
      if (move.what !== 'dena') return [{ race, move, dollars: dollarsOf(move) }];
      const amount = String(race.needed * DENA_PER_GDP);
      return [{ race, move: { what: 'dena', amount }, dollars: race.needed }];
    }),
  );
  return passes.reduce<Pass<Race> | null>(
    (least, pass) => (least && least.dollars <= pass.dollars ? least : pass),
    null,
  );
}

function dena(situation: Situation, amountWei: bigint): StakingMove | null {
  return moveOf(
    situation,
    { kind: 'dena', amountWei },
    { what: 'dena', amount: formatDena(amountWei) },
  );
}

function nftMove(situation: Situation, { kind, name, copies, worth }: FreeNft): StakingMove | null {
  if (copies === 0) return null;
  return moveOf(situation, movedNft(kind, worth, copies), { what: kind, name, copies });
}

function moveOf(situation: Situation, stake: MovedStake, staked: Staked): StakingMove | null {
  const { player, gdp, rank, presidency } = situation;
  const { playerNation } = player;
  const { walletAddress } = playerNation;
  const newest = { ...player, playerNation: { ...playerNation, gdp } };
  const totals = foresee(newest, { does: 'stake', stake });
  if (!totals) return null;
  const { before, after } = totals;
  const { rankAfter, passes } = placeWith(situation, after.gdp);
  const isPresident = presidency?.wallet === walletAddress;
  const presidencyThen =
    presidency &&
    presidencyAfter(
      isPresident,
      { before: before.culturalCount, after: after.culturalCount },
      isPresident ? 0 : presidency.count,
    );
  return {
    ...staked,
    forecast: {
      gdp: { before: before.gdp, after: after.gdp },
      rank: { before: rank, after: rankAfter, isAsking: false, passes, passedBy: [] },
      presidency: presidencyThen,
    },
  };
}

/** [LB1] The place of a player who reaches a GDP now: behind everyone who already has it. */
function placeWith({ player, rows, rank, isWhole }: Situation, gdp: number) {
  const { walletAddress } = player.playerNation;
  const others = rows.filter((row) => row.walletAddress !== walletAddress);
  const ahead = others.findIndex((row) => row.gdp < gdp);
  if (ahead === -1 && !isWhole) return { rankAfter: null, passes: [] };
  const rankAfter = Math.min(rank, (ahead === -1 ? others.length : ahead) + 1);
  return { rankAfter, passes: others.slice(rankAfter - 1, rank - 1).slice(0, NAMED) };
}
