/** The lines of an activity feed, and a placeholder of exactly the same size. */
import { styled } from 'styled-components';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export const LINE_PX = 56;

export const Lines = styled.ol<{ $lines: number }>`
  position: relative;
  block-size: ${({ $lines }) => $lines * LINE_PX}px;
  overflow: clip;
`;

export const Line = styled.li`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  display: grid;
  grid-template-columns: 1.5rem minmax(0, 1fr) auto;
  column-gap: var(--space-2);
  align-content: center;
  align-items: center;
  block-size: ${LINE_PX}px;
  padding-inline: var(--card-gutter);
  border-block-end: 1px solid var(--rule);
  line-height: 1.35;
`;

/** Placeholders don't move. */
export function waitingLines(count: number) {
  return Array.from({ length: count }, (_, i) => (
    <Line key={i} style={{ position: 'static' }}>
      <Skeleton $width="1.5rem" $height="1rem" />
      <Skeleton $width="9rem" />
      <Skeleton $width="3rem" />
    </Line>
  ));
}

/** Placeholder for the whole feed while its code loads. */
export function ActivitySkeleton({ lines }: { readonly lines: number }) {
  return (
    <Panel title="Activity" flush>
      <Lines $lines={lines} aria-label="Activity" aria-busy>
        {waitingLines(lines)}
      </Lines>
    </Panel>
  );
}
