/**
 * A row of the ranking as a card of two lines, on a phone; the first three have a line more for the
 * President.
 */
import { css } from 'styled-components';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { PODIUM_LINE_PX, ROW_PX } from './row-layout.ts';

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
    grid-area: 1 / 1;
    gap: var(--space-1);
    align-items: baseline;
  }

  .player,
  .line {
    gap: 6px;
  }

  /* An address that has no room beside the name is below it, out of sight. */
  .player {
    flex-wrap: wrap;
    grid-area: 1 / 2;
    block-size: 1.5rem;
    overflow: clip;
  }

  .player svg[data-avatar] {
    display: none;
  }

  .line > a:focus-visible {
    outline-offset: -2px;
  }

  /* Whole for who copies or hears it; its end is seen. */
  .wallet {
    font-size: 0;
  }

  .wallet::after {
    content: attr(data-end);
    font-size: var(--text-caption);
  }

  /* Its line has no room for both the word and the name: readers have it. */
  .office {
    font-size: 0;
  }

  .office::after {
    content: '♛ ';
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
    display: contents;
  }

  .place > * {
    grid-area: 2 / 1;
    justify-self: start;
  }

  /* How far it has moved has room beside the rank. */
  .place > :nth-child(2) {
    grid-row: 1;
    justify-self: end;
  }

  .nation {
    grid-area: 2 / 2 / auto / 4;
    display: flex;
    gap: 6px;
    align-items: center;
    font-size: var(--text-caption);
  }

  .where {
    gap: 6px;
  }

  .where:not(:only-child) {
    flex: none;
  }

  /* Its flag stands for it where what is behind takes its room. */
  .land {
    font-size: 0;
  }

  /*
   * The card as a whole leads to its player, whose page leads to the nation: two links have no room
   * for a thumb.
   */
  .where > a {
    display: contents;
  }

  .line > a {
    position: static;
  }

  .line > a::after {
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

  [data-deed] :is(.nation, .where) {
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
    line-height: 1.25rem;
  }

  /* The President's address is out of sight where it has no room beside the whole name. */
  tr[data-podium] .count {
    display: flex;
    flex: 0 99 auto;
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
