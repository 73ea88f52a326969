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
import { Row } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink, PanelNote, PanelRow, PanelRows, RowRank } from '../../ui/PanelRows.ts';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WaitingRows } from '../../ui/WaitingRows.tsx';
import { Glow } from '../../views/row-parts.tsx';
import { RIVALS_SPAN, rivalsIn } from './rivals.ts';
import { ToPass } from './ToPass.tsx';

const COLUMNS = '3rem minmax(0, 1fr) auto';

const Gdp = styled.span`
  font-weight: 600;
  text-align: end;
  line-height: 1.3;
  white-space: nowrap;

  small {
    display: block;
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
  }
`;

const Note = styled(PanelNote)`
  min-block-size: 5rem;

  strong {
    color: var(--ink);
    font-weight: 600;
  }

  a {
    vertical-align: middle;
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
        <Note role="alert">The ranking cannot be reached just now. It comes back by itself.</Note>
      ) : (
        <PanelRows ref={list} aria-label="Rivals" aria-busy={!rows || undefined}>
          {rows && own ? (
            rows.map((row) => <RivalRow key={row.walletAddress} row={row} own={own} />)
          ) : (
            <WaitingRows
              count={2 * RIVALS_SPAN + 1}
              columns={COLUMNS}
              widths={['1.5rem', '9rem', '5rem']}
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
      $height="3.25rem"
      data-glide={walletAddress}
      data-own={isOwn || undefined}
      aria-current={isOwn || undefined}
    >
      <Glow value={gdp} />
      <RowRank>{`#${formatCount(rank)}`}</RowRank>
      <Row as="span" $gap={3}>
        <Flag nation={nationId} label={nationName} />
        <Person wallet={walletAddress} name={name} isStacked isLink={!isOwn} />
      </Row>
      <Gdp>
        <Figure value={gdp} text={formatDollars(gdp)} />
        {!isOwn && <small>{gdp === own.gdp ? 'level' : formatDeltaDollars(gdp - own.gdp)}</small>}
      </Gdp>
    </PanelRow>
  );
}
