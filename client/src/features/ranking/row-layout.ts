/**
 * How a row of the ranking is laid out, by the width of its list: two lines in columns, or on a phone a card of two
 * lines. Plain class names below one styled table: rows are mounted while the reader scrolls, dozens a second.
 */
import { css, keyframes } from 'styled-components';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { oneLine } from '../../ui/text.ts';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';

/** Px; a narrower list is one of cards. */
export const WIDE_PX = 640;
/** Of a list, or of what stands above it and is as wide. */
export const CARDS = `(width < ${WIDE_PX}px)`;
export const ROW_PX = { wide: 48, card: 56 } as const;
/** The first three cards are the podium, too, and have a line more for the President [SCR43]. */
export const PODIUM_LINE_PX = 20;
/** The table's head, sticky below the page's header; cards have none in sight. */
export const HEAD_PX = 32;

/** Some browsers drop the role of a table's element that is laid out as a grid. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** What the columns need for ranks up to `longest`, and the first row's GDP in dollars or what it gained in a week. */
export function columnWidths(
  longest: number,
  { gdp = 0, week }: { readonly gdp?: number; readonly week?: { readonly gained: number } } = {},
): Readonly<Record<'--rank' | '--badge' | '--gdp' | '--beside', string>> {
  const digits = String(longest).length;
  // Longer figures are set smaller.
  const letters = Math.min(
    week ? 12 : 11,
    (week ? formatDeltaDollars(week.gained) : formatDollars(gdp)).length,
  );
  return {
    '--rank': `${Math.max(2.5, digits * 0.66 + 0.25)}rem`,
    '--badge': `${Math.max(3.25, digits * 0.52 + 1.5)}rem`,
    '--gdp': `${Math.max(5, letters * 0.7)}rem`,
    '--beside': week ? `${Math.max(3.5, letters * 0.52)}rem` : '3.25rem',
  };
}

/** The class of a figure that is too long for its column. */
export function figureSize(text: string): string {
  return text.length > 12 ? 'longest' : text.length > 10 ? 'long' : '';
}

const fade = keyframes`
  from { opacity: 0.26; }
  to { opacity: 0; }
`;
const rollUp = keyframes`
  from { opacity: 0; transform: translateY(0.5em); }
`;
const rollDown = keyframes`
  from { opacity: 0; transform: translateY(-0.5em); }
`;

/** What rows are at every width: a surface that lights up, figures that roll, names that are cut where they must be. */
export const rows = css`
  tbody tr {
    isolation: isolate;
    border-block-end: 1px solid var(--rule);
    background: var(--surface-raised);
    contain: layout style;
  }

  tr:is([data-own], [data-found]) {
    background: var(--surface-hover);
  }

  tr[data-own] {
    box-shadow: inset 3px 0 0 var(--action);
  }

  tr:focus-visible {
    outline-offset: -2px;
  }

  th,
  td {
    padding: 0;
    font-weight: 400;
    text-align: start;
  }

  td {
    min-inline-size: 0;
    line-height: 1.25;
    white-space: nowrap;
  }

  small {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  b {
    display: inline-block;
    font-weight: 600;
  }

  .glow {
    position: absolute;
    inset: 0;
    /* Under the text, above the row's own surface. */
    z-index: -1;
    background: var(--action-fill);
    opacity: 0;
    pointer-events: none;
    animation: ${fade} var(--motion-glow) ease-out;
  }

  .rose {
    animation: ${rollUp} var(--motion-slow) var(--ease);
  }

  .fell {
    animation: ${rollDown} var(--motion-slow) var(--ease);
  }

  .gdp > .long {
    font-size: 1rem;
  }

  .gdp > .longest {
    font-size: 0.75rem;
  }

  .where,
  .line,
  .line > a,
  .where > a {
    display: flex;
    gap: var(--space-2);
    align-items: center;
    min-inline-size: 0;
    text-decoration: none;
  }

  :is(.where, .line) > a {
    block-size: 1.5rem;
  }

  a:hover {
    text-decoration: underline;
  }

  .where > a > span:last-child,
  .name,
  .president,
  .deed {
    ${oneLine}
  }

  .name {
    font-weight: 500;
  }

  .deed {
    color: var(--rise);
    font-weight: 600;
  }

  .deed[data-fall] {
    color: var(--fall);
  }

  [data-deed] .wallet {
    display: none;
  }

  .wallet,
  .president {
    color: var(--ink-faint);
  }

  .dena {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  .who {
    ${oneLine}
  }

  .badge {
    padding-inline: var(--space-1);
    border: 1px solid var(--rule);
    border-radius: var(--radius);
    color: var(--ink-muted);
    font-size: var(--text-caption);
    line-height: 1.125rem;
  }

  tr[data-rank='1'] :is(.badge, .honour),
  .badge.you {
    border-color: var(--action);
    color: var(--action);
  }

  .bar {
    display: inline-block;
    inline-size: 60%;
    block-size: 1em;
    background: var(--surface-hover);
  }
`;

/** Level with their headings. */
export const wideRow = css`
  tr {
    display: grid;
    grid-template-columns:
      var(--rank) minmax(0, 1fr) minmax(0, 1.1fr) var(--gdp) var(--beside)
      var(--badge);
    column-gap: 0.75rem;
    align-items: center;
    block-size: ${ROW_PX.wide}px;
    padding-inline: var(--space-3);
  }

  thead tr {
    block-size: ${HEAD_PX}px;
    border-block-end: 1px solid var(--rule-strong);
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  td {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: center;
  }

  :is(th, td):nth-child(n + 4) {
    justify-items: end;
    text-align: end;
  }

  .where,
  .line {
    block-size: 1.5rem;
  }

  .player > small {
    padding-inline-start: calc(24px + var(--space-2));
  }

  .gdp {
    font-size: var(--text-lead);
  }

  :is(.honour, .count, .unit) {
    display: none;
  }
`;

/** Rank and badge, who and where, figures. */
export const card = css`
  thead {
    ${visuallyHidden}
  }

  tbody tr {
    display: grid;
    grid-template: 1.5rem 1.25rem / var(--badge) minmax(0, 1fr) minmax(0, auto) auto;
    column-gap: 6px;
    align-content: center;
    align-items: center;
    block-size: ${ROW_PX.card}px;
    padding-inline: var(--space-2);
  }

  .rank,
  .player {
    display: flex;
    gap: var(--space-2);
    align-items: baseline;
  }

  .rank {
    gap: var(--space-1);
  }

  .player {
    grid-area: 1 / 2;
  }

  .player svg[data-avatar] {
    display: none;
  }

  /* Whole for who copies or hears it; its end is seen. */
  .wallet {
    font-size: 0;
  }

  .wallet::after {
    content: attr(data-end);
    font-size: var(--text-caption);
  }

  /* Its line has no room for both the word and the name. */
  tr:not([data-podium]) .office {
    font-size: 0;
  }

  tr:not([data-podium]) .office::after {
    content: 'Pres. ';
    font-size: var(--text-caption);
  }

  .gdp {
    grid-area: 1 / 3 / auto / -1;
    justify-self: end;
    font-size: 1.0625rem;
  }

  .gdp > small {
    display: none;
  }

  .place {
    grid-area: 2 / 1;
  }

  .nation {
    grid-area: 2 / 2 / auto / 4;
    display: flex;
    gap: 6px;
    align-items: center;
    font-size: var(--text-caption);
  }

  .where {
    flex: none;
    gap: 6px;
  }

  /* The card as a whole leads to its player, whose page leads to the nation: two links have no room for a thumb. */
  .where > a {
    display: contents;
  }

  .line > [data-tap] {
    position: static;
  }

  .line > [data-tap]::after {
    inset: 0;
    min-block-size: 0;
  }

  .place > a {
    z-index: 1;
  }

  .dena {
    grid-area: 2 / 4;
    justify-self: end;
  }

  [data-deed] .player {
    display: contents;
  }

  [data-deed] .line {
    grid-area: 1 / 2;
  }

  [data-deed] .deed {
    grid-area: 2 / 2 / auto / 4;
  }

  [data-deed] .nation {
    display: none;
  }

  tr[data-podium] {
    grid-template-rows: 1.5rem 1.25rem 1.25rem;
    block-size: ${ROW_PX.card + PODIUM_LINE_PX}px;
  }

  tr[data-podium] .nation {
    display: contents;
  }

  tr[data-podium] .where {
    grid-area: 2 / 2;
    font-size: var(--text-caption);
  }

  tr[data-podium] .president {
    grid-area: 3 / 2 / auto / -1;
    display: flex;
    gap: var(--space-2);
    justify-content: space-between;
  }

  /* The President's address is out of sight where its line has no room for it. */
  tr[data-podium] .count {
    display: flex;
    flex: 0 1 auto;
    flex-flow: row wrap-reverse;
    place-content: flex-end;
    min-inline-size: min-content;
    block-size: 1.25rem;
    overflow: hidden;
  }

  tr[data-podium] .rank > b {
    font-family: var(--font-display);
    font-size: var(--text-heading);
    font-weight: 400;
    line-height: 1;
  }

  tr[data-rank='1'] .rank > b {
    color: var(--action);
  }
`;

/** Read across a room, with nothing to press: names and whole figures, the first three as the podium that there isn't. */
export const wall = css`
  :is(thead, small, .president, .badge, [data-avatar], .where > a > span:last-child) {
    display: none;
  }

  tr {
    display: grid;
    grid-template-columns: 4.5rem 2rem minmax(0, 1fr) auto 10rem;
    column-gap: var(--space-3);
    align-items: center;
    block-size: var(--row-px);
    padding-inline: var(--space-3);
  }

  .rank {
    display: flex;
    gap: var(--space-2);
    align-items: baseline;
  }

  .gdp {
    font-size: var(--text-lead);
  }

  .dena {
    text-align: end;
  }

  [data-rank] {
    background: var(--surface-hover);
  }

  [data-rank] .rank > b {
    color: var(--action);
    font-family: var(--font-display);
    font-size: 2.25rem;
    font-weight: 400;
    line-height: 1;
  }
`;

/** A plain table: the head repeats on every sheet, and no row is cut. */
export const printed = css`
  > table {
    display: table;
    inline-size: 100%;
  }

  thead {
    position: static;
    display: table-header-group;
  }

  tbody {
    display: table-row-group;
    block-size: auto !important;
    overflow: visible;
  }

  tr {
    position: static !important;
    display: table-row !important;
    block-size: auto;
    transform: none !important;
    break-inside: avoid;
    background: none !important;
  }

  :is(th, td) {
    display: table-cell !important;
    padding: var(--space-1) var(--space-2);
    vertical-align: middle;
  }
`;
