/**
 * How a row of the ranking is laid out, by the width of its list: two lines in columns, or a card.
 * Plain class names below one styled table: rows are mounted while the reader scrolls, dozens a
 * second.
 */
import { css, keyframes } from 'styled-components';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { oneLine } from '../../ui/text.ts';
import { glow } from '../../views/row-parts.tsx';

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

/**
 * What the columns need for ranks up to `longest`, and the first row's GDP in dollars or what it
 * gained in a week.
 */
export function columnWidths(
  longest: number,
  {
    gdp = 0,
    week,
  }: {
    readonly gdp?: number;
    readonly week?: { readonly gained: number };
  } = {},
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
    '--gdp': `${Math.max(5.6, letters * 0.7)}rem`,
    '--beside': week ? `${Math.max(3.5, letters * 0.52)}rem` : '3.25rem',
  };
}

/** The class of a figure that is too long for its column. */
export function figureSize(text: string): string {
  return text.length > 12 ? 'longest' : text.length > 10 ? 'long' : '';
}

const rollUp = keyframes`
  from { opacity: 0; transform: translateY(0.5em); }
`;
const rollDown = keyframes`
  from { opacity: 0; transform: translateY(-0.5em); }
`;

/**
 * What rows are at every width: a surface that lights up, figures that roll, names that are cut
 * where they must be.
 */
export const rows = css`
  tbody tr {
    isolation: isolate;
    border-block-end: 1px solid var(--rule);
    background: var(--surface-raised);
    contain: layout style;
  }

  tr:is([data-own], [data-found]) {
    background: var(--surface-hover);
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
    ${glow}
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

  .deed + .wallet {
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

  /* The star is at the end of it. */
  .player {
    position: relative;
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
