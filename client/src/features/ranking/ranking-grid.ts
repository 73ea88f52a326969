/** The columns that the complete ranking's head and rows share, and what a phone folds away. */
import { css } from 'styled-components';

export const ROW_PX = { wide: 72, narrow: 92 } as const;

/** Below this width a row stands in two lines. */
export const NARROW = '(max-width: 59.99rem)';

export const rankingGrid = css`
  display: grid;
  grid-template-columns:
    5.5rem minmax(11rem, 1.5fr) minmax(11rem, 1.5fr) minmax(6rem, 1fr) minmax(6rem, 1fr)
    5.5rem;
  column-gap: var(--space-4);
  align-items: center;
  padding-inline: var(--space-5);

  @media ${NARROW} {
    grid-template-columns: 3.25rem minmax(0, 1fr) auto;
    column-gap: var(--space-2);
  }

  @media (max-width: 30rem) {
    padding-inline: var(--space-3);
  }
`;
