/** The columns that the complete ranking's head and rows share, and what is folded away on a phone. */
import { css } from 'styled-components';
import { formatGdpK } from '../../ui/format.ts';

export const ROW_PX = { wide: 48, narrow: 80 } as const;
/** The table's head, sticky below the page's header. */
export const HEAD_PX = { wide: 32, narrow: 28 } as const;
/** How many rows fit above the fold of a 900 px high window. */
export const FOLD_ROWS = 11;

/** Below this width a row takes three lines. */
export const NARROW = '(max-width: 47.99rem)';
/** Below this width the bar has two lines. */
export const TWO_LINES = '(max-width: 59.99rem)';
/** Below this width the bar's buttons are icons. */
export const PHONE = '(max-width: 30rem)';
/** Below this width the list and the feed are shown one at a time. */
export const ONE_COLUMN = '(max-width: 79.99rem)';
/** From this width on the nations are beside the list; below it, in a strip above. */
export const THREE_COLUMNS = '(min-width: 90rem)';

/** The table sets `--rank` and `--badge` to fit its longest rank, and `--gdp` its largest GDP. */
export const rankingGrid = css`
  display: grid;
  grid-template-columns:
    var(--rank, 3rem) minmax(8.75rem, 0.4fr) minmax(12rem, 1fr) var(--gdp, 5rem)
    5rem var(--badge, 3.5rem);
  column-gap: 0.625rem;
  align-items: center;
  padding-inline: var(--space-3);

  @media ${NARROW} {
    grid-template-columns: var(--rank, 2.25rem) minmax(0, 1fr) auto;
    column-gap: var(--space-3);
    padding-inline: var(--space-3);
  }
`;

/** Column widths for ranks up to `longest` and a GDP of up to `topGdp` dollars, for the grid above. */
export function columnWidths(
  longest: number,
  topGdp = 0,
): Readonly<Record<'--rank' | '--badge' | '--gdp', string>> {
  const digits = String(longest).length;
  return {
    '--rank': `${Math.max(2.75, digits * 0.66 + 0.25)}rem`,
    '--gdp': `${Math.max(5, formatGdpK(topGdp).length * 0.62)}rem`,
    '--badge': `${Math.max(3.875, digits * 0.52 + 1.75)}rem`,
  };
}
