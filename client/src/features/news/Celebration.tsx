/**
 * What the player's own move did, for four seconds: the places and the GDP won or lost, who was
 * passed.
 */
import { Crown } from 'lucide-react';
import { keyframes, styled } from 'styled-components';
import { RankMove } from '../../ui/Delta.tsx';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import { oneLine } from '../../ui/text.ts';
import { namesText } from '../../views/names-text.ts';
import type { OwnMove } from './use-celebration.ts';

const rise = keyframes`
  from { opacity: 0; transform: translateY(0.75rem); }
`;

const Stage = styled.output`
  display: flex;
  flex-wrap: wrap;
  grid-column: 2 / -1;
  align-items: center;
  gap: 0 var(--space-3);
  max-block-size: 100%;
  overflow: hidden;
  font-weight: 600;
  line-height: 1.3;
  animation: ${rise} var(--motion-slow) var(--ease);

  > svg {
    color: var(--action);
  }

  > [data-passed] {
    ${oneLine}
    color: var(--ink-muted);
    font-weight: 400;
  }
`;

export function Celebration({
  move: { dollars, places, passed },
  isPresident,
}: {
  readonly move: OwnMove;
  /** Whether it won the presidency. */
  readonly isPresident: boolean;
}) {
  return (
    <Stage>
      {places !== 0 && <RankMove places={places} />}
      <span
        style={{ color: dollars > 0 ? 'var(--rise)' : 'var(--fall)' }}
      >{`${formatDeltaDollars(dollars)} GDP`}</span>
      {isPresident && <Crown size={20} aria-label="President" />}
      {places > 0 && <span data-passed>{`Passed ${namesText(passed, places, 1)}`}</span>}
    </Stage>
  );
}
