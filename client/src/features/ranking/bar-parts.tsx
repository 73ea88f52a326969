/** Parts of the bar above the list: its title, whose rows it shows, the search. And its skeleton. */
import { styled } from 'styled-components';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ONE_COLUMN, TWO_LINES } from './ranking-grid.ts';

export const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2) var(--space-4);
  block-size: 2.75rem;
  margin-block: var(--space-2) var(--space-1);
  white-space: nowrap;

  @media ${TWO_LINES} {
    flex-wrap: wrap;
    gap: 0 var(--space-2);
    justify-content: space-between;
    block-size: 5.5rem;
    margin-block: var(--space-1);
  }

  @media print {
    block-size: auto;
  }
`;

export const Title = styled.h2`
  font-size: var(--text-lead);

  /* The switch between the list and the feed takes its place. */
  @media ${ONE_COLUMN} {
    ${visuallyHidden}
  }
`;

/**
 * As high as a link, and wide enough for one: whose rank it is may be known later than how many there are. In two
 * lines it takes what the others leave, so that they stay in one line.
 */
export const Aside = styled.div`
  display: flex;
  align-items: center;
  min-block-size: var(--tap);
  min-inline-size: 5.25rem;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  @media ${TWO_LINES} {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
  }
`;

export const LIST_TITLE = 'Complete Rankings';

/** Placeholder for the bar before the list has loaded. */
export function BarSkeleton() {
  return (
    <Bar>
      <Title>{LIST_TITLE}</Title>
      <Skeleton $width={`${NATION_LIST.length * 2.5 + 2.5}rem`} $height="2rem" />
      <Skeleton $width="12rem" $height="2rem" />
    </Bar>
  );
}
