/** Celebrates the player's own move for four seconds: the places won, the rolling GDP, who was passed. */
import { useEffect, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { RankMove } from '../../ui/ChangeMark.tsx';
import { formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { namesText } from '../../views/names-text.ts';
import type { Celebration as Move } from './news-store.ts';

const rise = keyframes`
  from { opacity: 0; transform: translateY(0.75rem); }
`;

const Stage = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--space-4);
  max-block-size: 100%;
  overflow: hidden;
  font-size: var(--text-lead);
  font-weight: 600;
  animation: ${rise} var(--motion-slow) var(--ease);

  > :first-child > span {
    font-size: var(--text-heading);
  }
`;

const Gained = styled.span`
  color: var(--rise);
`;

const Passed = styled.span`
  overflow: hidden;
  color: var(--ink-muted);
  font-size: var(--text-body);
  font-weight: 400;
  text-overflow: ellipsis;
`;

/** Gives the eye time to find the figure. */
const ROLL_MS = 250;

export function Celebration({ celebration }: { readonly celebration: Move }) {
  const { dollars, gdpBefore, rankBefore, rankAfter, passed } = celebration;
  const [gdp, setGdp] = useState(gdpBefore);
  useEffect(() => {
    const timer = setTimeout(() => setGdp(gdpBefore + dollars), ROLL_MS);
    return () => clearTimeout(timer);
  }, [gdpBefore, dollars]);
  const places = rankBefore === null || rankAfter === null ? 0 : rankBefore - rankAfter;
  return (
    <Stage>
      {places > 0 && (
        <span>
          <RankMove places={places} />
        </span>
      )}
      <span>
        <Figure value={gdp} text={formatDollars(gdp)} />{' '}
        <Gained>{`${formatDeltaDollars(dollars)} GDP`}</Gained>
      </span>
      {places > 0 && <Passed>{`Passed ${namesText(passed, places)}`}</Passed>}
    </Stage>
  );
}
