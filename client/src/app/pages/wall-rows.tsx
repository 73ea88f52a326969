/** The rows of the wall screen's list, and what is said above them [SCR77]. Pure. */
import { Crown } from 'lucide-react';
import { formatCount } from '../../../../common/values/figures.ts';
import { NATIONS, nationInText } from '../../../../common/values/nations.ts';
import { figureOf, shortOf, type Scene } from '../../features/big-screen/scenes.ts';
import type { BoardNation } from '../../features/nations-board/NationsBoard.tsx';
import type { RankedRow } from '../../features/ranking/week-rows.ts';

/** How many there are. */
export const ROWS = 10;
/** As wide as a digit. */
const FIGURE_SPACE = '\u2007';
/** How many of them are above somebody one follows. */
const ABOVE = 4;

/**
 * Those that a scene is about, each with how far behind the one above it is. Of a race for
 * President also those one follows.
 */
export function wallRows(
  scene: Scene | null,
  rows: readonly RankedRow[],
  followed: ReadonlySet<string>,
): readonly RankedRow[] {
  const { nations, candidates, around } = scene ?? {};
  const of = nations ? rows.filter(({ nationId }) => nations.includes(nationId)) : rows;
  const [any] = rows;
  const [nationId] = nations ?? [];
  if (any && candidates && nationId) {
    // Nobody of the nation need be among the rows.
    const base = { ...any, nationId, nationName: NATIONS[nationId].name };
    return runningRows(candidates, base, of, followed);
  }
  const at = rows.findIndex(({ walletAddress }) => walletAddress === around);
  const first = Math.max(0, Math.min(at - ABOVE, rows.length - ROWS));
  return of.slice(first, first + ROWS).map((row, i) => {
    const ahead = of[first + i - 1];
    return { ...row, behind: ahead ? figureOf(ahead) - figureOf(row) : null };
  });
}

/** [PRE1] Who runs for President, and those one follows who could. */
function runningRows(
  candidates: NonNullable<Scene['candidates']>,
  base: RankedRow,
  rows: readonly RankedRow[],
  followed: ReadonlySet<string>,
): readonly RankedRow[] {
  const [president] = candidates;
  if (!president) return [];
  const most = formatCount(president.stakedCount).length;
  const run = new Set<string>(candidates.map(({ walletAddress }) => walletAddress));
  const others = rows
    .filter(({ walletAddress: one }) => followed.has(one.toLowerCase()) && !run.has(one))
    .map((row) => ({ ...row, stakedCount: 0 }));
  return [...candidates, ...others].slice(0, ROWS).map((one, i) => ({
    ...base,
    walletAddress: one.walletAddress,
    name: one.name ?? null,
    gdp: one.stakedCount,
    behind: null,
    among: one.stakedCount > 0 ? i + 1 : '',
    figure: `${formatCount(one.stakedCount).padStart(most, FIGURE_SPACE)} ${one.stakedCount === 1 ? 'NFT' : 'NFTs'}`,
    beside:
      one === president ? (
        <>
          <Crown size={18} color="var(--action)" aria-hidden />
          <span>President</span>
        </>
      ) : (
        `needs ${formatCount(shortOf(president, one.stakedCount))}`
      ),
  }));
}

/** [PRE1] How many more could run for President; null: nobody, not known, or another race. */
export function othersText(
  { nations, candidates }: Partial<Scene>,
  listed: number,
  standings: readonly Pick<BoardNation, 'nationId' | 'players'>[] | null,
): string | null {
  const [id] = nations ?? [];
  const { players = 0 } = standings?.find(({ nationId }) => nationId === id) ?? {};
  const others = players - listed;
  if (!id || !candidates || listed >= ROWS || others <= 0) return null;
  const [one, have] = others === 1 ? ['other', 'has'] : ['others', 'have'];
  return `${formatCount(others)} ${one} of ${nationInText(id)} ${have} none staked`;
}

export function listTitle({ nations, candidates, around }: Partial<Scene>, isWeek = false): string {
  if (around) return 'One you follow, and who is near';
  const of = nations?.map((id) => nationInText(id)).join(' and ');
  if (!of) return `Top ${ROWS}${isWeek ? ' of the week' : ''}`;
  if (candidates) return `Cultural NFTs of ${of}`;
  return `The best of ${of}${isWeek ? ' this week' : ''}`;
}
