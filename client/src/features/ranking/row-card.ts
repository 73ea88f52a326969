/** A row of the ranking as a card, on a phone: its last line is the President's. */
import { css } from 'styled-components';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';

/** Rank and badge, who and where, figures. */
export const card = css`
  thead {
    ${visuallyHidden}
  }

  tbody tr {
    display: grid;
    grid-template: 1.5rem 1.125rem auto / var(--badge) minmax(0, 1fr) minmax(0, auto) auto;
    column-gap: 6px;
    align-content: center;
    align-items: center;
    block-size: var(--card-px);
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

  /* The line of the first three has no room for all of it. */
  .office {
    font-size: 0;
  }

  .office::after {
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
    display: contents;
  }

  .where {
    grid-area: 2 / 2;
    gap: 6px;
    font-size: var(--text-caption);
  }

  /*
   * The card as a whole leads to its player, whose page leads to the nation: two links have no room
   * for a thumb.
   */
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

  .deed,
  .president {
    grid-area: 3 / 2 / auto / -1;
    line-height: 1.125rem;
  }

  tr[data-deed] .president {
    display: none;
  }

  tr[data-podium] .president {
    display: flex;
    gap: var(--space-2);
  }

  /*
   * The President's address is out of sight where it has no room beside the whole name, which
   * yields not even a part of a pixel: that would cut it.
   */
  tr[data-podium] .count {
    display: flex;
    flex: 0 99999 auto;
    flex-flow: row wrap-reverse;
    place-content: flex-end;
    min-inline-size: min-content;
    block-size: 1.125rem;
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
