/** How the parts of the ranking look on a wall: read across a room, with nothing to press. */
import { css } from 'styled-components';
import { NATION_IDS } from '../../../../common/values/nations.ts';
import { PORTRAIT } from '../../ui/layout/boxes.ts';
import { oneLine } from '../../ui/text.ts';

/** Px of what a part says above its rows. */
const HEAD_PX = 24;

const marked = css`
  background: var(--surface-hover);
  box-shadow: inset 4px 0 0 var(--action);
`;

/** Names and whole figures, the first three as the podium that there isn't. */
const list = css`
  :is(thead, small, .president, .badge, .place, [data-avatar]),
  .where > a > span:last-child,
  .rank > span {
    display: none;
  }

  /* The longest figure of all decides: '$1,234,567 behind'. Its ends have the rows' padding. */
  tbody {
    display: grid;
    grid-template-columns:
      minmax(calc(2.75rem + var(--space-3)), auto) 1.4em minmax(0, 1fr) auto
      minmax(calc(5.25em + var(--space-3)), auto);
    column-gap: var(--space-3);
    font-size: clamp(var(--text-body), var(--row-px) / 3, 1.75rem);
  }

  /* With contained layout it would have columns of its own; so it has in Chrome before 117. */
  tr {
    display: grid;
    grid-template-columns: minmax(2.75rem, auto) 1.4em minmax(0, 1fr) auto 5.25em;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    block-size: var(--row-px);
    padding-inline: var(--space-3);
    contain: style;
  }

  .gdp {
    font-size: 1.0875em;
    text-align: end;
  }

  /* As large as the name allows, as is what stands at the end. */
  .where > a > :first-child {
    inline-size: 1.05em;
    block-size: 0.7em;
  }

  .dena {
    font-size: 0.65em;
    text-align: end;
  }

  .dena svg {
    inline-size: 1.2em;
    block-size: 1.2em;
  }

  .dena > :first-child {
    display: inline-flex;
    gap: var(--space-1);
    align-items: center;
    vertical-align: bottom;
  }

  [data-rank] {
    background: var(--surface-hover);
  }

  [data-found] {
    ${marked}
  }

  [data-rank] .rank > b {
    color: var(--action);
    font-family: var(--font-display);
    font-size: 2.25rem;
    font-weight: 400;
    line-height: 1;
  }
`;

export const wallParts = css`
  :is([data-part='list'], [data-part='nations']) header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    block-size: ${HEAD_PX}px;
    padding-inline: var(--space-3);
    border-block-end: 1px solid var(--rule-strong);
    color: var(--ink-muted);
    font-size: var(--text-caption);

    > h2 {
      ${oneLine}
      font: inherit;
      letter-spacing: inherit;
    }

    > span {
      white-space: nowrap;
    }

    > [data-held] {
      color: var(--action);
    }
  }

  /* Level with the frame beside it. */
  [data-part='list'] > header {
    margin-block-start: 1px;
  }

  [data-wall] {
    ${list}
  }

  &[data-short] [data-part='list'] {
    grid-area: 1 / 1;
  }

  &[data-short] [data-part='nations'] {
    grid-area: 1 / 2 / 3;
  }

  &[data-short] [data-part='feed'] {
    grid-area: 2 / 1;
  }

  /* '2 NFTs' above '1 NFT': the digits below each other. */
  &[data-counts] [data-wall] .gdp {
    text-align: start;
  }

  [data-wall] + p {
    padding: var(--space-2) var(--space-3);
  }

  /* As many as ten ranks and the chart leave room for; without a chart, that of it too. */
  [data-part='nations'] ol > li {
    block-size: 3rem;
  }

  [data-part='nations'] > :only-child ol > li {
    block-size: 5.5rem;
  }

  [data-part='nations'] p {
    margin-block-start: 6px;
  }

  ${NATION_IDS.map(
    (id) => css`
      &[data-nations~='${id}'] [data-part='nations'] [data-glide='${id}'] {
        ${marked}
      }
    `,
  )}

  /* Two lines of what was done, where one would be cut. */
  [data-part='feed'] li {
    padding-block-end: 4px;
    line-height: 1.1;
  }

  [data-part='feed'] li > [title] {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-size: 0.875rem;
    white-space: normal;
  }

  @media ${PORTRAIT} {
    /* Long names are still whole. */
    [data-wall] tbody {
      font-size: clamp(var(--text-body), var(--row-px) / 3, 1.625rem);
    }

    [data-part='nations'] ol {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: var(--space-4);
      font-size: 1.0625rem;
    }

    [data-part='nations'] > :only-child ol > li {
      block-size: 4rem;
    }

    [data-part='nations'] li:nth-child(2) {
      border: 0;
    }

    [data-part='nations'] > :only-child [data-part='gap'] {
      grid-column: 2 / -1;
    }
  }
`;
