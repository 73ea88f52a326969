/** How a ranking row is laid out: two lines, three on a phone, one more for the podium's, and as large as a wall needs it. */
import { styled } from 'styled-components';
import { oneLine } from '../../ui/text.ts';
import { NARROW, ONE_COLUMN, rankingGrid } from './ranking-grid.ts';

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

  &:focus-visible {
    outline-offset: -2px;
  }

  > td {
    display: grid;
    grid-row: 1 / -1;
    grid-template-rows: 1.5rem 1rem;
    align-content: center;
    align-items: center;
    min-inline-size: 0;
    padding: 0;
    line-height: 1.25;
  }

  &[data-wall] > td {
    grid-template-rows: auto auto;
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

  /* Nor is there one in a single column. */
  @media ${ONE_COLUMN} {
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
  }

  @media ${NARROW} {
    &[data-presided] {
      --last: 4;

      grid-template-rows: 1.25rem 1rem 1rem 1rem;
    }
  }

  @media print {
    &:is(tr) {
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
      grid-template-rows: 1.25rem 1rem;
      align-self: start;
    }
  }
`;

/** On a phone the nation and its President share the second line, below the flag, which is the row's only mark there. */
export const Nation = styled(Cell)`
  > [data-badge] {
    display: none;
  }

  @media ${ONE_COLUMN} {
    [data-podium] > && {
      /* 1fr is never narrower than the badge. */
      grid-template: 1.5rem minmax(1rem, auto) / minmax(0, auto) 1fr;
      column-gap: var(--space-2);
    }

    > [data-badge] {
      display: inline-flex;
      justify-self: start;
      padding-inline: var(--space-1);
      line-height: 1rem;
    }
  }

  @media ${NARROW} {
    &&,
    [data-podium] > && {
      grid-template: none / minmax(0, auto) 1fr auto;
      grid-auto-rows: 1rem;
      grid-area: 2 / 3 / var(--last, 3) / -1;
      gap: 4px var(--space-2);
      font-size: var(--text-caption);
    }

    /* As high as a target must be (24 px, WCAG 2.5.8). */
    && > a {
      position: relative;
      block-size: 24px;
      margin-block: -4px;
      font-weight: 400;

      > :first-child {
        position: absolute;
        inset-block-start: -21px;
        inset-inline-start: calc(-24px - var(--space-2));
      }
    }
  }
`;

/** With the count, where the row is also the podium's. */
export const Presidency = styled.span`
  display: flex;
  grid-column: 1 / -1;
  gap: 4px var(--space-2);
  min-inline-size: 0;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1rem;
  white-space: nowrap;

  > :last-child {
    display: none;
  }

  @media ${ONE_COLUMN} {
    flex-direction: column;

    > :last-child {
      display: inline;
    }
  }

  /* The count is beside the nation: the President's name needs the line. */
  @media ${NARROW} {
    display: contents;

    > :first-child {
      grid-column: 1 / -1;
    }

    > :last-child {
      grid-area: 1 / 3;
    }
  }
`;

/** The end of a named player's address: on a phone the name, laurel and 'You' have the first line. */
export const Address = styled.span`
  display: none;
  color: var(--ink-faint);
  font-size: var(--text-caption);

  @media ${NARROW} {
    display: block;
    grid-area: var(--last, 3) / 5;
    overflow: hidden;

    /* What is behind has that line; beside the nation there is no President. */
    [data-week] && {
      grid-area: 2 / 5 / auto / -1;
      justify-self: end;
    }
  }
`;

/** What the player just did: below the name, in place of the address's end. */
export const Deed = styled.span`
  ${oneLine}
  grid-area: 2 / 1;
  padding-inline-start: calc(24px + var(--space-2));
  color: var(--rise);
  font-size: var(--text-caption);
  font-weight: 600;

  &[data-fall] {
    color: var(--fall);
  }

  @media ${NARROW} {
    grid-area: var(--last, 3) / 5;
    padding: 0;
  }
`;

/** On a phone its address is in the last line, so the cell has no box of its own. */
export const Player = styled(Cell)`
  white-space: nowrap;

  > :first-child {
    grid-area: 1 / 1 / 3;
  }

  &[data-deed] > :first-child {
    grid-row-end: 2;
  }

  &[data-deed] [data-lead] + * {
    display: none;
  }

  @media ${NARROW} {
    && {
      display: contents;
    }

    > :first-child {
      grid-area: 1 / 3 / auto / -1;
      padding-inline-end: calc(0.88 * var(--gdp, 5rem) + var(--space-2));
    }

    > :first-child [data-avatar],
    [data-lead] + * {
      display: none;
    }
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
      grid-area: 1 / 4 / auto / -1;
      justify-self: end;
    }

    > small {
      grid-area: var(--last, 3) / 6;
      justify-self: end;
    }
  }
`;

export const Dena = styled(Cell)`
  justify-items: end;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  white-space: nowrap;

  @media ${NARROW} {
    && {
      display: block;
      grid-area: var(--last, 3) / 4;
      overflow: hidden;
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
      grid-area: var(--last, 3) / 3;
    }

    span {
      padding-inline: var(--space-1);
      line-height: 1rem;
    }
  }
`;
