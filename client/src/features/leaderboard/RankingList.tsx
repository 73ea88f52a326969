/** The complete ranking: every row in its place; of a long one, only those in sight are drawn. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useRankMoves } from './rank-moves.ts';
import { RankingHead, RankingRows, RankingTable } from './RankingTable.tsx';
import { RankingRow } from './RankingRow.tsx';
import { useRowHeight } from './use-row-height.ts';

/** Up to here every row is drawn, so that a print or a picture of the whole page has them all. */
const ALL_DRAWN_ROWS = 100;

/** As high as a thumb needs, without making the heading any higher. */
const YourRank = styled(Button)`
  margin-block: calc(-1 * var(--space-3));
  margin-inline-end: calc(-1 * var(--space-4));
`;

export function RankingList({
  title,
  rows,
  totalCount,
  you,
}: {
  readonly title: string;
  readonly rows: readonly LeaderboardEntry[];
  readonly totalCount: number;
  /** Whose row is marked, if anyone's. */
  readonly you: Address | null;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const rowHeight = useRowHeight();
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

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin,
    getItemKey: (index) => rows[index]?.walletAddress ?? index,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const inSight = virtualizer.getVirtualItems();
  const drawn =
    rows.length <= ALL_DRAWN_ROWS
      ? rows.map((entry, index) => ({ entry, index }))
      : inSight.flatMap(({ index }) => {
          const entry = rows[index];
          return entry ? [{ entry, index }] : [];
        });
  useGlide(list, drawn.map(({ entry }) => entry.walletAddress).join());

  const yourIndex = you ? rows.findIndex((row) => row.walletAddress === you) : -1;
  const yourRank = rows[yourIndex]?.rank;
  return (
    <Panel
      title={title}
      flush
      aside={
        yourRank === undefined ? (
          `${formatCount(totalCount)} in all`
        ) : (
          <YourRank
            tone="quiet"
            onClick={() => virtualizer.scrollToIndex(yourIndex, { align: 'center' })}
          >
            You are #{formatCount(yourRank)}
          </YourRank>
        )
      }
    >
      <RankingTable aria-label={title} aria-rowcount={totalCount + 1}>
        <RankingHead />
        <RankingRows ref={list} style={{ height: rows.length * rowHeight }}>
          {drawn.map(({ entry, index }) => (
            <RankingRow
              key={entry.walletAddress}
              entry={entry}
              isYou={entry.walletAddress === you}
              moved={moves.get(entry.walletAddress) ?? 0}
              top={index * rowHeight}
              height={rowHeight}
            />
          ))}
        </RankingRows>
      </RankingTable>
    </Panel>
  );
}
