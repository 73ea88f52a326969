/** A nation's place in the standings, and its gap to its neighbour, in words. Pure. */
import type { NationStanding } from '../../../common/protocol/nations.ts';
import { nationInText } from '../../../common/values/nation-in-text.ts';

/**
 * `$530 behind Italy`, `level with Italy`: to the nation above; of the first, to the second (`$530 ahead of
 * Italy`). Null if it is the only one.
 * @param standings best first; `index` is the nation's.
 */
export function gapText(
  standings: readonly Pick<NationStanding, 'nationId' | 'gdp'>[],
  index: number,
  format: (dollars: number) => string,
): string | null {
  const own = standings[index];
  const other = standings[index === 0 ? 1 : index - 1];
  if (!own || !other) return null;
  const name = nationInText(other.nationId);
  const gap = Math.abs(own.gdp - other.gdp);
  if (gap === 0) return `level with ${name}`;
  return `${format(gap)} ${index === 0 ? 'ahead of' : 'behind'} ${name}`;
}
