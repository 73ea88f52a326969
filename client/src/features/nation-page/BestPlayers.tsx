/** The nation's best players, live, with their global ranks. */
import { useRef } from 'react';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { RankMove } from '../../ui/Delta.tsx';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
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
import { Strong } from '../../ui/text.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { Glow } from '../../views/row-parts.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { useNationRows } from './use-nation.ts';

const SHOWN_ROWS = 5;
const COLUMNS = '2.5rem minmax(0, 1fr) auto';

export function BestPlayers({ nationId }: { readonly nationId: NationId }) {
  const { walletAddress: you } = useWallet();
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
        <PanelNote role="alert">
          The ranking cannot be reached just now. It comes back by itself.
        </PanelNote>
      ) : rows?.length === 0 ? (
        <PanelNote>{`Nobody plays ${nationInText(nationId)} yet. The first to choose it leads it.`}</PanelNote>
      ) : (
        <PanelRows
          ref={list}
          aria-label={`Best players of ${nationInText(nationId)}`}
          aria-busy={!rows || undefined}
        >
          {rows ? (
            rows.map(({ rank, walletAddress, name, gdp }) => (
              <PanelRow
                key={walletAddress}
                $columns={COLUMNS}
                $height="3.25rem"
                data-glide={walletAddress}
                data-own={walletAddress === you || undefined}
              >
                <Glow value={gdp} />
                <RowRank>{`#${formatCount(rank)}`}</RowRank>
                <Person
                  wallet={walletAddress}
                  name={name}
                  address="below"
                  isYou={walletAddress === you}
                />
                <Row $gap={3}>
                  <RankMove places={moves.get(walletAddress) ?? 0} />
                  <Strong>
                    <Figure value={gdp} text={formatDollars(gdp)} />
                  </Strong>
                </Row>
              </PanelRow>
            ))
          ) : (
            <WaitingRows count={SHOWN_ROWS} columns={COLUMNS} widths={['1.5rem', '9rem', '5rem']} />
          )}
        </PanelRows>
      )}
    </Panel>
  );
}
