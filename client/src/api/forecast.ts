/** What a move would bring: by the rules that the server decides by, before anything is sent. Pure. */
import { accrualPerHour } from '../../../common/rules/accrual.ts';
import { totalsAfter, type StakeWorth, type Totals } from '../../../common/rules/gdp.ts';
import { presidencyAfter, type PresidencyChange } from '../../../common/rules/ranking.ts';
import { parseDena } from '../../../common/values/amount.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { CandidateView } from '../../../common/protocol/nations.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { ResourceType } from '../../../common/values/resources.ts';

/** A stake that begins or ends, or a trade, which changes none of these figures. */
export type Move =
  { readonly does: 'stake' | 'unstake'; readonly stake: StakeWorth } | { readonly does: 'trade' };

/** What a figure is, and what it would be. */
export interface Step<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** What can be said without asking anybody. */
export interface Outlook {
  /** Dollars. */
  readonly gdp: Step<number>;
  readonly territoryKm2: Step<number>;
  /** Units per hour. */
  readonly perHour: Step<Readonly<Record<ResourceType, number>>>;
  readonly culturalCount: Step<number>;
}

/** The same with what the ranking says. */
export interface Forecast extends Outlook {
  readonly rank: {
    readonly before: number;
    /** Null while it is asked for the first time, or can't be learnt. */
    readonly after: number | null;
    /** The best-ranked of those whom the move passes, and of those who come past; at most 3. */
    readonly passes: readonly LeaderboardEntry[];
    readonly passedBy: readonly LeaderboardEntry[];
    /** Whether `after` is of another GDP still. */
    readonly isAsked: boolean;
  };
  /** Null while it is not known. */
  readonly presidency: PresidencyChange | null;
}

/**
 * [GDP1, ACC1] Null where it can't be said: the server is an older one that does not tell the totals, or the
 * GDP would pass its largest, which the server refuses.
 * @param gdp the newest there is, in dollars.
 */
export function outlookOf(
  { playerNation, resources }: PlayerNationView,
  gdp: number,
  move: Move,
): Outlook | null {
  const { nationId, totals } = playerNation;
  if (!totals) return null;
  const before: Totals = {
    gdp,
    denaStakedWei: parseDena(totals.denaStaked) ?? 0n,
    productionHundredths: Math.round(totals.productionBonus * 100),
    territoryKm2: totals.territoryValue,
    culturalCount: totals.culturalCount,
  };
  const after =
    move.does === 'trade'
      ? before
      : totalsAfter(nationId, before, move.stake, move.does === 'stake' ? 1 : -1);
  if (!after) return null;
  const step = <Name extends keyof Totals>(name: Name): Step<Totals[Name]> => ({
    before: before[name],
    after: after[name],
  });
  return {
    gdp: step('gdp'),
    territoryKm2: step('territoryKm2'),
    culturalCount: step('culturalCount'),
    perHour: { before: resources.perHour, after: accrualPerHour(nationId, after) },
  };
}

/**
 * [PRE1] What becomes of the presidency.
 * @param candidates of the player's nation, the president first.
 */
export function presidencyOf(
  walletAddress: string,
  { culturalCount }: Pick<Outlook, 'culturalCount'>,
  candidates: readonly Pick<CandidateView, 'walletAddress' | 'stakedCount'>[],
): PresidencyChange {
  const isPresident = candidates[0]?.walletAddress === walletAddress;
  const best = candidates.find((candidate) => candidate.walletAddress !== walletAddress);
  return presidencyAfter(isPresident, culturalCount, best?.stakedCount ?? 0);
}
