/** The podium's layout: one 150 px band if three places fit side by side, otherwise three lines. */
import { css, styled } from 'styled-components';
import { Skeleton } from '../../ui/Skeleton.tsx';

export const PODIUM_RANKS = [1, 2, 3] as const;
export type PodiumRank = (typeof PODIUM_RANKS)[number];

/** Px. */
const BAND = 150;
const STEP = { 1: BAND, 2: 140, 3: 132 } as const;
const LINE = 70;

/** Below this width each place is a line. */
export const LINES = '(max-width: 63.99rem)';

export const Stage = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr) minmax(0, 1fr);
  align-items: end;
  gap: var(--space-3);
  block-size: ${BAND}px;

  @media ${LINES} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    align-items: stretch;
    block-size: ${3 * LINE}px;
    border: 1px solid var(--rule);
    border-radius: var(--radius);
    background: var(--surface-raised);
  }
`;

/** DOM order is first to third; displayed second, first, third. As lines, display order is DOM order. */
export const Step = styled.li<{ $rank: PodiumRank; $isOpen?: boolean }>`
  position: relative;
  isolation: isolate;
  order: ${({ $rank }) => ({ 1: 2, 2: 1, 3: 3 })[$rank]};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  column-gap: var(--space-4);
  align-content: center;
  align-items: center;
  min-inline-size: 0;
  block-size: ${({ $rank }) => STEP[$rank]}px;
  padding: var(--space-2) var(--space-4);
  border: 1px ${({ $isOpen }) => ($isOpen ? 'dashed' : 'solid')} var(--rule);
  border-block-start: 3px solid
    ${({ $rank }) => ($rank === 1 ? 'var(--action)' : 'var(--rule-strong)')};
  background: ${({ $isOpen }) => ($isOpen ? 'none' : 'var(--surface-raised)')};

  @media ${LINES} {
    order: ${({ $rank }) => $rank};
    column-gap: var(--space-3);
    block-size: auto;
    padding: 0 var(--space-3);
    border: 0;
    border-block-end: ${({ $rank }) => ($rank === 3 ? '0' : '1px solid var(--rule)')};
    background: none;
    ${({ $rank }) => $rank === 1 && firstLine}
  }
`;

const firstLine = css`
  box-shadow: inset 3px 0 0 var(--action);
`;

export const Numeral = styled.span<{ $rank: PodiumRank }>`
  grid-row: 1 / 3;
  inline-size: ${({ $rank }) => ($rank === 1 ? '2.5rem' : '1.75rem')};
  color: ${({ $rank }) => ($rank === 1 ? 'var(--action)' : 'var(--ink-faint)')};
  font-family: var(--font-display);
  font-size: ${({ $rank }) => ($rank === 1 ? 'var(--text-display)' : 'var(--text-title)')};
  font-variation-settings: 'opsz' 144;
  font-weight: 400;
  line-height: 0.9;

  @media ${LINES} {
    grid-row: 1 / 4;
    inline-size: 1.125rem;
    font-size: var(--text-heading);
  }
`;

const Texts = styled.div`
  display: grid;
  gap: var(--space-3);
`;

/** Placeholder for the podium before the top three are known. */
export function PodiumSkeleton() {
  return (
    <Stage aria-label="Top 3" aria-busy>
      {PODIUM_RANKS.map((rank) => (
        <Step key={rank} $rank={rank}>
          <Numeral $rank={rank} aria-hidden>
            {rank}
          </Numeral>
          <Texts>
            <Skeleton $width="9rem" />
            <Skeleton $width="12rem" />
          </Texts>
          <Skeleton $width="5rem" $height="1.5rem" />
        </Step>
      ))}
    </Stage>
  );
}
