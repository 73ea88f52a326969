/** 'How it works' [SCR13]: four cards, each with a real figure. */
import { styled } from 'styled-components';
import { LOCK_TEXT, MOST_TERRITORY, STAKE_EXAMPLE } from '../../views/facts.ts';

const CARDS = [
  {
    title: 'Economic Warfare',
    figure: '1 nation',
    text: 'Choose one. You can’t change it later. Every stake you make raises its GDP against the others.',
  },
  {
    title: 'DENA Token Economy',
    figure: `${STAKE_EXAMPLE.dena} → $${STAKE_EXAMPLE.gdp}`,
    text: `${STAKE_EXAMPLE.dena} DENA adds $${STAKE_EXAMPLE.gdp} to your GDP. The tokens stay in your wallet, locked for ${LOCK_TEXT}. What you move is no longer staked.`,
  },
  {
    title: 'Global Competition',
    figure: '#1',
    text: 'One ranking of all players. A change of rank reaches every screen in a fraction of a second.',
  },
  {
    title: 'Nation Building',
    figure: MOST_TERRITORY,
    text: 'National NFTs are land, cultural NFTs are art. The player who stakes the most art becomes President.',
  },
] as const;

const Title = styled.h2`
  margin-block-end: var(--space-6);
  font-size: var(--text-title);
`;

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  border-block: 1px solid var(--rule-strong);

  @media (max-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  @media (max-width: 40rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Card = styled.li`
  display: grid;
  align-content: start;
  gap: var(--space-3);
  padding: var(--space-5);
  border-inline-start: 1px solid var(--rule);

  &:first-child {
    padding-inline-start: 0;
    border-inline-start: 0;
  }

  @media (max-width: 64rem) {
    &:nth-child(odd) {
      padding-inline-start: 0;
      border-inline-start: 0;
    }

    &:nth-child(n + 3) {
      border-block-start: 1px solid var(--rule);
    }
  }

  @media (max-width: 40rem) {
    padding-inline: 0;
    border-inline-start: 0;

    & + & {
      border-block-start: 1px solid var(--rule);
    }
  }
`;

const Figure = styled.p`
  font-size: var(--text-heading);
  font-variant-numeric: tabular-nums;
  font-weight: 600;
  letter-spacing: -0.02em;
  line-height: 1.2;
  white-space: nowrap;
`;

const Name = styled.h3`
  font-size: var(--text-heading);
`;

const Text = styled.p`
  max-inline-size: 40ch;
  color: var(--ink-muted);
`;

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <Title id="how-it-works">How it works</Title>
      <Cards>
        {CARDS.map(({ title, figure, text }) => (
          <Card key={title}>
            <Name>{title}</Name>
            <Figure>{figure}</Figure>
            <Text>{text}</Text>
          </Card>
        ))}
      </Cards>
    </section>
  );
}
