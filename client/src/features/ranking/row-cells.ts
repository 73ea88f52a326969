/** How a ranking row is laid out: two lines, three or four on a phone, and as large as a wall needs it. */
import { styled } from 'styled-components';
import { oneLine } from '../../ui/text.ts';
import { belowTarget, HEAD_PX, NARROW, presidedGrid, rankingGrid } from './ranking-grid.ts';

/* Explicit roles: some browsers no longer treat a row laid out as a grid as a row. */
export const Row = styled.tr.attrs({ role: 'row' })`
  ${rankingGrid}
  position: absolute;
  isolation: isolate;
  inset-block-start: 0;
  inset-inline: 0;
  border-block-end: 1px solid var(--rule);
  background: var(--surface-raised);
  contain: layout style;

  &[data-own],
  &[data-found] {
    background: var(--surface-hover);
  }

  &[data-own] {
    box-shadow: inset 3px 0 0 var(--action);
  }

  /* The one row in the flow: it stays at the list's edge when that is scrolled out of sight. */
  &[data-own][data-top] {
    position: sticky;
    z-index: 2;
    inset-block: calc(var(--header-height) + ${HEAD_PX.wide}px)
      calc(var(--bottom-bar) + var(--strip, 0px));
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  > td {
    display: grid;
    grid-row: 1 / -1;
    grid-template-rows: 1.5rem 1rem;
    align-items: center;
    min-inline-size: 0;
    padding: 0;
    line-height: 1.25;
  }

  &[data-wall] > td {
    grid-template-rows: auto auto;
    align-content: center;
  }

  /* The three that a wall has no podium for. */
  &[data-wall]:nth-child(-n + 3) {
    background: var(--surface-hover);

    > :first-child {
      color: var(--action);
      font-family: var(--font-display);
      font-size: 2.25rem;
      font-weight: 400;
      line-height: 1;
    }

    > :nth-child(3) [data-lead] {
      font-weight: 600;
    }
  }

  /* Nor has a phone. */
  @media ${NARROW} {
    &[data-podium] {
      --nation: grid;
    }

    &[data-podium] > :first-child {
      color: var(--ink-faint);
      font-family: var(--font-display);
      font-size: var(--text-heading);
      font-weight: 400;
    }

    &[data-podium='1'] {
      box-shadow: inset 3px 0 0 var(--action);

      > :first-child {
        color: var(--action);
      }
    }

    &[data-presided] {
      ${presidedGrid}
    }
  }

  @media ${NARROW} {
    &[data-own][data-top] {
      inset-block-start: calc(var(--header-height) + ${HEAD_PX.narrow}px);
    }

    /* There is room for one of the two that say where the player is. */
    :root[data-own-strip] &[data-own][data-top] {
      position: relative;
      inset-block: auto;
    }
  }

  @media print {
    &:is(tr, [data-own][data-top]) {
      display: table-row;
      position: static;
      block-size: auto !important;
      transform: none !important;
      break-inside: avoid;
      background: none;
    }

    > td {
      display: table-cell;
      padding: var(--space-1) var(--space-2);
      vertical-align: middle;
    }

    > td > * {
      margin-inline: var(--space-2);
    }

    > :nth-child(n + 4) {
      text-align: end;
    }
  }
`;

const Cell = styled.td.attrs({ role: 'cell' })``;

export const Rank = styled(Cell)`
  font-weight: 600;
  white-space: nowrap;

  @media ${NARROW} {
    && {
      grid-template-rows: 1.375rem 1.125rem;
      align-self: start;
    }
  }
`;

/** On a phone the nation and its President share the second line; of the first three it has two. */
export const Nation = styled(Cell)`
  > [data-badge] {
    display: none;
  }

  @media ${NARROW} {
    && {
      display: var(--nation, flex);
      grid-template: none / minmax(0, auto) auto auto minmax(0, 1fr);
      grid-auto-rows: 1.125rem;
      grid-area: 2 / 2 / var(--last, 3) / -1;
      gap: 0 var(--space-2);
      font-size: var(--text-caption);
    }

    > [data-badge] {
      display: inline-flex;
      padding-inline: var(--space-1);
      line-height: 1rem;
    }

    > a {
      ${belowTarget}
      flex: none;
      font-weight: 400;
    }
  }
`;

/** With the count on a line of their own, where the row is also the podium's. */
export const Presidency = styled.span`
  display: flex;
  gap: var(--space-2);
  min-inline-size: 0;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  white-space: nowrap;

  > :last-child {
    display: none;
  }

  @media ${NARROW} {
    grid-column: 1 / -1;

    > :last-child {
      display: inline;
    }
  }
`;

/** Of a week's or the podium's row on a phone: beside the nation, so that the name, laurel and 'You' have the first line. */
export const Address = styled.span`
  display: none;
  color: var(--ink-faint);

  @media ${NARROW} {
    display: inline;
  }
`;

/** On a phone what is below the player is in the third line, so the cell has no box of its own. */
export const Player = styled(Cell)`
  white-space: nowrap;

  > :first-child {
    grid-area: 1 / 1 / 3;
  }

  @media ${NARROW} {
    && {
      display: contents;
    }

    > :first-child {
      grid-area: 1 / 2 / auto / -1;
      padding-inline-end: calc(0.88 * var(--gdp, 5rem) + var(--space-2));
    }

    &[data-named] [data-lead] + * {
      display: none;
    }

    @media (max-width: 24.37rem) {
      > :first-child svg {
        display: none;
      }
    }

    > :nth-child(2) {
      grid-area: var(--last, 3) / 4;
      padding: 0;
    }
  }
`;

/** What the player just did, after the square and the end of the address. */
export const Deed = styled.span`
  ${oneLine}
  grid-area: 2 / 1;
  padding-inline-start: calc(24px + 4.5rem);
  color: var(--rise);
  font-size: var(--text-caption);
  font-weight: 600;

  &[data-fall] {
    color: var(--fall);
  }
`;

export const Gdp = styled(Cell)`
  justify-items: end;
  font-size: var(--text-lead);
  font-weight: 600;
  white-space: nowrap;

  > small {
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
  }

  @media ${NARROW} {
    && {
      display: contents;
      font-size: 1.0625rem;
    }

    > :first-child {
      grid-area: 1 / 3 / auto / -1;
      justify-self: end;
    }

    > small {
      grid-area: var(--last, 3) / 5;
      justify-self: end;
    }
  }
`;

export const Dena = styled(Cell)`
  justify-items: end;
  color: var(--ink-muted);
  white-space: nowrap;

  @media ${NARROW} {
    && {
      display: block;
      grid-area: var(--last, 3) / 3;
      font-size: var(--text-caption);
    }

    > [data-unit]::after {
      content: ' ' attr(data-unit);
    }
  }
`;

export const Place = styled(Cell)`
  && {
    display: block;
    justify-self: end;
  }

  @media ${NARROW} {
    && {
      grid-area: var(--last, 3) / 2;
    }

    > span {
      line-height: 1.125rem;
    }
  }
`;
