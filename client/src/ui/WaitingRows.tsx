/** Rows of a panel that load: in each column a bar of its width. */
import { PanelRow } from './PanelRows.ts';
import { Skeleton } from './Skeleton.tsx';

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
