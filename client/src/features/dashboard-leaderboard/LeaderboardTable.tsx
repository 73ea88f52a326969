/**
 * The dashboard's Global Leaderboard: the leader and the rows around the player, the rest a click
 * away.
 */
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { FigureTable } from '../../ui/FigureTable.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { formatDollarsCompact } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Muted } from '../../ui/text.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { nationPath } from '../../views/paths.ts';
import { Glow } from '../../views/row-parts.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';

const SHOWN_ROWS = 5;

const Table = styled(FigureTable)`
  th,
  td {
    padding: var(--space-2) var(--space-1);
    vertical-align: middle;
  }

  td {
    block-size: 3rem;
    padding-block: 0;

    > * {
      vertical-align: middle;
    }
  }

  tr {
    position: relative;
    isolation: isolate;
  }

  /* Ranks are left out above it. */
  tr[data-gap] {
    border-block-start: 3px dotted var(--rule-strong);
  }

  tr[aria-current] {
    background: var(--surface-hover);
    box-shadow: inset 3px 0 0 var(--action);
  }

  :is(th, td):first-child {
    padding-inline-start: var(--card-gutter);
  }

  /* Long names give way to the figures. */
  :is(th, td):nth-child(2) {
    inline-size: 99%;
    max-inline-size: 0;
    text-align: start;
  }

  :is(th, td):last-child {
    padding-inline-end: var(--card-gutter);
  }
`;

/**
 * The leader, and the rows around the player; without the player among them, the first ones and
 * theirs.
 */
export function rowsAround<Row extends { readonly walletAddress: Address }>(
  rows: readonly Row[],
  own: Row | null,
  count: number,
): readonly Row[] {
  const at = rows.findIndex((row) => row.walletAddress === own?.walletAddress);
  if (own && at === -1) return [...rows.slice(0, count - 1), own];
  const start = Math.max(0, Math.min(at - Math.floor(count / 2), rows.length - count));
  const [first] = rows;
  // A single rank left out would read as a mistake.
  if (start <= 1 || !first) return rows.slice(0, count);
  return [first, ...rows.slice(start + 1, start + count)];
}

export function LeaderboardTable() {
  const { walletAddress: you } = useWallet();
  const { rows, totalCount, isPending, isError, refetch } = useLeaderboard({ poll: false });
  const own = useOwnRow();
  const shown = rowsAround(rows, own, SHOWN_ROWS);
  const body = useRef<HTMLTableSectionElement>(null);
  useGlide(body, shown.map((row) => row.walletAddress).join());

  if (!isPending && shown.length === 0) {
    const text = 'The leaderboard could not be loaded.';
    return (
      <Panel title="Global Leaderboard">
        {isError ? (
          <LoadFailed text={text} query={{ isFetching: false, refetch }} />
        ) : (
          <Muted>No leaderboard data available</Muted>
        )}
      </Panel>
    );
  }
  return (
    <Panel
      title="Global Leaderboard"
      figure={own && `#${formatCount(own.rank)} of ${formatCount(totalCount)}`}
      flush
      aside={<PanelLink to="/ranking">View All</PanelLink>}
    >
      <Table aria-label="Global Leaderboard" aria-busy={isPending}>
        <thead>
          <tr>
            <th scope="col" aria-label="Rank">
              #
            </th>
            <th scope="col">Player</th>
            <th scope="col">
              <VisuallyHidden>Nation</VisuallyHidden>
            </th>
            <th scope="col">GDP</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {isPending
            ? Array.from({ length: SHOWN_ROWS }, (_, i) => (
                <tr key={i}>
                  <td colSpan={4}>
                    <Skeleton $width="100%" $height="1rem" />
                  </td>
                </tr>
              ))
            : shown.map((entry, i) => (
                <LeaderboardRow
                  key={entry.walletAddress}
                  entry={entry}
                  isAfterGap={entry.rank > (shown[i - 1]?.rank ?? 0) + 1}
                  isYou={entry.walletAddress === you}
                />
              ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function LeaderboardRow({
  entry: { rank, nationId, nationName, walletAddress, name, gdp },
  isAfterGap,
  isYou,
}: {
  readonly entry: LeaderboardEntry;
  readonly isAfterGap: boolean;
  readonly isYou: boolean;
}) {
  return (
    <tr
      data-glide={walletAddress}
      data-gap={isAfterGap || undefined}
      aria-current={isYou || undefined}
    >
      <td>
        <Glow value={gdp} />
        <strong>{formatCount(rank)}</strong>
      </td>
      <td>
        <Person wallet={walletAddress} name={name} hasAddress isYou={isYou} />
      </td>
      <td>
        <Link data-tap to={nationPath(nationId)} title={nationName} aria-label={nationName}>
          <Flag nation={nationId} />
        </Link>
      </td>
      <td>
        <strong>
          <Figure value={gdp} text={formatDollarsCompact(gdp)} />
        </strong>
      </td>
    </tr>
  );
}
