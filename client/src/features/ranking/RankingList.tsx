/**
 * The complete ranking: every row in its place; of a long one, only those in sight are drawn. The
 * first rows are live, those beyond are loaded as one scrolls to them.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../../common/protocol/live-rows.ts';
import type { Address } from '../../../../common/values/address.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { formatCount } from '../../ui/format.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { RankingRow } from './RankingRow.tsx';
import { RankingRowSkeleton } from './RankingRowSkeleton.tsx';
import { RankingHead, RankingRows, RankingTable } from './RankingTable.tsx';
import { useLaterRows } from './use-later-rows.ts';
import { useRowHeight } from './use-row-height.ts';

/** Up to here every row is drawn, so that a picture of the whole page has them all. */
const ALL_DRAWN_ROWS = 100;

/** As high as a thumb needs, without making the heading any higher. */
const YourRank = styled(Button)`
  margin: calc(-1 * var(--space-3)) calc(-1 * var(--space-2));
  padding-inline: var(--space-2);
`;

/** Within the window wherever in the list one is. */
const Failure = styled.div`
  position: sticky;
  inset-block-end: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-4);
  padding: var(--space-3) var(--space-5);
  border-block-start: 1px solid var(--rule-strong);
  background: var(--surface-overlay);

  @media print {
    display: none;
  }
`;

export function RankingList({
  title,
  rows,
  totalCount,
  own,
  you,
  isPaused,
}: {
  readonly title: string;
  /** The live rows, best first. */
  readonly rows: readonly LeaderboardEntry[];
  readonly totalCount: number;
  /** One's own row as last pushed, also where it is beyond `rows`. */
  readonly own: LeaderboardEntry | null;
  /** Whose row is marked, if anyone's. */
  readonly you: Address | null;
  readonly isPaused: boolean;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const rowHeight = useRowHeight();
  const isPrinting = usePrinting();
  const moves = useRankMoves(rows);

  // What stands above the list may still grow (fonts, the podium); the page's height tells.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      setScrollMargin(Math.round(top + scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const count = rows.length < LIVE_ROWS ? rows.length : Math.max(rows.length, totalCount);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin,
    // The rows beyond the edges cover what is drawn a moment after a scroll, not within it.
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const inSight = virtualizer.getVirtualItems();
  const later = useLaterRows({
    live: rows,
    first: inSight[0]?.index ?? 0,
    last: inSight.at(-1)?.index ?? 0,
    own,
    isPaused,
  });
  const drawn =
    isPrinting || count <= ALL_DRAWN_ROWS
      ? rows.map((_, index) => index)
      : inSight.map(({ index }) => index);
  const entryAt = (index: number) => rows[index] ?? later.byIndex.get(index) ?? null;
  const isLoading = !later.isError && drawn.some((index) => !entryAt(index));
  useGlide(list, drawn.map((index) => entryAt(index)?.walletAddress).join());

  const yourPlace = you ? rows.findIndex((row) => row.walletAddress === you) : -1;
  const yourIndex = yourPlace === -1 && own ? own.rank - 1 : yourPlace;
  const isYouListed = yourIndex >= 0 && yourIndex < count;
  return (
    <Panel
      title={title}
      flush
      aside={
        isYouListed ? (
          <YourRank
            tone="quiet"
            onClick={() => virtualizer.scrollToIndex(yourIndex, { align: 'center' })}
          >
            You are #{formatCount(yourIndex + 1)}
          </YourRank>
        ) : (
          `${formatCount(totalCount)} in all`
        )
      }
    >
      <RankingTable aria-label={title} aria-rowcount={totalCount + 1} aria-busy={isLoading}>
        <RankingHead />
        <RankingRows ref={list} style={{ height: count * rowHeight }}>
          {drawn.map((index) => {
            const entry = entryAt(index);
            const place = { top: index * rowHeight, height: rowHeight };
            return entry ? (
              <RankingRow
                key={entry.walletAddress}
                entry={entry}
                isYou={entry.walletAddress === you}
                moved={moves.get(entry.walletAddress) ?? 0}
                {...place}
              />
            ) : (
              <RankingRowSkeleton key={index} rank={index + 1} {...place} />
            );
          })}
        </RankingRows>
      </RankingTable>
      {later.isError && (
        <Failure role="alert">
          These ranks could not be loaded.
          <Button pending={later.isFetching} onClick={later.retry}>
            Try again
          </Button>
        </Failure>
      )}
    </Panel>
  );
}
