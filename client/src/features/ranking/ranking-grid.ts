/** The columns that the complete ranking's head and rows share, and what changes with the window's width. */
import { css } from 'styled-components';
import { formatDollars } from '../../../../common/values/figures.ts';
import { NARROW } from '../../ui/layout/boxes.ts';

/** Where the link past the podium and the nations leads. */
export const LIST_ID = 'rankings';

export const ROW_PX = { wide: 48, narrow: 76 } as const;
/** Where the first three rows are the podium, they have a line more: for the President, or for their cultural NFTs. */
export const PRESIDED_PX = 20;
/** The table's head, sticky below the page's header. */
export const HEAD_PX = { wide: 32, narrow: 24 } as const;
/** How many rows fit above the fold of a 900 px high window. */
export const FOLD_ROWS = 11;

/** Below this width a row takes three lines. */
export { NARROW };
/**
 * Below this width the first rows are the podium, the nations are a switch, and the list and the feed are shown one at a
 * time.
 */
export const ONE_COLUMN = '(max-width: 79.99rem)';

/** A wall has its own `--columns`; the table sets `--rank` and `--badge` to fit its longest rank, and `--gdp` its largest GDP. */
export const rankingGrid = css`
  display: grid;
  grid-template-columns: var(
    --columns,
    var(--rank, 3rem) var(--nation, minmax(0, 0.95fr)) minmax(0, 1fr) var(--gdp, 5rem)
      var(--beside, 3.25rem) var(--badge, 3.5rem)
  );
  grid-template-rows: 1.5rem 1rem;
  column-gap: 0.625rem;
  align-content: center;
  align-items: center;
  padding-inline: var(--space-3);

  /* Room for the longest nation and the badge of the podium. */
  @media ${ONE_COLUMN} {
    --nation: minmax(13.5rem, 1.1fr);
    column-gap: var(--space-2);
  }

  @media ${NARROW} {
    grid-template-columns: var(--rank, 2.25rem) 24px auto minmax(0, auto) minmax(0, 1fr) auto;
    grid-template-rows: 1.25rem 1rem 1rem;
    gap: 4px var(--space-2);
    padding-inline: var(--space-2);

    > :nth-child(3) {
      grid-column: 2 / 6;
    }
  }
`;

/** Column widths for ranks up to `longest` and a GDP of up to `topGdp` dollars, for the grid above. */
export function columnWidths(
  longest: number,
  topGdp = 0,
): Readonly<Record<'--rank' | '--badge' | '--gdp', string>> {
  const digits = String(longest).length;
  // Beyond ten letters a figure gets no wider (ui/motion/Figure.tsx).
  const letters = Math.min(11, formatDollars(topGdp).length);
  return {
    '--rank': `${Math.max(2, digits * 0.66 + 0.25)}rem`,
    '--gdp': `${Math.max(5, letters * 0.7)}rem`,
    '--badge': `${Math.max(3.875, digits * 0.52 + 1.75)}rem`,
  };
}
