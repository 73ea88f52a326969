/**
 * The complete ranking as a table: real table elements laid out as a grid, with explicit roles because
 * some browsers drop the role of an element that is no longer displayed as a table.
 */
import { DENA_HOLDINGS } from '../../views/facts.ts';
import { styled } from 'styled-components';
import { HEAD_PX, NARROW, rankingGrid, ROW_PX } from './ranking-grid.ts';

export const RankingTable = styled.table.attrs({ role: 'table' })`
  display: block;

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
  z-index: 1;
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

/** For rows that never move: one below the other, of the height that `useRowHeight` gives to the others. */
export const FlowRows = styled(RankingRows)`
  > tr {
    position: relative;
    block-size: ${ROW_PX.wide}px;
  }

  @media ${NARROW} {
    > tr {
      block-size: ${ROW_PX.narrow}px;
    }
  }
`;

const HeadRow = styled.tr.attrs({ role: 'row' })`
  ${rankingGrid}
  block-size: ${HEAD_PX.wide}px;
  border-block-end: 1px solid var(--rule-strong);
  color: var(--ink-muted);
  font-size: var(--text-caption);

  > th {
    font-weight: 400;
    text-align: start;
  }

  > :nth-child(n + 4) {
    text-align: end;
  }

  @media ${NARROW} {
    block-size: ${HEAD_PX.narrow}px;

    > :nth-child(3),
    > :nth-child(5),
    > :nth-child(6) {
      display: none;
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

const ColumnHead = styled.th.attrs({ role: 'columnheader', scope: 'col' })`
  padding: 0;
`;

const COLUMNS = ['Rank', 'Nation', 'Player', 'GDP', 'DENA', 'Place'] as const;

export function RankingHead() {
  return (
    <HeadGroup>
      <HeadRow aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <ColumnHead key={column} title={column === 'DENA' ? DENA_HOLDINGS : undefined}>
            {column}
          </ColumnHead>
        ))}
      </HeadRow>
    </HeadGroup>
  );
}
