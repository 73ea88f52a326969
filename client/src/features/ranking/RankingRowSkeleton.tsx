/** Placeholder for a row that has not loaded yet: the height of a row, in its place. */
import { styled } from 'styled-components';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NARROW, rankingGrid } from './ranking-grid.ts';

const Row = styled.tr`
  ${rankingGrid}
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  border-block-end: 1px solid var(--rule);
  background: var(--surface-raised);

  > td {
    padding: 0;
  }

  > :nth-child(n + 4) {
    justify-self: end;
  }

  @media ${NARROW} {
    > :nth-child(n + 4) {
      display: none;
    }
  }

  @media print {
    display: none;
  }
`;

const Rank = styled.td`
  color: var(--ink-faint);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

export function RankingRowSkeleton({
  rank,
  top,
  height,
}: {
  /** Null if not known: the ranks of one nation's rows. */
  readonly rank: number | null;
  /** The row's offset from the top of the list, in px. */
  readonly top: number;
  readonly height: number;
}) {
  return (
    <Row aria-hidden style={{ transform: `translateY(${top}px)`, height }}>
      <Rank>{rank}</Rank>
      {['7rem', '10rem', '4rem', '4.5rem', '3rem'].map((width) => (
        <td key={width}>
          <Skeleton $width={width} />
        </td>
      ))}
    </Row>
  );
}
