/** Who has won weeks. Pure. */
import type { Season } from '../../../../common/protocol/seasons.ts';

/** How many final weeks each wallet has won. */
export function titlesOf(seasons: readonly Season[]): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  for (const { state, champion } of seasons) {
    if (state !== 'final' || !champion) continue;
    titles.set(champion.walletAddress, (titles.get(champion.walletAddress) ?? 0) + 1);
  }
  return titles;
}
