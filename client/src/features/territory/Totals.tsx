/** The totals of all holdings, separated by rules; the placeholder has the same size. */
import { styled } from 'styled-components';
import { formatCount } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Worth } from '../../views/staked.ts';

const Row = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  border-block: 1px solid var(--rule-strong);

  @media (max-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Total = styled.div`
  padding: var(--space-3) var(--space-5);

  &:first-child {
    padding-inline-start: 0;
  }

  & + & {
    border-inline-start: 1px solid var(--rule);
  }

  dt {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd {
    margin: 0;
    font-size: clamp(1.5rem, 1.2rem + 1.2vw, 2.25rem);
    font-weight: 600;
    letter-spacing: -0.02em;
    line-height: 1.25;
  }

  @media (max-width: 48rem) {
    padding-inline: var(--space-4);

    &:nth-child(odd) {
      padding-inline-start: 0;
      border-inline-start: 0;
    }

    &:nth-child(n + 3) {
      border-block-start: 1px solid var(--rule);
    }
  }
`;

/** No sign for zero. */
const plus = (value: number): string => (value > 0 ? '+' : '');

export function Totals({ worth }: { readonly worth: Worth | null }) {
  const totals = worth && [
    {
      name: 'Territory',
      value: worth.territoryKm2,
      text: `${formatCount(worth.territoryKm2)} km²`,
    },
    {
      name: 'Production',
      value: worth.production,
      text: `${plus(worth.production)}${worth.production.toFixed(2)}x`,
    },
    {
      name: 'GDP from NFTs',
      value: worth.gdp,
      text: `${plus(worth.gdp)}$${formatCount(worth.gdp)}`,
    },
    { name: 'NFTs staked', value: worth.copies, text: formatCount(worth.copies) },
  ];
  return (
    <Row aria-label="Totals" aria-busy={totals === null || undefined}>
      {totals
        ? totals.map(({ name, value, text }) => (
            <Total key={name}>
              <dt>{name}</dt>
              <dd>
                <Figure value={value} text={text} />
              </dd>
            </Total>
          ))
        : ['Territory', 'Production', 'GDP from NFTs', 'NFTs staked'].map((name) => (
            <Total key={name}>
              <dt>{name}</dt>
              <dd>
                <Skeleton $width="6rem" />
              </dd>
            </Total>
          ))}
    </Row>
  );
}
