/**
 * The complete ranking as a table: real table elements laid out as a grid, with explicit roles because
 * some browsers drop the role of an element that is no longer displayed as a table.
 */
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { DENA_HOLDINGS } from '../../views/facts.ts';
import { presidentNamesOf } from '../../views/row-parts.tsx';
import {
  columnWidths,
  FOLD_ROWS,
  HEAD_PX,
  LIST_ID,
  NARROW,
  ONE_COLUMN,
  PRESIDED_PX,
  rankingGrid,
  ROW_PX,
} from './ranking-grid.ts';
import { RankingRow } from './RankingRow.tsx';

export const LIST_TITLE = 'Complete Rankings';

export const ListSheet = styled.section.attrs({ id: LIST_ID, tabIndex: -1 })`
  min-inline-size: 0;
  scroll-margin-block-start: var(--header-height);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);

  /* It takes the focus only for the keyboard to go on from there. */
  &:focus {
    outline: none;
  }

  @media print {
    border: 0;
  }
`;

export const RankingTable = styled.table.attrs({ role: 'table' })`
  --row-px: ${ROW_PX.wide}px;

  display: block;

  @media ${NARROW} {
    --row-px: ${ROW_PX.narrow}px;
  }

  /* Printed as a plain table: the head repeats on every sheet, and no row is cut. */
  @media print {
    display: table;
    inline-size: 100%;
  }
`;

/** Sticky, below the page's own header. */
const HeadGroup = styled.thead.attrs({ role: 'rowgroup' })`
  position: sticky;
  inset-block-start: var(--header-height);
  z-index: 3;
  display: block;
  background: var(--surface-raised);

  @media print {
    position: static;
    display: table-header-group;
  }
`;

/** Rows are positioned inside it, so it is as tall as all of them together. */
export const RankingRows = styled.tbody.attrs({ role: 'rowgroup' })`
  position: relative;
  display: block;
  overflow: clip;

  @media print {
    display: table-row-group;
    block-size: auto !important;
    overflow: visible;
  }
`;

/** For rows that never move: one below the other, as high as `RankingList` makes the others. */
const FlowRows = styled(RankingRows)`
  > tr {
    position: relative;
    block-size: calc(var(--row-px) + var(--more-px, 0px));
  }

  @media ${ONE_COLUMN} {
    > tr[data-presided] {
      --more-px: ${PRESIDED_PX}px;
    }
  }
`;

const HeadRow = styled.tr.attrs({ role: 'row' })`
  ${rankingGrid}
  grid-template-rows: auto;
  block-size: ${HEAD_PX.wide}px;
  border-block-end: 1px solid var(--rule-strong);
  color: var(--ink-muted);
  font-size: var(--text-caption);

  > th {
    padding: 0;
    font-weight: 400;
    text-align: start;
  }

  > :nth-child(n + 4) {
    text-align: end;
  }

  @media ${NARROW} {
    grid-template-rows: auto;
    block-size: ${HEAD_PX.narrow}px;

    /* What has no column of its own there says itself what it is. */
    > :is(:nth-child(2), :nth-child(n + 5)) {
      ${visuallyHidden}
    }
  }

  @media print {
    display: table-row;

    > :nth-child(n) {
      display: table-cell;
      padding: var(--space-1) var(--space-2);
    }
  }
`;

const ColumnHead = styled.th.attrs({ role: 'columnheader', scope: 'col' })``;

const COLUMNS = ['Rank', 'Nation', 'Player', 'GDP', 'DENA', 'Place'] as const;
const WEEK_COLUMNS = ['Rank', 'Nation', 'Player', 'Gained', 'To next', 'Place'] as const;

export function RankingHead({ isWeek = false }: { readonly isWeek?: boolean }) {
  return (
    <HeadGroup>
      <HeadRow aria-rowindex={1}>
        {(isWeek ? WEEK_COLUMNS : COLUMNS).map((column) => (
          <ColumnHead key={column} title={column === 'DENA' ? DENA_HOLDINGS : undefined}>
            {column}
          </ColumnHead>
        ))}
      </HeadRow>
    </HeadGroup>
  );
}

/** Rows in the flow of the page, which needs no scripts: those of the first HTML, and samples. */
export function FlowTable({
  rows,
  count = rows.length,
  label,
  you = null,
  areFound = false,
  named = rows,
}: {
  readonly rows: readonly LeaderboardEntry[];
  /** How many rows the ranking has. */
  readonly count?: number;
  readonly label: string;
  readonly you?: Address | null;
  /** By a search: each leads to its place among the others. */
  readonly areFound?: boolean;
  /** The rows that the presidents' names are known from. */
  readonly named?: readonly LeaderboardEntry[];
}) {
  const presidentNames = presidentNamesOf(named);
  return (
    <RankingTable
      aria-label={label}
      aria-rowcount={count + 1}
      style={{ ...columnWidths(count, rows[0]?.gdp) }}
    >
      <RankingHead />
      <FlowRows>
        {rows.map((entry, index) => (
          <RankingRow
            key={entry.walletAddress}
            entry={entry}
            index={index}
            isYou={entry.walletAddress === you}
            presidentName={presidentNames[entry.nationId]}
            isTabStop
            isSearched={areFound}
          />
        ))}
      </FlowRows>
    </RankingTable>
  );
}

const WIDTHS = ['1.5rem', '7rem', '10rem', '4rem', '2.5rem', '3rem'];

const WaitingRow = styled.div`
  ${rankingGrid}
  grid-template-rows: auto;
  block-size: ${ROW_PX.wide}px;
  border-block-end: 1px solid var(--rule);

  > :nth-child(n + 4) {
    justify-self: end;
  }

  &:first-child {
    block-size: ${HEAD_PX.wide}px;
    border-block-end-color: var(--rule-strong);
  }

  @media ${ONE_COLUMN} {
    &:nth-child(-n + 4):not(:first-child) {
      block-size: ${ROW_PX.wide + PRESIDED_PX}px;
    }
  }

  @media ${NARROW} {
    grid-template-rows: auto;
    block-size: ${ROW_PX.narrow}px;

    &:nth-child(-n + 4):not(:first-child) {
      block-size: ${ROW_PX.narrow + PRESIDED_PX}px;
    }

    &:first-child {
      block-size: ${HEAD_PX.narrow}px;
    }

    > :is(:nth-child(2), :nth-child(n + 5)) {
      display: none;
    }
  }

  @media print {
    display: none;
  }
`;

/** A row that has not loaded yet, in its place. */
export function RowSkeleton({
  rank,
  top,
  height,
}: {
  /** Null if not known: the ranks of one nation's rows. */
  readonly rank: number | null;
  /** The row's offset from the top of the list, in px. */
  readonly top: number;
  readonly height: number;
}) {
  return (
    <WaitingRow
      as="tr"
      aria-hidden
      style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${top}px)`, height }}
    >
      {WIDTHS.map((width, i) => (
        <td key={width}>{i === 0 && rank !== null ? rank : <Skeleton $width={width} />}</td>
      ))}
    </WaitingRow>
  );
}

/** Placeholder for the complete ranking: the size of its head and the rows above the fold. */
export function ListSkeleton() {
  return (
    <ListSheet aria-busy>
      {Array.from({ length: FOLD_ROWS + 1 }, (_, i) => (
        <WaitingRow key={i}>
          {i > 0 && WIDTHS.map((width) => <Skeleton key={width} $width={width} />)}
        </WaitingRow>
      ))}
    </ListSheet>
  );
}
