/**
 * Boxes that have no look of their own: parts below each other, beside each other, in columns. A
 * gap counts in the steps of tokens.css: `$gap={3}` is `--space-3`.
 */
import { css, styled } from 'styled-components';

/** The media query of a phone: the bottom bar is shown, dialogs are sheets and cards fold. */
export const PHONE = '(max-width: 39.99rem)';
/** Below this width parts that stand beside each other stand below each other. */
export const NARROW = '(max-width: 47.99rem)';
/**
 * A window too low for a dialog's heading, content and footer one above the other: 800 px at 200 %
 * zoom.
 */
export const LOW = '(max-height: 34rem)';
/** A window that is higher than wide. */
export const PORTRAIT = '(max-aspect-ratio: 1 / 1)';

type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** One step for both directions, or rows and columns apart. */
type Gap = Space | readonly [rows: Space, columns: Space];

interface Box {
  readonly $gap?: Gap;
  readonly $align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
}

function space(step: Space): string {
  return step === 0 ? '0' : `var(--space-${step})`;
}

const gap = css<Box>`
  gap: ${({ $gap = 0 }) => (typeof $gap === 'number' ? space($gap) : $gap.map(space).join(' '))};
  min-inline-size: 0;
`;

/** Below each other, each as wide as the box; `$align="start"` leaves each its own width. */
export const Stack = styled.div<Box>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  justify-items: ${({ $align = 'stretch' }) => $align};
  ${gap}
`;

/** Beside each other, in the middle of the line; `$wrap` continues below where the width ends. */
export const Row = styled.div<
  Box & { readonly $justify?: 'start' | 'end' | 'space-between'; readonly $wrap?: boolean }
>`
  display: flex;
  flex-wrap: ${({ $wrap = false }) => ($wrap ? 'wrap' : 'nowrap')};
  align-items: ${({ $align = 'center' }) => $align};
  justify-content: ${({ $justify = 'start' }) => $justify};
  ${gap}
`;

/** Equal columns, as many as fit if each is `$min` wide, or those that `$columns` names. */
export const Grid = styled.div<Box & { readonly $min?: string; readonly $columns?: string }>`
  display: grid;
  grid-template-columns: ${({ $min = '16rem', $columns }) =>
    $columns ?? `repeat(auto-fit, minmax(min(100%, ${$min}), 1fr))`};
  align-items: ${({ $align = 'stretch' }) => $align};
  ${gap}
`;

/** A page's buttons, the primary one first; on a phone below each other, as wide as it. */
export const ButtonRow = styled(Row).attrs({ $gap: 3, $wrap: true })`
  @media ${PHONE} {
    flex-direction: column;
    align-items: stretch;
    inline-size: 100%;
  }
`;
