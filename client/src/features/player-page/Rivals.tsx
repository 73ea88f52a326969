/** The three players above and below, and how far they are. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { aroundQuery } from '../../api/players.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { PHONE, Row } from '../../ui/layout/boxes.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import {
  PanelLink,
  PanelNote,
  PanelRow,
  PanelRows,
  RowRank,
  WaitingRows,
} from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Glow } from '../../views/row-parts.tsx';

/** How many rows on either side. */
const RIVALS_SPAN = 3;

/**
 * The player's row and those around it; null if the live rows don't reach that far.
 * @param rows the ranking from its first row on, without gaps.
 * @param totalCount of all players, including those beyond the rows.
 */
function rivalsIn(
  rows: readonly LeaderboardEntry[],
  wallet: Address,
  totalCount: number,
): readonly LeaderboardEntry[] | null {
  const at = rows.findIndex(({ walletAddress }) => walletAddress === wallet);
  if (at === -1) return null;
  const end = at + RIVALS_SPAN + 1;
  if (end > rows.length && rows.length < totalCount) return null;
  return rows.slice(Math.max(0, at - RIVALS_SPAN), end);
}

/** The list sets `--rank` to fit its longest rank. */
const COLUMNS = 'var(--rank) minmax(0, 1fr) auto';

/** A phone's room is the name's. */
const Who = styled(Row)`
  @media ${PHONE} {
    [data-avatar] {
      display: none;
    }
  }
`;

export function Rivals({ wallet }: { readonly wallet: Address }) {
  const { rows: liveRows, totalCount, isPending } = useLeaderboard({ poll: false });
  const live = rivalsIn(liveRows, wallet, totalCount);
  // Beyond the live rows they are fetched.
  const asked = useQuery({
    ...aroundQuery(wallet, RIVALS_SPAN),
    enabled: !isPending && live === null,
  });
  const rows = live ?? asked.data ?? null;
  const own = rows?.find(({ walletAddress }) => walletAddress === wallet);
  const list = useRef<HTMLOListElement>(null);
  useGlide(list, rows?.map(({ walletAddress }) => walletAddress).join() ?? '');
  return (
    <Panel
      title="Rivals"
      flush
      aside={<PanelLink to={`/ranking?around=${wallet}`}>In the ranking</PanelLink>}
    >
      {asked.isError && !rows ? (
        <PanelNote role="alert">
          The ranking cannot be reached just now. It comes back by itself.
        </PanelNote>
      ) : (
        <PanelRows
          ref={list}
          aria-label="Rivals"
          aria-busy={!rows || undefined}
          style={{ '--rank': `${1 + formatCount(rows?.at(-1)?.rank ?? 0).length}ch` }}
        >
          {rows && own ? (
            rows.map((row) => <RivalRow key={row.walletAddress} row={row} own={own} />)
          ) : (
            <WaitingRows
              count={2 * RIVALS_SPAN + 1}
              columns={COLUMNS}
              widths={['1.5rem', '9rem', '5rem']}
              height="var(--tap)"
            />
          )}
        </PanelRows>
      )}
    </Panel>
  );
}

function RivalRow({
  row,
  own,
}: {
  readonly row: LeaderboardEntry;
  readonly own: LeaderboardEntry;
}) {
  const { rank, walletAddress, name, nationId, nationName, gdp } = row;
  const isOwn = walletAddress === own.walletAddress;
  return (
    <PanelRow
      $columns={COLUMNS}
      $height="var(--tap)"
      data-glide={walletAddress}
      data-own={isOwn || undefined}
      aria-current={isOwn || undefined}
    >
      <Glow value={gdp} />
      <RowRank>{`#${formatCount(rank)}`}</RowRank>
      <Who as="span" $gap={2}>
        <Flag nation={nationId} label={nationName} />
        <Person wallet={walletAddress} name={name} isLink={!isOwn} />
      </Who>
      <strong>{isOwn ? formatDollars(gdp) : gapText(gdp - own.gdp)}</strong>
    </PanelRow>
  );
}

function gapText(dollars: number): string {
  if (dollars === 0) return 'tied';
  return `${formatDollars(Math.abs(dollars))} ${dollars > 0 ? 'ahead' : 'behind'}`;
}
