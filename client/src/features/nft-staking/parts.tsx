/** What both lists of a card are made of. */
import { styled } from 'styled-components';
import type { Bonus } from './holdings.ts';

export const Block = styled.div`
  min-inline-size: 0;
`;

export const Title = styled.h3`
  display: flex;
  justify-content: space-between;
  gap: var(--space-4);
  margin-block-end: var(--space-3);
  font: 500 var(--text-body) / 1.5 var(--font-sans);
  letter-spacing: 0;

  > span {
    color: var(--ink-muted);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
`;

export const Muted = styled.p`
  color: var(--ink-muted);
`;

export const Name = styled.p`
  font-family: var(--font-display);
  font-size: var(--text-lead);
  line-height: 1.2;
`;

export const Caption = styled.p`
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

const Bonuses = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-3);
  color: var(--rise);
  font-size: var(--text-caption);
  font-weight: 600;
  font-variant-numeric: tabular-nums;

  > span {
    white-space: nowrap;
  }
`;

/** `+180 km² Territory`, each on one line. */
export function BonusLine({ bonuses }: { readonly bonuses: readonly Bonus[] }) {
  return (
    <Bonuses>
      {bonuses.map(({ name, value }) => (
        <span key={name}>
          {value} {name.toLowerCase() === 'gdp' ? 'GDP' : name.toLowerCase()}
        </span>
      ))}
    </Bonuses>
  );
}
