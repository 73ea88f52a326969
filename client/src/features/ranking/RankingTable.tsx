/** The complete ranking as a table: real table elements, laid out as a grid. */
import { useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { pathOfPlainClick } from '../../ui/KeepServerHtml.tsx';
import { useRankMoves } from '../../views/rank-moves.ts';
import { presidentNamesOf } from '../../views/row-parts.tsx';
import { RankingRow } from './RankingRow.tsx';
import { LIST_ID } from './page-layout.ts';
import { card } from './row-card.ts';
import { CARDS, columnWidths, printed, ROLES, rows, wideRow, WIDE_PX } from './row-layout.ts';
import type { RankedRow } from './week-rows.ts';

export const LIST_TITLE = 'Complete Rankings';
/** How many rows fit above the fold of a 900 px high window. */
const FOLD_ROWS = 11;

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

/** Its own width decides how the rows are laid out. */
const Frame = styled.div`
  &:not([data-wall]) {
    container-type: inline-size;
  }

  > table,
  thead,
  tbody {
    display: block;
  }

  /* Below the page's own header. */
  thead {
    position: sticky;
    inset-block-start: var(--header-height);
    z-index: 3;
    background: var(--surface-raised);
  }

  /* As tall as all rows together, where they are positioned inside it. */
  tbody {
    position: relative;
    overflow: clip;
  }

  tbody tr {
    position: relative;
  }

  tbody tr[data-top] {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
  }

  ${rows}

  @container (width >= ${WIDE_PX}px) {
    ${wideRow}
  }

  @container ${CARDS} {
    ${card}
  }

  @media print {
    ${printed}
  }
`;

export const Rows = styled.tbody.attrs(ROLES.group)``;

interface TableProps {
  readonly label: string;
  /** How many rows the ranking has. */
  readonly count: number;
  /** Sets the width of the rank column. */
  readonly longestRank?: number;
  readonly first: Pick<RankedRow, 'gdp' | 'week' | 'among'> | undefined;
  readonly isWeek?: boolean;
  readonly isBusy?: boolean;
  /** Px of a row on a wall. */
  readonly wallRowPx?: number | undefined;
  readonly children: ReactNode;
}

/** Its links are plain ones: a router's link for each would cost more than the rest of the row. */
export function RankingTable({
  label,
  count,
  longestRank = count,
  first,
  isWeek = first?.week !== undefined,
  isBusy = false,
  wallRowPx,
  children,
}: TableProps) {
  const navigate = useNavigate();
  return (
    <Frame
      data-wall={wallRowPx && true}
      style={{
        ...columnWidths(longestRank, first),
        ...(wallRowPx && { '--row-px': `${wallRowPx}px` }),
      }}
      onClick={(event) => {
        const path = pathOfPlainClick(event);
        if (path === null) return;
        event.preventDefault();
        void navigate(path);
      }}
    >
      <table {...ROLES.table} aria-label={label} aria-rowcount={count + 1} aria-busy={isBusy}>
        <thead {...ROLES.group}>
          <tr {...ROLES.row} aria-rowindex={1}>
            {columnsOf(isWeek, first?.among !== undefined).map((column) => (
              <th key={column} {...ROLES.head} scope="col" title={TITLES.get(column)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </Frame>
  );
}

const COLUMNS = ['Rank', 'Nation', 'Player', 'GDP', 'DENA', 'Place'] as const;
/** [SCR75] Where the ranks are those among a few, the last column has those among all. */
const columnsOf = (isWeek: boolean, isPart: boolean): readonly string[] =>
  isPart
    ? ['Here', 'Nation', 'Player', isWeek ? 'Gained' : 'GDP', 'Behind', 'Overall']
    : isWeek
      ? WEEK_COLUMNS
      : COLUMNS;
const TITLES = new Map<string, string>([
  // [LB2]
  ['DENA', 'DENA held, less what is paid for resources. Staked DENA counts.'],
  ['Behind', 'Behind the next in this list'],
]);
const WEEK_COLUMNS = ['Rank', 'Nation', 'Player', 'Gained', 'Behind', 'Place'] as const;

/**
 * Rows in the flow of the page: those of the first HTML, which needs no scripts, of a search,
 * samples, a wall's.
 */
export function FlowTable({
  rows: listed,
  count = listed.length,
  label,
  you = null,
  named = listed,
  found,
  wallRowPx,
  ...row
}: {
  readonly rows: readonly RankedRow[];
  /** How many rows the ranking has. */
  readonly count?: number;
  readonly label: string;
  readonly you?: Address | null;
  /** By a search: each leads to its place among the others. */
  readonly isSearched?: boolean;
  /** With nothing to press. */
  readonly isStatic?: boolean;
  /** The rows that the presidents' names are known from. */
  readonly named?: readonly RankedRow[];
  /** Whom the wall's sentence is about. */
  readonly found?: readonly string[] | undefined;
  readonly wallRowPx?: number;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  useGlide(list, listed.map(({ walletAddress }) => walletAddress).join());
  const moves = useRankMoves(listed);
  const presidentNames = presidentNamesOf(named);
  return (
    <RankingTable label={label} count={count} first={listed[0]} wallRowPx={wallRowPx}>
      <Rows ref={list}>
        {listed.map((entry, index) => (
          <RankingRow
            key={entry.walletAddress}
            entry={entry}
            index={index}
            isYou={entry.walletAddress === you}
            isFound={found?.includes(entry.walletAddress) ?? false}
            moved={moves.get(entry.walletAddress) ?? 0}
            presidentName={presidentNames[entry.nationId]}
            {...row}
          />
        ))}
      </Rows>
    </RankingTable>
  );
}

const NBSP = '\u00A0';

/** A row that has not loaded yet, in its place. */
export function RowSkeleton({
  rank,
  top,
}: {
  /** Null if not known: the ranks of one nation's rows. */
  readonly rank: number | null;
  /** The row's offset from the top of the list, in px; absent in the flow. */
  readonly top?: number;
}) {
  return (
    <tr
      aria-hidden
      data-top={top}
      data-podium={(top === undefined && rank !== null && rank <= 3) || undefined}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
    >
      <td className="rank">{rank}</td>
      {['nation', 'player', 'gdp'].map((part) => (
        <td key={part} className={part}>
          <span className="bar">{NBSP}</span>
        </td>
      ))}
    </tr>
  );
}

/** Placeholder for the complete ranking: the size of its head and the rows above the fold. */
export function ListSkeleton() {
  return (
    <ListSheet>
      <RankingTable label={LIST_TITLE} count={-1} first={undefined} isBusy>
        <Rows>
          {Array.from({ length: FOLD_ROWS }, (_, i) => (
            <RowSkeleton key={i} rank={i + 1} />
          ))}
        </Rows>
      </RankingTable>
    </ListSheet>
  );
}
