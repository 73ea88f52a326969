/** The dashboard's Global Leaderboard: the first rows, the player's own below them, the rest a click away. */
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelLink.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDenaCompact, formatDollars, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { nationPath } from '../../views/nation-path.ts';
import { DENA_HOLDINGS } from '../../views/facts.ts';
import { Person } from '../../ui/Person.tsx';
import { useRankMoves } from '../../views/rank-moves.ts';
import { figures } from '../../ui/text.ts';
import { Glow } from '../../views/row-parts.tsx';

const SHOWN_ROWS = 8;

const Table = styled.table`
  inline-size: 100%;

  th {
    padding: var(--space-3) var(--space-2);
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
    text-align: start;
  }

  td {
    block-size: 3.25rem;
    padding: 0 var(--space-2);
    border-block-start: 1px solid var(--rule);
    ${figures}
  }

  th:first-child,
  td:first-child {
    padding-inline-start: var(--space-5);
  }

  th:last-child,
  td:last-child {
    padding-inline-end: var(--space-5);
  }

  @media (max-width: 40rem) {
    th:first-child,
    td:first-child {
      padding-inline-start: var(--space-4);
    }

    /* The last visible column. */
    th:nth-last-child(2),
    td:nth-last-child(2) {
      padding-inline-end: var(--space-4);
    }

    [data-wide] {
      display: none;
    }
  }
`;

const Row = styled.tr<{ $isYou: boolean }>`
  position: relative;
  isolation: isolate;
  background: ${({ $isYou }) => ($isYou ? 'var(--surface-hover)' : 'none')};

  td:first-child {
    box-shadow: ${({ $isYou }) => ($isYou ? 'inset 3px 0 0 var(--action)' : 'none')};
  }
`;

const Cluster = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
`;

/** Long names are truncated in favour of the figures. */
const Who = styled.td`
  max-inline-size: 12rem;

  @media (max-width: 40rem) {
    max-inline-size: 9.5rem;
  }
`;

const NationLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--tap);
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

/** On a phone only the flag is visible; screen readers still read the name. */
const NationName = styled.span`
  @media (max-width: 40rem) {
    position: absolute;
    clip-path: inset(50%);
  }
`;

const AtEnd = styled.td`
  && {
    text-align: end;
  }
`;

const HeadAtEnd = styled.th`
  && {
    text-align: end;
  }
`;

const Empty = styled.div`
  display: grid;
  gap: var(--space-3);
  justify-items: start;
  padding: var(--space-6) var(--space-5);
  color: var(--ink-muted);
`;

/** `you` is the wallet whose row is highlighted and kept in view. */
export function LeaderboardTable({ you }: { readonly you: Address }) {
  const { rows, totalCount, isPending, isError, refetch } = useLeaderboard({ poll: false });
  const ownRow = useOwnRow();
  const moves = useRankMoves(rows);
  const body = useRef<HTMLTableSectionElement>(null);

  const top = rows.slice(0, SHOWN_ROWS);
  const isInTop = top.some((row) => row.walletAddress === you);
  const shown = ownRow && !isInTop ? [...top, ownRow] : top;
  useGlide(body, shown.map((row) => row.walletAddress).join());

  if (!isPending && shown.length === 0) {
    return (
      <Panel title="Global Leaderboard" flush>
        <Empty>
          <span>
            {isError ? 'The leaderboard could not be loaded.' : 'No leaderboard data available'}
          </span>
          {isError && <Button onClick={refetch}>Try again</Button>}
        </Empty>
      </Panel>
    );
  }
  return (
    <Panel
      title="Global Leaderboard"
      flush
      aside={
        <Cluster>
          <span>
            {!isPending && `Top ${Math.min(SHOWN_ROWS, rows.length)} of ${formatCount(totalCount)}`}
          </span>
          <PanelLink to="/ranking">View All</PanelLink>
        </Cluster>
      }
    >
      <Table aria-label="Global Leaderboard" aria-busy={isPending}>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            <th scope="col">Nation</th>
            <HeadAtEnd scope="col">GDP</HeadAtEnd>
            <HeadAtEnd scope="col" data-wide title={DENA_HOLDINGS}>
              DENA
            </HeadAtEnd>
          </tr>
        </thead>
        <tbody ref={body}>
          {isPending
            ? Array.from({ length: SHOWN_ROWS }, (_, i) => <SkeletonRow key={i} />)
            : shown.map((entry) => (
                <LeaderboardRow
                  key={entry.walletAddress}
                  entry={entry}
                  isYou={entry.walletAddress === you}
                  moved={moves.get(entry.walletAddress) ?? 0}
                />
              ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function LeaderboardRow({
  entry,
  isYou,
  moved,
}: {
  readonly entry: LeaderboardEntry;
  readonly isYou: boolean;
  readonly moved: number;
}) {
  const { rank, nationId, nationName, walletAddress, name, gdp, denaHoldings } = entry;
  return (
    <Row $isYou={isYou} data-glide={walletAddress} aria-current={isYou || undefined}>
      <td>
        <Glow value={gdp} />
        <Cluster>
          <strong>{formatCount(rank)}</strong>
          <RankMove places={moved} />
        </Cluster>
      </td>
      <Who>
        <Cluster>
          <Person wallet={walletAddress} name={name} isStacked />
          {isYou && <Badge $tone="action">You</Badge>}
        </Cluster>
      </Who>
      <td>
        <NationLink data-tap to={nationPath(nationId)} title={nationName}>
          <Flag nation={nationId} />
          <NationName>{nationName}</NationName>
        </NationLink>
      </td>
      <AtEnd title={formatDollars(gdp)}>
        <strong>
          <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
        </strong>
      </AtEnd>
      <AtEnd data-wide>{formatDenaCompact(denaHoldings)}</AtEnd>
    </Row>
  );
}

function SkeletonRow() {
  return (
    <tr>
      <td>
        <Skeleton $width="1.5rem" />
      </td>
      <Who>
        <Skeleton $width="8rem" />
      </Who>
      <td>
        <Skeleton $width="1.5rem" $height="1rem" />
      </td>
      <AtEnd>
        <Skeleton $width="3.5rem" />
      </AtEnd>
      <AtEnd data-wide>
        <Skeleton $width="4rem" />
      </AtEnd>
    </tr>
  );
}
