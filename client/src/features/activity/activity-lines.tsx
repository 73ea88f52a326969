/** The lines of an activity feed, and a placeholder of exactly the same size. */
import { styled } from 'styled-components';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export const LINES = 8;
export const LINE_PX = 60;

export const Lines = styled.ol<{ $lines: number; $narrowLines: number }>`
  position: relative;
  block-size: ${({ $lines }) => $lines * LINE_PX}px;
  overflow: clip;

  @media (max-width: 88rem) {
    block-size: ${({ $narrowLines }) => $narrowLines * LINE_PX}px;
  }
`;

export const Line = styled.li<{ $isWithin?: boolean }>`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  column-gap: var(--space-2);
  align-content: center;
  align-items: center;
  block-size: ${LINE_PX}px;
  padding-inline: var(--space-4);
  background: ${({ $isWithin }) => ($isWithin ? 'var(--surface-hover)' : 'none')};
  border-block-end: 1px solid var(--rule);
  line-height: 1.35;
  font-variant-numeric: tabular-nums;
`;

/** Stacked in normal flow: placeholders don't move. */
const WaitingLine = styled(Line)`
  position: static;
`;

export function waitingLines(count: number) {
  return Array.from({ length: count }, (_, i) => (
    <WaitingLine key={i}>
      <Skeleton $width="1.5rem" $height="1rem" />
      <Skeleton $width="9rem" />
      <Skeleton $width="3rem" />
    </WaitingLine>
  ));
}

/** Placeholder for the whole feed while its code loads. */
export function ActivitySkeleton({ narrowLines = LINES }: { readonly narrowLines?: number }) {
  return (
    <Panel title="Activity" flush>
      <Lines $lines={LINES} $narrowLines={narrowLines} aria-label="Activity" aria-busy>
        {waitingLines(LINES)}
      </Lines>
    </Panel>
  );
}
