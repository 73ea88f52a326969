/** The running week's ranking as last polled, updated with a tick's part [SEA3]. Pure. */
import {
  SEASON_LIVE_ROWS,
  type SeasonDetail,
  type TickSeason,
} from '../../common/protocol/seasons.ts';
import { NATION_IDS } from '../../common/values/nations.ts';

/**
 * What a tick names replaces what is held: each changed entry stands where the tick says, the
 * others between them in their order. A missed tick may leave an entry at a wrong place until the
 * next poll, but never out of the order of gains.
 * @param held of the same week, from its first entry on. An entry that did not change is the same
 * object, unless its rank did.
 */
export function mergedSeason(
  held: SeasonDetail,
  { players, nations, changed, left }: TickSeason,
): SeasonDetail {
  if (held.season.state !== 'running') return held;
  const touched = new Set([...left, ...changed.map(({ walletAddress }) => walletAddress)]);
  const entries = held.entries.filter(({ walletAddress }) => !touched.has(walletAddress));
  for (const entry of [...changed].sort((a, b) => a.rank - b.rank)) {
    entries.splice(entry.rank - 1, 0, entry);
  }
  const ranked = entries
    .sort((a, b) => b.gained - a.gained)
    .slice(0, SEASON_LIVE_ROWS)
    .map((entry, i) => (entry.rank === i + 1 ? entry : { ...entry, rank: i + 1 }));
  const known = [...ranked, ...held.best.filter((entry) => !touched.has(entry.walletAddress))];
  const ownWallet = held.own?.walletAddress;
  return {
    ...held,
    season: {
      ...held.season,
      players,
      nations: held.season.nations.map(
        (nation) => nations.find(({ nationId }) => nationId === nation.nationId) ?? nation,
      ),
      champion: ranked[0] ?? null,
    },
    entries: ranked,
    // Beyond the first ones nobody knows their place until the next poll.
    own:
      ranked.find(({ walletAddress }) => walletAddress === ownWallet) ??
      (ownWallet && touched.has(ownWallet) ? null : held.own),
    best: NATION_IDS.flatMap((id) => known.find(({ nationId }) => nationId === id) ?? []).sort(
      (a, b) => a.rank - b.rank,
    ),
  };
}
