/** The running week's ranking as last polled, updated with a tick's part [SEA3]. Pure. */
import {
  SEASON_LIVE_ROWS,
  type SeasonDetail,
  type TickSeason,
} from '../../common/protocol/seasons.ts';
import { NATION_IDS } from '../../common/values/nations.ts';

/**
 * What a tick names replaces what is cached: each changed entry stands where the tick says, the
 * others between them in their order. A missed tick may leave an entry at a wrong place until the
 * next poll, but never out of the order of gains.
 * @param cached of the same week, from its first entry on. An entry that did not change is the same
 * object, unless its rank did.
 */
export function mergedSeason(
  cached: SeasonDetail,
  { players, nations, changed, left }: TickSeason,
): SeasonDetail {
  if (cached.season.state !== 'running') return cached;
  const touched = new Set([...left, ...changed.map(({ walletAddress }) => walletAddress)]);
  const entries = cached.entries.filter(({ walletAddress }) => !touched.has(walletAddress));
  for (const entry of [...changed].sort((a, b) => a.rank - b.rank)) {
    entries.splice(entry.rank - 1, 0, entry);
  }
  const ranked = entries
    .sort((a, b) => b.gained - a.gained)
    .slice(0, SEASON_LIVE_ROWS)
    .map((entry, i) => (entry.rank === i + 1 ? entry : { ...entry, rank: i + 1 }));
  const known = [...ranked, ...cached.best.filter((entry) => !touched.has(entry.walletAddress))];
  const ownWallet = cached.own?.walletAddress;
  return {
    ...cached,
    season: {
      ...cached.season,
      players,
      nations: cached.season.nations.map(
        (nation) => nations.find(({ nationId }) => nationId === nation.nationId) ?? nation,
      ),
      champion: ranked[0] ?? null,
    },
    entries: ranked,
    // Beyond the first ones nobody knows their place until the next poll.
    own:
      ranked.find(({ walletAddress }) => walletAddress === ownWallet) ??
      (ownWallet && touched.has(ownWallet) ? null : cached.own),
    best: NATION_IDS.flatMap((id) => known.find(({ nationId }) => nationId === id) ?? []).sort(
      (a, b) => a.rank - b.rank,
    ),
  };
}
