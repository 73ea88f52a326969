/** Parts of a page below each other, often about the four nations. */
import { styled } from 'styled-components';
import { Grid } from './boxes.ts';

/** The title of a part of a page that is as much as a page. */
export const SectionTitle = styled.h2`
  font-size: var(--text-title);
`;

/** A name with its flag before it. */
export const FlagName = styled.h3`
  display: flex;
  align-items: center;
  gap: var(--space-2);

  @media (max-width: 40rem) {
    gap: var(--space-1);
    font-size: var(--text-body);
  }
`;

/** Four beside each other; two where four have no room, on a phone one, or two `$narrow` ones. */
export const FourColumns = styled.ul<{ readonly $narrow?: boolean }>`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-6) var(--space-5);

  @media (max-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  @media (max-width: 40rem) {
    column-gap: var(--space-3);
    ${({ $narrow = false }) => !$narrow && 'grid-template-columns: minmax(0, 1fr);'}
  }
`;

/**
 * What a page is about, and beside it what belongs to it; below each other where there is no room.
 */
export const Columns = styled(Grid).attrs({ $gap: 5 })`
  grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  margin-block: var(--space-5);

  @media (max-width: 71.99rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** One of several, its number before its words. */
export const Step = styled.li`
  display: grid;
  grid-template-columns: 2.25rem minmax(0, 1fr);
  row-gap: var(--space-2);
  align-content: start;
  counter-increment: step;

  &::before {
    content: counter(step);
    grid-row: span 2;
    color: var(--ink-faint);
    font-family: var(--font-display);
    font-size: var(--text-heading);
    line-height: 1.2;
  }
`;
