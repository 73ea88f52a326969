/**
 * The ranking: podium, nations, chart, list and feed, of whatever source: live, a week, the past,
 * the first HTML, a wall.
 */
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { ActivitySkeleton } from '../../features/activity/activity-lines.tsx';
import { NationsBoard, type BoardNation } from '../../features/nations-board/NationsBoard.tsx';
import { ChartSkeleton } from '../../features/nations-chart/parts.tsx';
import { Podium } from '../../features/ranking/Podium.tsx';
import { ONE_COLUMN } from '../../features/ranking/page-layout.ts';
import { PORTRAIT } from '../../ui/layout/boxes.ts';
import { Bar } from '../../features/ranking/RankingBar.tsx';
import { ListSkeleton, LIST_TITLE } from '../../features/ranking/RankingTable.tsx';
import type { RankedRow } from '../../features/ranking/week-rows.ts';

/** With the bar above them they end above the strip of a 900 px window. */
export const FEED_LINES = 8;

/**
 * What is shown where the list and the rest don't fit side by side: one of them, or one below the
 * other.
 */
type View = 'list' | 'activity' | 'both';

/**
 * The nations, the list and the feed beside each other; the list or the rest, where only one of
 * them fits.
 */
const Race = styled.div<{ $view: View; $isWall: boolean }>`
  --card-gutter: var(--space-3);

  display: grid;
  grid-template: 'nations list feed' / 17.5rem minmax(0, 1fr) 20rem;
  column-gap: var(--space-4);
  align-items: start;

  > * {
    min-inline-size: 0;
  }

  > [data-part='nations'] {
    grid-area: nations;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-2);
  }

  > [data-part='list'] {
    grid-area: list;
  }

  > [data-part='feed'] {
    grid-area: feed;

    /* As large as the bar's. */
    h2 {
      font-size: var(--text-lead);
    }
  }

  ${({ $isWall }) => ($isWall ? wall : columns)}
`;

const wall = css`
  grid-template: 'list nations' auto 'list feed' minmax(0, 1fr) / minmax(0, 1fr) 22rem;
  gap: var(--space-3) var(--space-5);

  > :is([data-part='nations'], [data-part='feed']) {
    font-size: 1.25rem;
  }

  @media ${PORTRAIT} {
    grid-template: 'list' 'nations' 'feed' / minmax(0, 1fr);
  }
`;

const HIDDEN = {
  list: css`
    > :is([data-part='feed'], [data-part='nations']) {
      display: none;
    }
  `,
  activity: css`
    > [data-part='list'] {
      display: none;
    }
  `,
  both: null,
};

const columns = css<{ $view: View }>`
  > :is([data-part='nations'], [data-part='feed']) {
    position: sticky;
    inset-block-start: calc(var(--header-height) + var(--space-3));
  }

  /* The list takes the place of a feed that there isn't. */
  @media (min-width: 90rem) {
    > [data-part='list']:last-child {
      grid-column-end: -1;
    }
  }

  @media (min-width: 105rem) {
    grid-template-columns: 21rem minmax(0, 1fr) 27rem;
    column-gap: var(--space-5);
  }

  @media (max-width: 89.99rem) {
    grid-template: 'list nations' auto 'list feed' minmax(0, 1fr) / minmax(0, 1fr) 20rem;
    row-gap: var(--space-2);

    > [data-part='nations'] {
      position: static;
    }
  }

  @media ${ONE_COLUMN} {
    grid-template: 'list' 'feed' 'nations' / minmax(0, 1fr);

    > [data-part='feed'] {
      position: static;
    }

    ${({ $view }) => HIDDEN[$view]}
  }

  @media print {
    display: block;

    > :is([data-part='feed'], [data-part='nations']) {
      display: none;
    }
  }
`;

/**
 * Where a ranking comes from: the live game, a week, the past, a wall's ten best, the server's
 * HTML.
 */
export interface RankingSource {
  /** Null while unknown. */
  readonly rows: readonly RankedRow[] | null;
  readonly you?: Address | null;
  /** Whom a story is about. */
  readonly found?: Address | undefined;
  readonly nations: readonly BoardNation[] | null;
  readonly view?: View;
  /** Read from afar, with nothing to press, and without the podium that is its first rows. */
  readonly isWall?: boolean;
  readonly bar?: ReactNode;
  /** Null if it has none. */
  readonly chart?: ReactNode;
  readonly list?: ReactNode;
  /** Null if there is nothing to tell. */
  readonly feed?: ReactNode;
}

/** A part that the source does not know yet is a skeleton of its size. */
export function RankingView({ source }: { readonly source: RankingSource }) {
  const { rows, you = null, nations, view = 'list', isWall = false, feed } = source;
  const { bar = <BareBar />, chart = <ChartSkeleton />, list = <ListSkeleton /> } = source;
  return (
    <>
      {!isWall && (
        <>
          <Podium rows={rows} you={you} found={source.found} hasCards />
          <div data-part="bar">{bar}</div>
        </>
      )}
      <Race $view={view} $isWall={isWall}>
        <div data-part="nations">
          <NationsBoard nations={nations} isWall={isWall} />
          {chart}
        </div>
        <div data-part="list">{list}</div>
        {feed !== null && (
          <div data-part="feed">{feed ?? <ActivitySkeleton lines={FEED_LINES} />}</div>
        )}
      </Race>
    </>
  );
}

function BareBar() {
  return (
    <Bar>
      <h2>{LIST_TITLE}</h2>
    </Bar>
  );
}

const UNKNOWN: RankingSource = { rows: null, nations: null };

/** Before anything is known. */
export function RankingFrame() {
  return <RankingView source={UNKNOWN} />;
}
