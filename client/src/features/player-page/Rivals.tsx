/** The three players above and below, and what it takes to pass. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { aroundQuery } from '../../api/players.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelLink.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Person } from '../../ui/Person.tsx';
import { panelRow, PanelRows } from '../../views/panel-rows.ts';
import { figures } from '../../ui/text.ts';
import { Glow } from '../../views/row-parts.tsx';
import { denaToPass, RIVALS_SPAN, rivalsIn } from './rivals.ts';

const ROWS = 2 * RIVALS_SPAN + 1;

const Row = styled.li`
  ${panelRow}
  grid-template-columns: 3.25rem minmax(0, 1fr) auto;
  block-size: 3.25rem;

  &:last-child {
    border-block-end: 1px solid var(--rule);
  }

  > strong {
    color: var(--ink-muted);
    font-weight: 500;
  }
`;

const Who = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-3);
  min-inline-size: 0;
`;

const Gdp = styled.span`
  font-weight: 600;
  text-align: end;
  line-height: 1.3;
  ${figures}

  small {
    display: block;
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
  }
`;

const Note = styled.p`
  padding: var(--space-3) var(--space-5);
  color: var(--ink-muted);

  > strong {
    color: var(--ink);
    font-weight: 600;
    ${figures}
  }

  > a {
    vertical-align: middle;
  }

  @media (max-width: 30rem) {
    padding-inline: var(--space-4);
  }
`;

/** @param wallet null in the prerendered page. */
export function Rivals({ wallet }: { readonly wallet: Address | null }) {
  if (wallet) return <RivalsOf wallet={wallet} />;
  return (
    <Panel title="Rivals" flush>
      <PanelRows aria-busy>{waitingRows()}</PanelRows>
      <WaitingNote />
    </Panel>
  );
}

function RivalsOf({ wallet }: { readonly wallet: Address }) {
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
        <PanelRows ref={list} aria-label="Rivals" aria-busy={!rows || undefined}>
          {rows && own
            ? rows.map((row) => <RivalRow key={row.walletAddress} row={row} own={own} />)
            : waitingRows()}
        </PanelRows>
      )}
      {rows ? <ToPass rows={rows} wallet={wallet} /> : <WaitingNote />}
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
    <Row data-glide={walletAddress} data-own={isOwn || undefined} aria-current={isOwn || undefined}>
      <Glow value={gdp} />
      <strong>{`#${formatCount(rank)}`}</strong>
      <Who>
        <Flag nation={nationId} label={nationName} />
        <Person wallet={walletAddress} name={name} isStacked isLink={!isOwn} />
      </Who>
      <Gdp>
        <Figure value={gdp} text={formatDollars(gdp)} />
        {!isOwn && <small>{gdp === own.gdp ? 'level' : formatDeltaDollars(gdp - own.gdp)}</small>}
      </Gdp>
    </Row>
  );
}

function ToPass({
  rows,
  wallet,
}: {
  readonly rows: readonly LeaderboardEntry[];
  readonly wallet: Address;
}) {
  const dena = denaToPass(rows, wallet);
  const at = rows.findIndex(({ walletAddress }) => walletAddress === wallet);
  const above = rows[at - 1];
  if (at === -1) return null;
  if (dena === null || !above) return <Note>Nobody is ahead: this player leads the world.</Note>;
  return (
    <Note>
      <strong>{`${formatCount(dena)} DENA`}</strong> more would pass{' '}
      <Person wallet={above.walletAddress} name={above.name} /> to rank{' '}
      <strong>{`#${formatCount(above.rank)}`}</strong>.
    </Note>
  );
}

function WaitingNote() {
  return (
    <Note>
      <Skeleton $width="16rem" />
    </Note>
  );
}

function waitingRows() {
  return Array.from({ length: ROWS }, (_, i) => (
    <Row key={i}>
      <Skeleton $width="1.5rem" />
      <Skeleton $width="9rem" />
      <Skeleton $width="5rem" />
    </Row>
  ));
}
