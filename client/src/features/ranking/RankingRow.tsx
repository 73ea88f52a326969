/** One row of the complete ranking [SCR44]: two lines, three on a phone; nothing is ever left out. */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { RowMark } from '../../live/row-marks.ts';
import { Badge } from '../../ui/Badge.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDenaCompact, formatDollars, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { tapHeight } from '../../ui/tap-height.ts';
import { Person } from '../../ui/Person.tsx';
import { markText } from '../../views/activity-words.ts';
import { nationPath } from '../../views/nation-path.ts';
import { figures } from '../../ui/text.ts';
import { Glow, PresidentLine } from '../../views/row-parts.tsx';
import { NARROW, rankingGrid } from './ranking-grid.ts';

/** The badge at the end of a ranking row [SCR45]: 'Top N' for ranks up to 10, otherwise '#rank'. */
function rankBadge(rank: number): string {
  return rank <= 10 ? `Top ${rank}` : `#${rank}`;
}

/* Explicit roles: some browsers no longer treat a row laid out as a grid as a row. */
const Row = styled.tr.attrs({ role: 'row' })<{ $isYou: boolean; $isFound: boolean }>`
  ${rankingGrid}
  position: absolute;
  isolation: isolate;
  inset-block-start: 0;
  inset-inline: 0;
  border-block-end: 1px solid var(--rule);
  background: ${({ $isYou, $isFound }) =>
    $isYou || $isFound ? 'var(--surface-hover)' : 'var(--surface-raised)'};
  box-shadow: ${({ $isYou }) => ($isYou ? 'inset 3px 0 0 var(--action)' : 'none')};
  contain: layout style;

  &:focus-visible {
    outline-offset: -2px;
  }

  @media ${NARROW} {
    grid-template-rows: repeat(3, 1.375rem);
    align-content: center;
  }

  @media print {
    display: table-row;
    position: static;
    block-size: auto !important;
    transform: none !important;
    break-inside: avoid;
    background: none;

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

const Cell = styled.td.attrs({ role: 'cell' })`
  padding: 0;
  min-inline-size: 0;
  line-height: 1.25;
`;

const Rank = styled(Cell)`
  display: flex;
  flex-direction: column;
  font-weight: 600;
  ${figures}

  @media ${NARROW} {
    grid-row: 1 / 4;
    align-self: start;
    padding-block-start: 2px;
  }
`;

const Nation = styled(Cell)`
  display: flex;
  flex-direction: column;
  white-space: nowrap;

  @media ${NARROW} {
    flex-direction: row;
    gap: var(--space-2);
    align-items: center;
    /* A GDP of billions takes room from the nation, not from the player below. */
    grid-area: 1 / 2 / auto / -1;
    padding-inline-end: calc(min(1.2 * var(--gdp, 5rem), 7rem) + var(--space-2));
  }
`;

const NationLine = styled.span`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
  font-weight: 500;

  > a {
    display: inline-flex;
    gap: var(--space-2);
    align-items: center;
    min-inline-size: 0;
    text-decoration: none;
  }

  > a > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  > a:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  @media ${NARROW} {
    > a {
      ${tapHeight}
    }
  }
`;

/** Below the nation, where there is always room. */
const Notes = styled.span`
  display: flex;
  gap: var(--space-2);
  align-items: center;
  min-inline-size: 0;
  margin-block-start: 1px;

  > :first-child:not(:last-child) {
    flex: none;
  }
`;

/** What the player just did. */
const Mark = styled.span`
  overflow: hidden;
  min-inline-size: 0;
  color: var(--rise);
  font-size: var(--text-caption);
  font-weight: 600;
  text-overflow: ellipsis;
`;

const Player = styled(Cell)`
  display: flex;
  flex-direction: column;
  ${figures}

  > a {
    align-self: start;
  }

  /* The square spans both lines, so the second line starts beside it. */
  > :last-child:not(:first-child) {
    padding-inline-start: calc(24px + var(--space-2));
    margin-block-start: -3px;
  }

  @media ${NARROW} {
    grid-area: 2 / 2 / 4 / 2;
    gap: 2px;

    > :last-child:not(:first-child) {
      padding-inline-start: 0;
      margin-block-start: 0;
    }
  }
`;

const Gdp = styled(Cell)`
  display: flex;
  flex-direction: column;
  align-items: end;
  font-size: var(--text-lead);
  font-weight: 600;
  line-height: 1.15;
  ${figures}

  @media ${NARROW} {
    grid-area: 1 / 2 / auto / -1;
    justify-self: end;
  }
`;

/** To the last dollar, if there is room for it below the thousands. */
const Exact = styled.span`
  color: var(--ink-faint);
  font-size: var(--text-caption);
  font-weight: 400;

  @media ${NARROW} {
    display: none;
  }
`;

const Dena = styled(Cell)`
  display: flex;
  flex-direction: column;
  align-items: end;
  color: var(--ink-muted);
  ${figures}

  > small {
    color: var(--ink-faint);
    font-size: var(--text-caption);
  }

  @media ${NARROW} {
    flex-direction: row;
    gap: 0.3em;
    grid-area: 2 / 3;
    justify-content: end;
    font-size: var(--text-caption);
  }
`;

const Place = styled(Cell)`
  justify-self: end;

  @media ${NARROW} {
    grid-area: 3 / 3;
  }
`;

interface RankingRowProps {
  readonly entry: LeaderboardEntry;
  /** Zero-based index in the list. */
  readonly index: number;
  readonly isYou: boolean;
  /** Whether the page jumped to this row. */
  readonly isFound?: boolean;
  /** Places gained since the page was opened. */
  readonly moved: number;
  readonly mark?: RowMark | undefined;
  /** The president's name, if known. */
  readonly presidentName?: string | null;
  /** True for the one row in the tab order; the arrow keys lead to the others. */
  readonly isTabStop?: boolean;
  /** The row's offset from the top of the list and its height, in px; absent among `FlowRows`. */
  readonly top?: number;
  readonly height?: number;
}

/** Memoised on its entry and place, since thousands of rows may be listed. */
export const RankingRow = memo(function RankingRow(props: RankingRowProps) {
  const { entry, index, isYou, isFound = false, moved, mark, presidentName, top, height } = props;
  const { rank, nationId, nationName, walletAddress, name, gdp, denaHoldings } = entry;
  const text = mark ? markText({ ...mark, nationId }) : null;
  const tabIndex = props.isTabStop ? 0 : -1;
  return (
    <Row
      aria-rowindex={index + 2}
      aria-current={isYou || undefined}
      data-glide={walletAddress}
      $isYou={isYou}
      $isFound={isFound}
      data-index={index}
      data-top={top}
      tabIndex={tabIndex}
      // A transform causes no layout: browsers don't count it as a shift, and it is cheap to paint.
      style={top === undefined ? undefined : { transform: `translateY(${top}px)`, height }}
    >
      <Rank>
        <Glow value={gdp} />
        <span>{rank}</span>
        <RankMove places={moved} />
      </Rank>
      <Nation>
        <NationLine>
          <Link data-tap to={nationPath(nationId)} tabIndex={tabIndex}>
            <Flag nation={nationId} height={16} />
            <span>{nationName}</span>
          </Link>
        </NationLine>
        {(isYou || text !== null) && (
          <Notes>
            {isYou && <Badge $tone="action">You</Badge>}
            {text !== null && <Mark title={text}>{text}</Mark>}
          </Notes>
        )}
      </Nation>
      <Player title={walletAddress}>
        <Person wallet={walletAddress} name={name} tabIndex={tabIndex} />
        <PresidentLine entry={entry} name={presidentName} tabIndex={tabIndex} />
      </Player>
      <Gdp title={formatDollars(gdp)}>
        <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
        <Exact>
          <Figure value={gdp} text={formatDollars(gdp)} />
        </Exact>
      </Gdp>
      <Dena title={`${denaHoldings} DENA`}>
        <span>{`${formatDenaCompact(denaHoldings)} `}</span>
        <small>DENA</small>
      </Dena>
      <Place>
        <Badge $tone={rank <= 3 ? 'action' : 'plain'}>{rankBadge(rank)}</Badge>
      </Place>
    </Row>
  );
});
