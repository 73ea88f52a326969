/** The nation's best players, live, with their global ranks. */
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { Badge } from '../../ui/Badge.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelLink.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Person } from '../../ui/Person.tsx';
import { useRankMoves } from '../../views/rank-moves.ts';
import { panelRow, PanelRows, RowPerson, RowRank } from '../../views/panel-rows.ts';
import { Glow } from '../../views/row-parts.tsx';
import { useNationRows } from './use-nation.ts';

const SHOWN_ROWS = 10;

const Row = styled.li`
  ${panelRow}
  grid-template-columns: 3.75rem minmax(0, 1fr) auto auto;
  block-size: 3.25rem;
`;

const Gdp = styled.strong`
  grid-column: -2;
  text-align: end;
`;

const Note = styled.p`
  padding: var(--space-5);
  color: var(--ink-muted);
`;

export function BestPlayers({
  nationId,
  you,
}: {
  readonly nationId: NationId;
  readonly you: Address | null;
}) {
  const { rows, isError } = useNationRows(nationId, SHOWN_ROWS);
  const list = useRef<HTMLOListElement>(null);
  const moves = useRankMoves(rows ?? []);
  useGlide(list, rows?.map(({ walletAddress }) => walletAddress).join() ?? '');
  return (
    <Panel
      title="Its best players"
      flush
      aside={<PanelLink to={`/ranking?nation=${nationId}`}>Whole ranking</PanelLink>}
    >
      {isError ? (
        <Note role="alert">The ranking cannot be reached just now. It comes back by itself.</Note>
      ) : rows?.length === 0 ? (
        <Note>{`Nobody plays ${nationInText(nationId)} yet. The first to choose it leads it.`}</Note>
      ) : (
        <PanelRows
          ref={list}
          aria-label={`Best players of ${nationInText(nationId)}`}
          aria-busy={!rows || undefined}
        >
          {rows
            ? rows.map(({ rank, walletAddress, name, gdp }) => (
                <Row
                  key={walletAddress}
                  data-glide={walletAddress}
                  data-own={walletAddress === you || undefined}
                >
                  <Glow value={gdp} />
                  <RowRank>{`#${formatCount(rank)}`}</RowRank>
                  <RowPerson>
                    <Person wallet={walletAddress} name={name} isStacked />
                    {walletAddress === you && <Badge $tone="action">You</Badge>}
                  </RowPerson>
                  <RankMove places={moves.get(walletAddress) ?? 0} />
                  <Gdp>
                    <Figure value={gdp} text={formatDollars(gdp)} />
                  </Gdp>
                </Row>
              ))
            : Array.from({ length: SHOWN_ROWS }, (_, i) => (
                <Row key={i}>
                  <Skeleton $width="1.5rem" />
                  <Skeleton $width="10rem" />
                  <span />
                  <Skeleton $width="5rem" />
                </Row>
              ))}
        </PanelRows>
      )}
    </Panel>
  );
}
