/**
 * One row of the complete ranking [SCR44]: a nation and its President, a player and what they just did, the GDP. Two
 * lines, three on a phone; nothing is ever left out, except on a wall.
 */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { deltaOf, placesOf, type ShownEvent } from '../../live/live-events.ts';
import { Badge } from '../../ui/Badge.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { formatDenaCompact, formatDollarsCompact, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Person } from '../../ui/Person.tsx';
import { oneLine } from '../../ui/text.ts';
import { markText } from '../../../../common/values/activity-words.ts';
import { Glow, NationLink, PresidentLine } from '../../views/row-parts.tsx';
import { belowTarget, HEAD_PX, NARROW, rankingGrid } from './ranking-grid.ts';
import { rankingLink } from './ranking-url.ts';
import type { RankedRow } from './week-rows.ts';

/** The badge at the end of a ranking row [SCR45]: 'Top N' for ranks up to 10, otherwise '#rank'. */
function rankBadge(rank: number): string {
  return rank <= 10 ? `Top ${rank}` : `#${rank}`;
}

/* Explicit roles: some browsers no longer treat a row laid out as a grid as a row. */
const Row = styled.tr.attrs({ role: 'row' })`
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

const Rank = styled(Cell)`
  font-weight: 600;
  white-space: nowrap;

  @media ${NARROW} {
    && {
      grid-template-rows: 1.375rem 1.125rem;
      align-self: start;
    }
  }
`;

/** On a phone the nation and its President share the second line. */
const Nation = styled(Cell)`
  @media ${NARROW} {
    && {
      display: flex;
      grid-area: 2 / 2 / auto / -1;
      gap: var(--space-2);
      font-size: var(--text-caption);
    }

    > a {
      ${belowTarget}
      flex: none;
      font-weight: 400;
    }
  }
`;

/** Of a week's row on a phone: beside the nation, so that the name and 'You' have the first line. */
const Address = styled.span`
  display: none;
  color: var(--ink-faint);

  @media ${NARROW} {
    display: inline;
  }
`;

/** On a phone what is below the player is in the third line, so the cell has no box of its own. */
const Player = styled(Cell)`
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

    &[data-named-week] [data-lead] + * {
      display: none;
    }

    @media (max-width: 24.37rem) {
      > :first-child svg {
        display: none;
      }
    }

    > :nth-child(2) {
      grid-area: 3 / 4;
      padding: 0;
    }
  }
`;

/** What the player just did, after the square and the end of the address. */
const Deed = styled.span`
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

const Gdp = styled(Cell)`
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
      grid-area: 3 / 5;
      justify-self: end;
    }
  }
`;

const Dena = styled(Cell)`
  justify-items: end;
  color: var(--ink-muted);
  white-space: nowrap;

  @media ${NARROW} {
    && {
      display: block;
      grid-area: 3 / 3;
      font-size: var(--text-caption);
    }

    > [data-unit]::after {
      content: ' ' attr(data-unit);
    }
  }
`;

const Place = styled(Cell)`
  && {
    display: block;
    justify-self: end;
  }

  @media ${NARROW} {
    && {
      grid-area: 3 / 2;
    }

    > span {
      line-height: 1.125rem;
    }
  }
`;

const behindText = (behind: number | null) =>
  behind === null ? 'leads' : behind === 0 ? 'level' : formatDollarsCompact(behind);

interface RankingRowProps {
  readonly entry: RankedRow;
  /** Zero-based index in the list. */
  readonly index: number;
  readonly isYou?: boolean;
  /** Whether the page jumped to this row. */
  readonly isFound?: boolean;
  /** Whether a search found it: its badge leads to its place in the ranking. */
  readonly isSearched?: boolean;
  /** Read from afar, with nothing to press. */
  readonly isWall?: boolean;
  /** Places gained since the page was opened. */
  readonly moved?: number;
  /** What the player just did. */
  readonly mark?: ShownEvent | undefined;
  /** The president's name, if known. */
  readonly presidentName?: string | null | undefined;
  /** True for the one row in the tab order; the arrow keys lead to the others. */
  readonly isTabStop?: boolean;
  /** The row's offset from the top of the list and its height, in px; absent among the rows of a `FlowTable`. */
  readonly top?: number;
  readonly height?: number;
}

/** Memoised on its entry and place, since thousands of rows may be listed. */
export const RankingRow = memo(function RankingRow(props: RankingRowProps) {
  const { entry, index, isYou = false, isFound = false, isWall = false, moved = 0, mark } = props;
  const { isSearched = false, presidentName, top, height } = props;
  const { rank, nationId, nationName, walletAddress, name, gdp, denaHoldings } = entry;
  const { behind = null, week } = entry;
  const delta = mark ? deltaOf(mark) : 0;
  const text = mark ? markText({ ...mark, places: placesOf(mark), delta }) : null;
  const tabIndex = props.isTabStop ? 0 : -1;
  const badge = <Badge $tone={rank <= 3 ? 'action' : 'plain'}>{rankBadge(rank)}</Badge>;
  return (
    <Row
      aria-rowindex={index + 2}
      aria-current={isYou || undefined}
      data-glide={walletAddress}
      data-own={isYou || undefined}
      data-found={isFound || undefined}
      data-wall={isWall || undefined}
      data-index={index}
      data-top={top}
      tabIndex={isWall ? undefined : tabIndex}
      style={
        top === undefined
          ? undefined
          : // A transform causes no layout: browsers don't count it as a shift, and it is cheap to paint.
            { height, ...(!isYou && { transform: `translateY(${top}px)` }) }
      }
    >
      <Rank>
        <Glow value={gdp} />
        <span>{rank}</span>
        <RankMove places={moved} />
      </Rank>
      <Nation>
        {isWall ? (
          <Flag nation={nationId} height={16} label={nationName} />
        ) : (
          <>
            <NationLink nationId={nationId} name={nationName} tabIndex={tabIndex} />
            {!week && <PresidentLine entry={entry} name={presidentName} address="yields" />}
            {week && name && <Address>{`…${walletAddress.slice(-4)}`}</Address>}
          </>
        )}
      </Nation>
      <Player title={walletAddress} data-named-week={week && name ? '' : undefined}>
        <Person
          wallet={walletAddress}
          name={name}
          address="below-if-wide"
          tabIndex={tabIndex}
          isYou={isYou}
          isLink={!isWall}
        />
        {text !== null && (
          <Deed title={text} data-fall={delta < 0 || undefined}>
            {text}
          </Deed>
        )}
      </Player>
      <Gdp title={formatDollars(gdp)}>
        {week ? (
          <Figure value={week.gained} text={formatDeltaDollars(week.gained)} />
        ) : (
          <Figure value={gdp} text={formatDollars(gdp)} />
        )}
        <small>
          {isWall ? (
            <span>
              {`${week ? '' : `$${formatGdpK(gdp)} · `}${behindText(behind)}${behind ? ' behind' : ''}`}
            </span>
          ) : (
            <Figure value={gdp} text={week ? `to ${formatDollars(gdp)}` : `$${formatGdpK(gdp)}`} />
          )}
        </small>
      </Gdp>
      {!isWall && (
        <>
          {denaHoldings === undefined ? (
            <Dena title="Behind the next, in what the week gained">
              <span {...(behind && { 'data-unit': 'behind' })}>{behindText(behind)}</span>
            </Dena>
          ) : (
            <Dena title={`${denaHoldings} DENA`}>
              <span data-unit="DENA">{formatDenaCompact(denaHoldings)}</span>
            </Dena>
          )}
          <Place>
            {isSearched ? (
              <Link
                data-tap
                to={rankingLink({ around: walletAddress })}
                title="Show in the ranking"
              >
                {badge}
              </Link>
            ) : (
              badge
            )}
          </Place>
        </>
      )}
    </Row>
  );
});
