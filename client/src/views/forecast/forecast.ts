/**
 * How a move would change a player's standing, from what the page knows. Pure; the rules are the
 * server's own.
 */
import type { AnswerOf } from '../../../../common/protocol/call.ts';
import type { DenaStakeView } from '../../../../common/protocol/dena-stakes.ts';
import type { previewCall } from '../../../../common/protocol/leaderboard.ts';
import type { CandidateView } from '../../../../common/protocol/nations.ts';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { denaGdpBonus } from '../../../../common/rules/gdp.ts';
import {
  type Move,
  type MovedStake,
  type Presidency,
  presidencyAfter,
  type Totals,
  totalsAfter,
} from '../../../../common/rules/what-if.ts';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import type { AskedRow } from '../../api/leaderboard.ts';
import type { Nameable } from '../names-text.ts';
import { startingGdpOf, type CopyWorth } from '../staked.ts';

/** A figure now, and after the move. */
export interface Change<Figure> {
  readonly before: Figure;
  readonly after: Figure;
}

export interface Forecast {
  /** Dollars. */
  readonly gdp: Change<number>;
  readonly rank: {
    readonly before: number;
    /** Null while it is unknown. */
    readonly after: number | null;
    /** The best-ranked of the players who would be passed, or would pass; best first. */
    readonly passes: readonly Nameable[];
    readonly passedBy: readonly Nameable[];
  };
  /** Null while it is unknown. */
  readonly presidency: Presidency | null;
  /** [SEA3] The place of the week; null: none, undefined: unknown. */
  readonly week: Change<number | null | undefined>;
}

/**
 * With the player's row at the time of the request: its rank is compared with the previewed one.
 */
type PreviewAnswer = AnswerOf<typeof previewCall> & { readonly row: AskedRow };

/** The totals of a player's stakes, now and after a move. */
type ForeseenTotals = Change<Totals>;

/** Null if the totals can't be computed: a GDP out of range. */
export function foresee(player: PlayerNationView, move: Move): ForeseenTotals | null {
  const { gdp, totals } = player.playerNation;
  const before: Totals = {
    gdp,
    territoryKm2: totals.territoryValue,
    productionHundredths: Math.round(totals.productionBonus * 100),
    culturalCount: totals.culturalCount,
  };
  const after = totalsAfter(startingGdpOf(player), before, move);
  // A stake may have ended already, and the GDP may arrive before the list of stakes.
  return after && after.gdp >= 0 ? { before, after } : null;
}

/** [PRE1] Null while the candidates are unknown. */
function presidencyOf(
  { before, after }: ForeseenTotals,
  candidates: readonly CandidateView[] | undefined,
  walletAddress: string,
): Presidency | null {
  if (!candidates) return null;
  const rival = candidates.find((candidate) => candidate.walletAddress !== walletAddress);
  return presidencyAfter(
    candidates[0]?.walletAddress === walletAddress,
    { before: before.culturalCount, after: after.culturalCount },
    rival?.stakedCount ?? 0,
  );
}

/** The server's answers so far. */
interface Answers {
  readonly preview: PreviewAnswer | undefined;
  readonly candidates: readonly CandidateView[] | undefined;
  /** The week as it stands; null if there is none, undefined while unknown. */
  readonly week?: Pick<SeasonDetail, 'own'> | null | undefined;
}

export function forecastOf(
  { playerNation }: PlayerNationView,
  totals: ForeseenTotals,
  { preview, candidates, week }: Answers,
): Forecast {
  const { before, after } = totals;
  const { rank, walletAddress } = playerNation;
  return {
    gdp: { before: before.gdp, after: after.gdp },
    rank:
      before.gdp === after.gdp
        ? // [LB1] An unchanged GDP keeps its place among equals.
          { before: rank, after: rank, passes: [], passedBy: [] }
        : {
            before: preview?.row.rank ?? rank,
            after: preview?.rank ?? null,
            passes: preview?.passes ?? [],
            passedBy: preview?.passedBy ?? [],
          },
    presidency: presidencyOf(totals, candidates, walletAddress),
    week: weekOf(week, before.gdp === after.gdp, preview),
  };
}

function weekOf(
  week: Answers['week'],
  isSame: boolean,
  preview: PreviewAnswer | undefined,
): Forecast['week'] {
  const before = week && (week.own?.rank ?? null);
  if (isSame) return { before, after: before };
  return { before, after: preview?.week && preview.week.rank };
}

/** This many of a token. */
export function movedNft(kind: NftKind, copy: CopyWorth, quantity: number): MovedStake {
  return kind === 'cultural'
    ? { kind, quantity, culturalGdpBonus: copy.culturalGdpBonus }
    : {
        kind,
        quantity,
        territoryKm2: copy.territoryValue,
        // The server counts in hundredths, because 0.29 × 3 is 0.8699….
        productionHundredths: Math.round(copy.productionBonus * 100),
      };
}

export function movedDena({
  stakedAmount,
  gdpBonus,
}: Pick<DenaStakeView, 'stakedAmount' | 'gdpBonus'>): MovedStake {
  return { kind: 'dena', amountWei: parseDena(stakedAmount) ?? 0n, gdpBonus };
}

export function newDena(amountWei: bigint, rules: Pick<Rules, 'denaPerDollar'>): MovedStake {
  const gdpBonus = Number(denaGdpBonus(amountWei, rules));
  return { kind: 'dena', amountWei, gdpBonus };
}
