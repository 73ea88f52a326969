/** The first rows of a past ranking: the same rows as the live ones, gliding to their places. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LeaderboardEntry } from '../../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../../common/values/address.ts';
import { useGlide } from '../../../ui/motion/use-glide.ts';
import { playerPath } from '../../../ui/Person.tsx';
import { presidentNamesOf } from '../president-names.ts';
import { HEAD_PX, columnWidths } from '../ranking-grid.ts';
import { useRowHeight } from '../use-row-height.ts';
import { RankingRow } from '../RankingRow.tsx';
import { ListSheet } from '../RankingSkeleton.tsx';
import { RankingHead, RankingRows, RankingTable } from '../RankingTable.tsx';
import { useRovingRows } from '../use-roving-rows.ts';

export function PastList({
  rows,
  you,
  label,
  isPlaying,
}: {
  readonly rows: readonly LeaderboardEntry[];
  /** Then only the rows in sight are drawn: all of them may change several times a second. */
  readonly isPlaying: boolean;
  readonly you: Address | null;
  readonly label: string;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRowHeight();
  const navigate = useNavigate();
  const roving = useRovingRows({
    list,
    count: rows.length,
    pageRows: () => Math.max(1, Math.floor((innerHeight - HEAD_PX.wide) / rowHeight) - 2),
    reveal: (index) =>
      list.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
    open: (wallet) => navigate(playerPath(wallet)),
  });
  const [top, setTop] = useState(0);
  useEffect(() => {
    const measure = () =>
      setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + scrollY));
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollMargin: top,
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const inSight = new Set(virtualizer.getVirtualItems().map(({ index }) => index));
  const drawn = rows.flatMap((entry, index) =>
    !isPlaying || inSight.has(index) || entry.walletAddress === roving.active
      ? [{ entry, index }]
      : [],
  );
  useGlide(list, drawn.map(({ entry }) => entry.walletAddress).join());
  const presidentNames = useMemo(() => presidentNamesOf(rows), [rows]);
  const isActiveShown = drawn.some(({ entry }) => entry.walletAddress === roving.active);
  const firstDrawn = drawn[0]?.index;
  return (
    <ListSheet aria-label={label}>
      <RankingTable
        aria-label={label}
        aria-rowcount={rows.length + 1}
        style={{ ...columnWidths(rows.length, rows[0]?.gdp) }}
      >
        <RankingHead />
        <RankingRows
          ref={list}
          style={{ height: rows.length * rowHeight }}
          onFocus={roving.onFocus}
          onKeyDown={roving.onKeyDown}
        >
          {drawn.map(({ entry, index }) => (
            <RankingRow
              key={entry.walletAddress}
              entry={entry}
              index={index}
              isYou={entry.walletAddress === you}
              moved={0}
              presidentName={presidentNames[entry.nationId]}
              isTabStop={
                isActiveShown ? entry.walletAddress === roving.active : index === firstDrawn
              }
              top={index * rowHeight}
              height={rowHeight}
            />
          ))}
        </RankingRows>
      </RankingTable>
    </ListSheet>
  );
}
