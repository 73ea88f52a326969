/** The three players above and below, and what it takes to pass. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { aroundQuery } from '../../api/players.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { Row } from '../../ui/layout/boxes.ts';
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
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Glow } from '../../views/row-parts.tsx';
import { useOwnRow } from '../../live/live-context.ts';
import { Strong } from '../../ui/text.ts';
import { denaPast } from '../../views/next-moves/next-moves.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

/** How many rows on either side. */
const RIVALS_SPAN = 3;

/**
 * The player's row and those around it; null if the live rows don't reach that far.
 * @param rows the ranking from its first row on, without gaps.
 * @param totalCount of all players, including those beyond the rows.
 */
export function rivalsIn(
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

const Note = styled(PanelNote)`
  min-block-size: 5rem;
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
        <Note role="alert">The ranking cannot be reached just now. It comes back by itself.</Note>
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
      <Note>{rows ? <ToPass rows={rows} wallet={wallet} /> : <Skeleton $width="16rem" />}</Note>
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
      <Row as="span" $gap={2}>
        <Flag nation={nationId} label={nationName} />
        <Person wallet={walletAddress} name={name} isLink={!isOwn} />
      </Row>
      <strong>{isOwn ? formatDollars(gdp) : gapText(gdp - own.gdp)}</strong>
    </PanelRow>
  );
}

function gapText(dollars: number): string {
  if (dollars === 0) return 'tied';
  return `${formatDollars(Math.abs(dollars))} ${dollars > 0 ? 'ahead' : 'behind'}`;
}

/** From another player's page what it takes to pass them; from one's own, the one above. */
function ToPass({
  rows,
  wallet,
}: {
  /** The player's row and those around it. */
  readonly rows: readonly LeaderboardEntry[];
  readonly wallet: Address;
}) {
  const { walletAddress } = useWallet();
  const you = useOwnRow();
  const at = rows.findIndex((row) => row.walletAddress === wallet);
  const [above, own] = [rows[at - 1], rows[at]];
  if (!own) return null;
  const isYours = you !== null && walletAddress !== wallet;
  const [who, target] = isYours ? [you, own] : [own, above];
  if (!target) return <span>Nobody is ahead: this player leads the world.</span>;
  const { walletAddress: whom, name } = target;
  if (who.rank < target.rank) {
    return (
      <span>
        You are <Strong>{formatDollars(who.gdp - target.gdp)}</Strong> ahead of{' '}
        <Person wallet={whom} name={name} avatar={0} />
      </span>
    );
  }
  return (
    <span>
      <Strong>{`${formatCount(denaPast(who.gdp, target.gdp))} DENA`}</Strong>
      <span>{you ? ' would take you past ' : ' more would pass '}</span>
      <Person wallet={whom} name={name} avatar={0} />
      <span>{' to rank\u00A0'}</span>
      <Strong>{`#${formatCount(target.rank)}`}</Strong>
    </span>
  );
}
