/** The player's own move, for four seconds: the places won, the GDP that rolls, and who was passed. */
import { useEffect, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { RankMove } from '../../ui/ChangeMark.tsx';
import { formatCount, formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import type { Theatre as Move } from './told-store.ts';
import { nameOf } from './words.ts';

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

/** After the eye has found the figure. */
const ROLL_MS = 250;

export function Theatre({ theatre }: { readonly theatre: Move }) {
  const { dollars, gdpBefore, rankBefore, rankAfter, passed } = theatre;
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
        <Gained>{formatDeltaDollars(dollars)} GDP</Gained>
      </span>
      {places > 0 && <Passed>{passedText(passed.map(nameOf), places)}</Passed>}
    </Stage>
  );
}

/** @param names of the best-ranked of those who were passed. */
function passedText(names: readonly string[], places: number): string {
  if (names.length === 0)
    return places === 1 ? 'Passed 1 player' : `Passed ${formatCount(places)} players`;
  const more = places - names.length;
  return `Passed ${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}
