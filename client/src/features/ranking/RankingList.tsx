/**
 * The complete ranking, one nation's part of it, or that of a past moment. A long list is
 * virtualised: only the rows in sight are drawn. The first rows are live; those beyond are loaded
 * as the reader scrolls to them.
 */
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { flushSync } from 'react-dom';
import { LIVE_ROWS } from '../../../../common/protocol/live-rows.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { Button } from '../../ui/Button.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { PanelNote } from '../../ui/PanelRows.tsx';
import { playerPath } from '../../ui/Person.tsx';
import { presidentNamesOf } from '../../views/row-parts.tsx';
import { RankingRow } from './RankingRow.tsx';
import { LIST_TITLE, ListSheet, RankingTable, Rows, RowSkeleton } from './RankingTable.tsx';
import { HEAD_PX, PODIUM_LINE_PX, ROW_PX, WIDE_PX } from './row-layout.ts';
import { useLaterRows, type LaterRows } from './use-later-rows.ts';
import { useRovingRows } from './use-roving-rows.ts';
import type { RankedRow } from './week-rows.ts';

/** Lists up to this length are drawn in full, so that a screenshot of the page shows every row. */
const ALL_DRAWN_ROWS = 100;
/** `--header-height` in px, at the default font size. */
const PAGE_HEAD_PX = 64;
/** A player's strip, and a phone's bar of links below it. */
const PAGE_FOOT_PX = 112;

/** Stays in view wherever the list is scrolled. */
const Failure = styled(PanelNote)`
  position: sticky;
  inset-block-end: var(--window-foot);
  z-index: 2;
  background: var(--surface-overlay);

  @media print {
    display: none;
  }
`;

export interface Jump {
  readonly wallet: Address;
  /** Among all players. */
  readonly rank: number;
  /** Different for every jump, even one to the same row. */
  readonly key: string;
}

interface RankingListProps {
  /** The live rows of all nations, best first; or all rows of a past ranking or of a week's. */
  readonly rows: readonly RankedRow[];
  /** List only this nation's rows; null: all rows. */
  readonly nationId?: NationId | null;
  /** Of all players, or of this nation's. */
  readonly totalCount: number;
  /** Of all players: sets the width of the rank column. */
  readonly longestRank?: number;
  readonly label?: string;
  /** The rows that the presidents' names are known from. */
  readonly named?: readonly RankedRow[];
  /** What is said of an empty list. */
  readonly none?: string;
  /** The player's own row as last pushed, even if it is beyond `rows`. */
  readonly own?: RankedRow | null;
  /** Whose row is highlighted, if any. */
  readonly you: Address | null;
  readonly isPaused?: boolean;
  /** Whose row is marked, too. */
  readonly found?: Address | undefined;
  /** Then only the rows in sight are drawn: all of them may change several times a second. */
  readonly isPlaying?: boolean;
  readonly isWeek?: boolean;
  /** Where to scroll. */
  readonly jump?: Jump | null;
  /** Of the window, below the page's header. */
  readonly coveredPx?: number;
  /** Each player's latest action, for a while. */
  readonly marks?: ReadonlyMap<Address, ShownEvent>;
  /** Places gained since the page was opened. */
  readonly moves?: ReadonlyMap<Address, number>;
}

/** As the code loads: reading it in a render computes all styles. */
const WINDOW = { width: globalThis.innerWidth, height: globalThis.innerHeight };

/** Where the list begins on the page, and whether its width is that of rows or of cards. */
function useListBox(list: RefObject<HTMLElement | null>) {
  // A guess, until the list has been laid out.
  const [box, setBox] = useState({ isWide: 0.92 * WINDOW.width >= WIDE_PX, top: 0 });
  // Fonts and the podium may move it.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const rect = list.current?.getBoundingClientRect();
      if (!rect) return;
      const next = { isWide: rect.width >= WIDE_PX, top: Math.round(rect.top + scrollY) };
      setBox((last) => (last.top === next.top && last.isWide === next.isWide ? last : next));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return box;
}

export function RankingList({
  rows,
  nationId = null,
  totalCount,
  longestRank = totalCount,
  label = LIST_TITLE,
  named = rows,
  none = 'Nobody plays for this nation yet.',
  own = null,
  you,
  isPaused = false,
  isPlaying = false,
  isWeek,
  jump = null,
  coveredPx = 0,
  found = jump?.wallet,
  marks,
  moves,
}: RankingListProps) {
  const list = useRef<HTMLTableSectionElement>(null);
  const { isWide, top: scrollMargin } = useListBox(list);
  const rowHeight = isWide ? ROW_PX.wide : ROW_PX.card;
  const isPrinting = usePrinting();
  const navigate = useNavigate();
  const presidentNames = useMemo(() => presidentNamesOf(named), [named]);
  const listed = nationId ? rows.filter((row) => row.nationId === nationId) : rows;

  const podium = isWide ? 0 : podiumRows(listed);
  const topOf = (index: number) => index * rowHeight + Math.min(index, podium) * PODIUM_LINE_PX;

  const count = rows.length < LIVE_ROWS ? listed.length : Math.max(listed.length, totalCount);
  const covered = PAGE_HEAD_PX + coveredPx + (isWide ? HEAD_PX : 0);
  const roving = useRovingRows({
    list,
    count,
    pageRows: () => Math.max(1, Math.floor((innerHeight - covered) / rowHeight) - 1),
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    open: (wallet) => navigate(playerPath(wallet)),
  });
  // The last focused one stays drawn, however far it is scrolled away.
  const kept = roving.activeIndex === null ? [] : [roving.activeIndex];
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => topOf(index + 1) - topOf(index),
    overscan: 6,
    // Without it the first rows would be drawn only after the list, and all at once.
    initialRect: WINDOW,
    scrollMargin,
    scrollPaddingStart: covered,
    scrollPaddingEnd: PAGE_FOOT_PX,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
    // The overscan rows cover the gap if rows are drawn a moment after a scroll rather than within
    // it.
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight, podium]);

  const drawnByScroll = virtualizer.getVirtualItems();
  const inSight = drawnByScroll.filter(({ index }) => !kept.includes(index));
  const { later, entryAt } = useEntries({ rows, listed, nationId, own, inSight, isPaused });
  const drawn =
    isPrinting || (count <= ALL_DRAWN_ROWS && !isPlaying)
      ? listed.map((_, index) => index)
      : drawnByScroll.map(({ index }) => index);
  const isLoading = !later.isError && drawn.some((index) => !entryAt(index));
  const order = drawn.map((index) => entryAt(index)?.walletAddress).join();
  useGlide(list, virtualizer.isScrolling ? null : order);

  const jumpTo = useEffectEvent(() => {
    if (!jump) return;
    const found = listed.findIndex((row) => row.walletAddress === jump.wallet);
    const index = found === -1 && !nationId ? jump.rank - 1 : found;
    if (index >= 0 && index < count) virtualizer.scrollToIndex(index, { align: 'center' });
  });
  // Scroll once per jump, as soon as the list's position is known; after that the reader scrolls.
  const jumpKey = scrollMargin > 0 && jump ? `${jump.key} ${jump.wallet}` : null;
  useEffect(() => jumpTo(), [jumpKey]);

  const isActiveDrawn = drawn.some((index) => entryAt(index)?.walletAddress === roving.active);
  const firstInSight = inSight[0]?.index ?? 0;
  const isTabStop = (index: number, wallet: Address) =>
    isActiveDrawn ? wallet === roving.active : index === Math.max(firstInSight, drawn[0] ?? 0);
  return (
    <ListSheet aria-label={label}>
      <RankingTable
        label={label}
        count={count}
        longestRank={longestRank}
        first={rows[0]}
        isBusy={isLoading}
        {...(isWeek !== undefined && { isWeek })}
      >
        <Rows
          ref={list}
          style={{ height: topOf(count) }}
          onFocus={roving.onFocus}
          onKeyDown={roving.onKeyDown}
        >
          {drawn.map((index) => {
            const entry = entryAt(index);
            return entry ? (
              <RankingRow
                key={entry.walletAddress}
                entry={entry}
                index={index}
                isYou={entry.walletAddress === you}
                isFound={entry.walletAddress === found}
                moved={moves?.get(entry.walletAddress) ?? 0}
                mark={marks?.get(entry.walletAddress)}
                presidentName={presidentNames[entry.nationId]}
                isTabStop={isTabStop(index, entry.walletAddress)}
                top={topOf(index)}
              />
            ) : (
              <RowSkeleton key={index} rank={nationId ? null : index + 1} top={topOf(index)} />
            );
          })}
        </Rows>
      </RankingTable>
      {count === 0 && <PanelNote>{none}</PanelNote>}
      {later.isError && <LoadFailure isFetching={later.isFetching} retry={later.retry} />}
    </ListSheet>
  );
}

/** How many of the first rows have a line more, as cards. */
function podiumRows(listed: readonly RankedRow[]): number {
  return listed.slice(0, 3).filter(({ rank, week, among }) => rank <= 3 && !week && !among).length;
}

/** The row at each index of the list: a live one, one loaded later, or the player's own. */
function useEntries({
  rows,
  listed,
  nationId,
  own,
  inSight,
  isPaused,
}: Required<Pick<RankingListProps, 'rows' | 'nationId' | 'own' | 'isPaused'>> & {
  /** Those of the live rows that are in the list. */
  readonly listed: readonly RankedRow[];
  readonly inSight: readonly { readonly index: number }[];
}) {
  const later = useLaterRows({
    live: rows,
    nationId,
    listedLive: listed.length,
    first: inSight[0]?.index ?? 0,
    last: inSight.at(-1)?.index ?? 0,
    isPaused,
  });
  const isOwnBeyond = !nationId && own !== null && own.rank > listed.length;
  const entryAt = (index: number) => {
    if (isOwnBeyond && index === own.rank - 1) return own;
    const entry = listed[index] ?? later.byIndex.get(index) ?? null;
    // A page that was polled earlier may still have it elsewhere.
    return isOwnBeyond && entry?.walletAddress === own.walletAddress ? null : entry;
  };
  return { later, entryAt };
}

function LoadFailure({ isFetching, retry }: Pick<LaterRows, 'isFetching' | 'retry'>) {
  return (
    <Failure role="alert">
      <p>These ranks could not be loaded.</p>
      <Button pending={isFetching} onClick={retry}>
        Try again
      </Button>
    </Failure>
  );
}

/**
 * Whether the page is being printed: lists that render only their visible part then render all of
 * it.
 */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const print = matchMedia('print');
    // The browser takes its snapshot as soon as the event handler returns.
    const onPrint = ({ type }: Event) =>
      flushSync(() =>
        setIsPrinting(type === 'beforeprint' || (type === 'change' && print.matches)),
      );
    const targets = [
      [print, 'change'],
      [window, 'beforeprint'],
      [window, 'afterprint'],
    ] as const;
    for (const [target, type] of targets) target.addEventListener(type, onPrint);
    return () => {
      for (const [target, type] of targets) target.removeEventListener(type, onPrint);
    };
  }, []);
  return isPrinting;
}
