/** What a move would make of a player's standing, from what the page knows. Pure; the rules are the server's own. */
import type { AnswerOf } from '../../../../common/protocol/call.ts';
import type { previewCall } from '../../../../common/protocol/leaderboard.ts';
import type { CandidateView } from '../../../../common/protocol/nations.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { accrualPerHour } from '../../../../common/rules/accrual.ts';
import {
  presidencyAfter,
  totalsAfter,
  type Move,
  type Presidency,
  type Totals,
} from '../../../../common/rules/what-if.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import type { AskedRow } from '../../api/preview.ts';
import type { Nameable } from '../names-text.ts';

/** A move to be foreseen; null: there is nothing to say yet. A trade changes no standing. */
export type ForecastMove = Move | { readonly does: 'trade' } | null;

/** A figure as it is, and as it would be. */
export interface Change<Figure> {
  readonly before: Figure;
  readonly after: Figure;
}

export type HourlyRates = Readonly<Record<ResourceType, number>>;

export interface Forecast {
  /** Dollars. */
  readonly gdp: Change<number>;
  /** Null where the server is too old to tell what the stakes add up to. */
  readonly territoryKm2: Change<number> | null;
  /** [ACC1] Null as above. */
  readonly perHour: Change<HourlyRates> | null;
  readonly rank: {
    readonly before: number;
    /** Null while it is not known. */
    readonly after: number | null;
    /** The rank shown, if any, is that of an earlier question; the next answer is on its way. */
    readonly isAsking: boolean;
    /** The best-ranked of those who would be passed, or would pass; best first. */
    readonly passes: readonly Nameable[];
    readonly passedBy: readonly Nameable[];
  };
  /** Null while it is not known. */
  readonly presidency: Presidency | null;
}

/** With the row that the player had when it was asked for: the one rank is compared with the other. */
export type PreviewAnswer = AnswerOf<typeof previewCall> & { readonly row: AskedRow };

/** What a player's stakes add up to after a move, beside what they add up to now. */
export interface ForeseenTotals extends Change<Totals> {
  /** False where the server tells only the GDP: the other figures mean nothing then. */
  readonly isWhole: boolean;
}

/** Null where the totals can't be told: a GDP out of range, or land at a server too old to tell its sums. */
export function foresee(
  { playerNation }: PlayerNationView,
  move: NonNullable<ForecastMove>,
): ForeseenTotals | null {
  const { gdp, nationId, totals } = playerNation;
  const before: Totals = {
    gdp,
    territoryKm2: totals?.territoryValue ?? 0,
    productionHundredths: Math.round((totals?.productionBonus ?? 0) * 100),
    culturalCount: totals?.culturalCount ?? 0,
  };
  const isWhole = totals !== undefined;
  if (move.does === 'trade') return { before, after: before, isWhole };
  // [GDP1] Production is rounded down over its sum, which is needed for it; the other terms just add up.
  if (!isWhole && move.stake.kind === 'national') return null;
  const after = totalsAfter(nationId, before, move);
  // A stake may have ended already, and the GDP be told before the list of stakes.
  return after && after.gdp >= 0 ? { before, after, isWhole } : null;
}

/** [PRE1] Null where the candidates, or the player's own works of art, are not known. */
function presidencyOf(
  { before, after, isWhole }: ForeseenTotals,
  candidates: readonly CandidateView[] | undefined,
  walletAddress: string,
): Presidency | null {
  if (!isWhole || !candidates) return null;
  const rival = candidates.find((candidate) => candidate.walletAddress !== walletAddress);
  return presidencyAfter(
    candidates[0]?.walletAddress === walletAddress,
    { before: before.culturalCount, after: after.culturalCount },
    rival?.stakedCount ?? 0,
  );
}

/** What the server has said so far. */
export interface Answers {
  readonly preview: PreviewAnswer | undefined;
  readonly isAsking: boolean;
  readonly candidates: readonly CandidateView[] | undefined;
}

export function forecastOf(
  { playerNation }: PlayerNationView,
  totals: ForeseenTotals,
  { preview, isAsking, candidates }: Answers,
): Forecast {
  const { before, after, isWhole } = totals;
  const { rank, nationId, walletAddress } = playerNation;
  return {
    gdp: { before: before.gdp, after: after.gdp },
    territoryKm2: isWhole ? { before: before.territoryKm2, after: after.territoryKm2 } : null,
    perHour: isWhole
      ? { before: accrualPerHour(nationId, before), after: accrualPerHour(nationId, after) }
      : null,
    rank:
      before.gdp === after.gdp
        ? // [LB1] A GDP that stays keeps its place among its equals.
          { before: rank, after: rank, isAsking: false, passes: [], passedBy: [] }
        : {
            before: preview?.row.rank ?? rank,
            after: preview?.rank ?? null,
            isAsking,
            passes: preview?.passes ?? [],
            passedBy: preview?.passedBy ?? [],
          },
    presidency: presidencyOf(totals, candidates, walletAddress),
  };
}
