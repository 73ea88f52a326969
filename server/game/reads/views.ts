/** Players, stakes, and the nations' standings and works, as answers show them. */
import type { DenaStakeView } from '../../../common/protocol/dena-stakes.ts';
import type {
  CandidateView,
  ContributorView,
  NationStanding,
  NationView,
} from '../../../common/protocol/nations.ts';
import type { SentNftStake } from '../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { NationWork } from '../../../common/protocol/works.ts';
import { accrualPerHour } from '../../../common/rules/accrual.ts';
import { availableWei } from '../../../common/rules/dena.ts';
import { percentChange, rankPercentChange } from '../../../common/rules/percent-change.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { written } from '../../../common/values/cultural.ts';
import { instantText } from '../../../common/values/instant.ts';
import { bonusText, NATION_IDS, NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { ShownPlayer } from '../../../common/values/player.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { isActive, type DenaStake, type NftStake } from '../../../common/values/stake.ts';
import { NOTHING_CONTRIBUTED, unitsIn } from '../../../common/values/works.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { NationChanges } from '../../leaderboard/earlier-board.ts';
import type { VerifiedUpTo } from '../engine/holdings-reader.ts';

/** [ENT1]: only its fields. */
export function nationView(nationId: NationId, rules: Rules): NationView {
  const { id, name, flag, population } = NATIONS[nationId];
  const startingGdp = rules.startingGdp[id];
  return { id, name, flag, population, startingGdp, bonus: bonusText(id, rules.bonusPercent) };
}

export type PlayerView = ReturnType<typeof createPlayerView>;

/** Formats players for answers, with their rank [LB1] and their change in 24 hours [PCT1]. */
export function createPlayerView(parts: {
  readonly board: Pick<Board, 'ranked' | 'count'>;
  readonly dayAgo: Pick<Board, 'ranked'>;
  readonly verifiedUpTo: VerifiedUpTo;
  readonly rules: () => Rules;
}) {
  const { board, dayAgo, verifiedUpTo } = parts;
  /**
   * `isReplay`: a retry under the same Idempotency-Key gets the same answer, so `holdings` names
   * the block that the command read, and no time. `rank` is the one at the rev that the answer
   * names; without it, it is the board's current one.
   */
  return (
    player: ShownPlayer,
    { isReplay = false, rank: rankThen }: { isReplay?: boolean; rank?: number | null } = {},
  ): PlayerNationView => {
    const { wallet, nationId, standing, resources, holdings } = player;
    const rules = parts.rules();
    const before = dayAgo.ranked(wallet);
    const { block, at } = isReplay ? { block: holdings.block, at: null } : verifiedUpTo(player);
    // A board that has not received a player in time ranks them last.
    const rank = rankThen ?? board.ranked(wallet)?.rank ?? board.count + 1;
    return {
      playerNation: {
        walletAddress: wallet,
        nationId,
        gdp: standing.gdp,
        rank,
        joinedAt: instantText(player.joinedAt),
        startingGdp: player.startingGdp,
        denaBalance: formatDena(holdings.denaWei),
        denaAvailable: formatDena(availableWei(player)),
        holdings: { block, verifiedAt: at === null ? null : instantText(at) },
        totals: {
          denaStaked: formatDena(standing.denaStakedWei),
          denaSpent: formatDena(player.spentWei),
          territoryValue: standing.territoryKm2,
          productionBonus: standing.productionHundredths / 100,
          culturalCount: standing.culturalCount,
        },
        contributed: player.contributed,
        change24h: {
          gdp: percentChange(BigInt(standing.gdp), before && BigInt(before.row.gdp)),
          denaBalance: percentChange(holdings.denaWei, before && before.row.denaBalanceWei),
          // A nation's population is fixed.
          population: before && 0,
          rank: rankPercentChange(rank, before && before.rank),
          rankDayAgo: before && before.rank,
        },
      },
      nation: nationView(nationId, rules),
      resources: {
        ...resources.units,
        perHour: accrualPerHour(nationId, standing, rules),
        settledAt: instantText(resources.settledAt),
      },
    };
  };
}

export function denaStakeView(stake: DenaStake): DenaStakeView {
  return {
    id: stake.id,
    walletAddress: stake.wallet,
    stakedAmount: formatDena(stake.amountWei),
    gdpBonus: stake.gdpBonus,
    isActive: isActive(stake) ? 1 : 0,
    stakedAt: instantText(stake.stakedAt),
    unstakeableAt: instantText(stake.unstakeableAt),
  };
}

/** [ENT5]: figures are per copy, 0 if the kind of NFT has none. */
export function nftStakeView(stake: NftStake): SentNftStake {
  const national = stake.kind === 'national';
  return {
    id: stake.id,
    walletAddress: stake.wallet,
    tokenId: stake.tokenId.toString(),
    contractAddress: stake.contract,
    imageUrl: stake.imageUrl,
    quantity: stake.quantity,
    isActive: isActive(stake) ? 1 : 0,
    stakedAt: instantText(stake.stakedAt),
    unstakeableAt: instantText(stake.unstakeableAt),
    nftType: written(stake.kind),
    territoryValue: national ? stake.territoryKm2 : 0,
    productionBonus: national ? stake.productionHundredths / 100 : 0,
    culturalGdpBonus: national ? 0 : stake.culturalGdpBonus,
  };
}

/** How many candidates for president are shown, and how many contributors to the work. */
const CANDIDATES = 10;
const CONTRIBUTORS = 10;

type StandingBoard = Pick<Board, 'nation' | 'ranked' | 'presidency'>;

/** Best first: by the total, then by the id. */
export function standingsOf(
  board: StandingBoard,
  changes: Pick<NationChanges, 'of' | 'growth'>,
): NationStanding[] {
  const byTotal = NATION_IDS.map((nationId) => ({ nationId, ...board.nation(nationId) })).toSorted(
    (a, b) => b.gdp - a.gdp || (a.nationId < b.nationId ? -1 : 1),
  );
  return byTotal.map(({ nationId, gdp, players, presidentWallet, presidentStakedCount }, i) => {
    const better = byTotal[i - 1];
    return {
      rank: i + 1,
      nationId,
      name: NATIONS[nationId].name,
      flag: NATIONS[nationId].flag,
      gdp,
      players,
      presidentWallet,
      presidentName: (presidentWallet && board.ranked(presidentWallet)?.row.name) ?? null,
      presidentStakedCount,
      gapToNext: better ? better.gdp - gdp : null,
      change: changes.of(nationId),
      growth: changes.growth(nationId),
    };
  });
}

/**
 * [PRE1] A nation's candidates for president, the president first, and what they have staked in
 * total.
 */
export function candidatesOf(
  board: StandingBoard,
  nationId: NationId,
): { readonly culturalStaked: number; readonly candidates: CandidateView[] } {
  const { culturalStaked, candidates } = board.presidency(nationId, CANDIDATES);
  return {
    culturalStaked,
    candidates: candidates.map(({ row, rank }) => ({
      walletAddress: row.wallet,
      name: row.name,
      rank,
      stakedCount: row.culturalCount,
      since: instantText(row.culturalSince),
    })),
  };
}

/** [WRK1] Who contributed the most units to a nation's work, best first. */
export function contributorsTo(
  board: Pick<Board, 'contributors'>,
  nationId: NationId,
): ContributorView[] {
  return board.contributors(nationId, CONTRIBUTORS).map(({ row }) => {
    const { wallet, name, contributed = NOTHING_CONTRIBUTED } = row;
    return { walletAddress: wallet, name, contributed, total: unitsIn(contributed) };
  });
}

/** In the order of the nations. */
export function worksOf(
  board: Pick<Board, 'work'>,
  changes: Pick<NationChanges, 'contributed'>,
): NationWork[] {
  return NATION_IDS.map((nationId) => ({
    nationId,
    ...board.work(nationId),
    recent: changes.contributed(nationId),
  }));
}
