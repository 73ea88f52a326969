/**
 * Rows across a panel: players, nations, stakes, moves. The row of the person who looks is
 * `data-own`.
 */
import { styled } from 'styled-components';
import { Link } from 'react-router-dom';
import { Skeleton } from './Skeleton.tsx';

export const PanelRows = styled.ol`
  position: relative;
`;

/**
 * A row's columns are its `$columns`, and it is at least `$height` high; its figures stand in
 * `strong`.
 */
export const PanelRow = styled.li<{ readonly $columns: string; readonly $height?: string }>`
  position: relative;
  isolation: isolate;
  display: grid;
  grid-template-columns: ${({ $columns }) => $columns};
  gap: var(--space-3);
  align-items: center;
  min-block-size: ${({ $height = 'auto' }) => $height};
  padding-inline: var(--card-gutter);

  & + & {
    border-block-start: 1px solid var(--rule);
  }

  &[data-own] {
    background: var(--surface-hover);
    box-shadow: inset 3px 0 0 var(--action);
  }

  > strong {
    font-weight: 600;
    white-space: nowrap;
  }
`;

export const RowRank = styled.span`
  color: var(--ink-muted);
  white-space: nowrap;
`;

/**
 * Words across a panel: what is said instead of its rows, or about them; below rows a rule parts
 * them.
 */
export const PanelNote = styled.div`
  padding: var(--space-4) var(--card-gutter);
  color: var(--ink-muted);

  ol + &,
  ul + & {
    border-block-start: 1px solid var(--rule);
  }
`;

/** Small print at a panel's foot. */
export const BelowNote = styled(PanelNote)`
  padding-block: var(--space-3);
  border-block-start: 1px solid var(--rule);
  font-size: var(--text-caption);
`;

/** A link beside a panel's title: as high as a thumb needs, without stretching the title's row. */
export const PanelLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--tap);
  margin: calc(-1 * var(--space-3)) calc(-1 * var(--space-4));
  padding-inline: var(--space-4);
  color: var(--action);
  font-size: var(--text-body);
  font-weight: 500;
`;

export function WaitingRows({
  count,
  columns,
  widths,
  height = '3.25rem',
}: {
  readonly count: number;
  readonly columns: string;
  readonly widths: readonly string[];
  readonly height?: string;
}) {
  return Array.from({ length: count }, (_, i) => (
    <PanelRow key={i} $columns={columns} $height={height}>
      {widths.map((width) => (
        <Skeleton key={width} $width={width} />
      ))}
    </PanelRow>
  ));
}
