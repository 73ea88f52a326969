/** Styled parts shared by the card's lists and its dialog. */
import { styled } from 'styled-components';
import type { Bonus } from './holdings.ts';

export const Muted = styled.p`
  color: var(--ink-muted);
`;

export const Name = styled.p`
  font-family: var(--font-display);
  font-size: var(--text-lead);
  line-height: 1.2;
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
          {`${value} ${name.toLowerCase() === 'gdp' ? 'GDP' : name.toLowerCase()}`}
        </span>
      ))}
    </Bonuses>
  );
}
