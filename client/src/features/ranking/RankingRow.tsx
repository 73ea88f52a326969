/** One row of the complete ranking (SPEC.md §2). */
import { memo } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { Badge } from '../../ui/Badge.tsx';
import { RankMove } from '../../ui/ChangeMark.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDenaCompact, formatDollars, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { figures, Glow, PresidentLine } from '../../views/row-parts.tsx';
import { rankBadge } from './rank-badge.ts';
import { NARROW, rankingGrid } from './ranking-grid.ts';

/* The roles are named again since a row laid out as a grid is none to some browsers. */
const Row = styled.tr.attrs({ role: 'row' })<{ $isYou: boolean }>`
  ${rankingGrid}
  position: absolute;
  isolation: isolate;
  inset-block-start: 0;
  inset-inline: 0;
  border-block-end: 1px solid var(--rule);
  background: ${({ $isYou }) => ($isYou ? 'var(--surface-hover)' : 'var(--surface-raised)')};
  box-shadow: ${({ $isYou }) => ($isYou ? 'inset 3px 0 0 var(--action)' : 'none')};
  contain: layout style;

  @media ${NARROW} {
    grid-template-rows: 1fr 1fr;
    padding-block: var(--space-3);
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
`;

const Rank = styled(Cell)`
  display: flex;
  align-items: baseline;
  gap: var(--space-2);
  font-size: var(--text-lead);
  font-weight: 600;
  ${figures}

  @media ${NARROW} {
    flex-direction: column;
    gap: 0;
    grid-row: 1 / 3;
    line-height: 1.25;
  }
`;

const Nation = styled(Cell)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  font-weight: 500;
  white-space: nowrap;

  @media ${NARROW} {
    gap: var(--space-2);
  }
`;

const Wallet = styled(Cell)`
  display: flex;
  flex-direction: column;
  line-height: 1.4;
  ${figures}

  @media ${NARROW} {
    grid-column: 2;
    grid-row: 2;
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }
`;

const Gdp = styled(Cell)`
  display: flex;
  flex-direction: column;
  align-items: end;
  font-size: var(--text-lead);
  font-weight: 600;
  line-height: 1.3;
  ${figures}

  @media ${NARROW} {
    grid-column: 3;
    grid-row: 1;
  }
`;

const Exact = styled.span`
  color: var(--ink-faint);
  font-size: var(--text-caption);
  font-weight: 400;

  @media ${NARROW} {
    display: none;
  }
`;

const Dena = styled(Cell)`
  color: var(--ink-muted);
  text-align: end;
  ${figures}

  @media ${NARROW} {
    grid-column: 3;
    grid-row: 2;
    font-size: var(--text-caption);
  }
`;

const Place = styled(Cell)`
  justify-self: end;

  @media ${NARROW} {
    display: none;
  }
`;

interface RankingRowProps {
  readonly entry: LeaderboardEntry;
  readonly isYou: boolean;
  /** Places gained since the page was opened. */
  readonly moved: number;
  /** Where the row stands in its list, in px. */
  readonly top: number;
  readonly height: number;
}

/** Drawn again only where its entry or its place changed, since thousands of them may be listed. */
export const RankingRow = memo(function RankingRow(props: RankingRowProps) {
  const { entry, isYou, moved, top, height } = props;
  const { rank, nationId, nationName, walletAddress, gdp, denaHoldings } = entry;
  return (
    <Row
      aria-rowindex={rank + 1}
      aria-current={isYou || undefined}
      data-glide={walletAddress}
      $isYou={isYou}
      data-top={top}
      // A transform moves no layout: browsers count it as no shift, and paint it cheaply.
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <Rank>
        <Glow value={gdp} />
        {rank}
        <RankMove places={moved} />
      </Rank>
      <Nation>
        <Flag nation={nationId} height={18} />
        {nationName}
        {isYou && <Badge $tone="action">You</Badge>}
      </Nation>
      <Wallet title={walletAddress}>
        {shortAddress(walletAddress)}
        <PresidentLine entry={entry} />
      </Wallet>
      <Gdp title={formatDollars(gdp)}>
        <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
        <Exact>
          <Figure value={gdp} text={formatDollars(gdp)} />
        </Exact>
      </Gdp>
      <Dena title={`${denaHoldings} DENA`}>{formatDenaCompact(denaHoldings)} DENA</Dena>
      <Place>
        <Badge $tone={rank <= 3 ? 'action' : 'plain'}>{rankBadge(rank)}</Badge>
      </Place>
    </Row>
  );
});
