/** The ranking page's layout: the nations, the list and the feed, side by side if there is room. */
import { styled } from 'styled-components';
import { NARROW, ONE_COLUMN, THREE_COLUMNS } from './ranking-grid.ts';

export const Race = styled.div<{ $view?: 'list' | 'activity' }>`
  display: grid;
  grid-template: 'nations nations' 'bar bar' 'list feed' / minmax(0, 1fr) 20rem;
  column-gap: var(--space-4);
  align-items: start;
  margin-block-start: var(--space-2);

  > * {
    min-inline-size: 0;
  }

  > [data-part='nations'] {
    grid-area: nations;
  }

  > [data-part='bar'] {
    grid-area: bar;
  }

  > [data-part='list'] {
    grid-area: list;
  }

  > [data-part='feed'] {
    grid-area: feed;
    position: sticky;
    inset-block-start: calc(var(--header-height) + var(--space-3));
  }

  @media ${ONE_COLUMN} {
    grid-template: 'nations' 'bar' 'list' / minmax(0, 1fr);

    > [data-part='feed'] {
      position: static;
      grid-area: list;
    }

    > [data-part='${({ $view }) => ($view === 'activity' ? 'list' : 'feed')}'] {
      display: none;
    }
  }

  @media ${THREE_COLUMNS} {
    grid-template: 'bar bar bar' 'nations list feed' / 17.5rem minmax(0, 1fr) 20rem;
    margin-block-start: 0;

    > [data-part='nations'] {
      position: sticky;
      inset-block-start: calc(var(--header-height) + var(--space-3));
    }
  }

  @media print {
    display: block;

    > [data-part='feed'],
    > [data-part='nations'] {
      display: none;
    }
  }
`;

/** Below the nations; on a phone only with the feed, so that the first rows stay on the first screen. */
export const ChartSlot = styled.div<{ $view?: 'list' | 'activity' }>`
  margin-block-start: var(--space-2);

  @media ${NARROW} {
    display: ${({ $view }) => ($view === 'activity' ? 'block' : 'none')};
  }
`;

/** Room for two lines below the feed. */
export const CourseSlot = styled.div`
  display: grid;
  align-items: center;
  block-size: 3.5rem;
  overflow: clip;
  /* Room for the focus ring around a link. */
  overflow-clip-margin: 5px;
`;

/** Used in the one-column layout, where the bar has no room for it. */
export const WatchedSlot = styled.div`
  display: none;
  padding-block: var(--space-2);

  @media ${ONE_COLUMN} {
    display: flex;
  }
`;
