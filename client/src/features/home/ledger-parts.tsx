/** The rows of the home page's ranking, and their placeholders. */
import { styled } from 'styled-components';
import { Skeleton } from '../../ui/Skeleton.tsx';

export const ROWS = 7;
export const ROW_PX = 48;

export const Rows = styled.ol`
  position: relative;
  block-size: ${ROWS * ROW_PX}px;
`;

export const Row = styled.li`
  position: absolute;
  inset-inline: 0;
  isolation: isolate;
  display: grid;
  grid-template-columns: 1.25rem auto minmax(0, 1fr) auto auto;
  gap: var(--space-2);
  align-items: center;
  block-size: ${ROW_PX}px;
  padding-inline: var(--space-1);
  border-block-end: 1px solid var(--rule);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

/** Stacked in normal flow: placeholders don't move. */
const WaitingRow = styled(Row)`
  position: static;
`;

export function WaitingRows() {
  return (
    <Rows aria-busy>
      {Array.from({ length: ROWS }, (_, i) => (
        <WaitingRow key={i}>
          <Skeleton $width="0.75rem" />
          <Skeleton $width="1.5rem" $height="1rem" />
          <Skeleton $width="6.5rem" />
          <span />
          <Skeleton $width="3rem" />
        </WaitingRow>
      ))}
    </Rows>
  );
}
