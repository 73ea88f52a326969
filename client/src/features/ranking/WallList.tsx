/** The ten best on a wall: names and whole figures that are read across a room, with nothing to press. */
import { useRef } from 'react';
import { styled } from 'styled-components';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { Laurel } from '../../ui/Laurel.tsx';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { PanelNote } from '../../ui/PanelRows.tsx';
import { oneLine } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { Glow } from '../../views/row-parts.tsx';
import { behindText } from './RankingRow.tsx';
import { ROLES } from './row-layout.ts';
import type { RankedRow } from './week-rows.ts';

const Table = styled.table`
  &,
  tbody {
    position: relative;
    display: block;
  }

  tr {
    position: relative;
    isolation: isolate;
    display: grid;
    grid-template-columns: 4.5rem 2rem minmax(0, 1fr) auto;
    column-gap: var(--space-3);
    align-items: center;
    padding-inline: var(--space-3);
    border-block-end: 1px solid var(--rule);
    background: var(--surface-raised);
    line-height: 1.2;
    white-space: nowrap;
  }

  td {
    min-inline-size: 0;
    padding: 0;
  }

  .rank {
    display: flex;
    gap: var(--space-2);
    align-items: baseline;
    font-weight: 600;
  }

  .name {
    ${oneLine}
    font-weight: 500;
  }

  .gdp {
    display: grid;
    justify-items: end;
    font-size: var(--text-lead);
    font-weight: 600;
  }

  small {
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
  }

  /* There is no podium. */
  tr:nth-child(-n + 3) {
    background: var(--surface-hover);

    > .rank > b {
      color: var(--action);
      font-family: var(--font-display);
      font-size: 2.25rem;
      font-weight: 400;
      line-height: 1;
    }
  }
`;

export function WallList({
  rows,
  label,
  rowPx,
}: {
  readonly rows: readonly RankedRow[];
  readonly label: string;
  readonly rowPx: number;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  const moves = useRankMoves(rows);
  useGlide(list, rows.map(({ walletAddress }) => walletAddress).join());
  if (rows.length === 0) return <PanelNote>Nobody has gained anything in this week yet.</PanelNote>;
  return (
    <Table {...ROLES.table} aria-label={label}>
      <tbody {...ROLES.group} ref={list}>
        {rows.map((entry) => {
          const { rank, walletAddress, nationId, nationName, gdp, week } = entry;
          const behind = behindText(entry);
          return (
            <tr
              key={walletAddress}
              {...ROLES.row}
              data-glide={walletAddress}
              style={{ blockSize: rowPx }}
            >
              <td {...ROLES.cell} className="rank">
                <Glow value={gdp} />
                <b>{rank}</b>
                <RankMove places={moves.get(walletAddress) ?? 0} />
              </td>
              <td {...ROLES.cell}>
                <Flag nation={nationId} height={18} label={nationName} />
              </td>
              <td {...ROLES.cell} className="name">
                <bdi>{nameOf(entry)}</bdi> <Laurel wallet={walletAddress} />
              </td>
              <td {...ROLES.cell} className="gdp">
                {week ? (
                  <Figure value={week.gained} text={formatDeltaDollars(week.gained)} />
                ) : (
                  <Figure value={gdp} text={formatDollars(gdp)} />
                )}
                <small>{entry.behind ? `${behind} behind` : behind}</small>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
