/** 'How it works' [SCR13]: four cards, each with a real figure. */
import { styled } from 'styled-components';
import { FourColumns, SectionTitle } from '../../ui/layout/sections.ts';
import { BigFigure, Muted } from '../../ui/text.ts';
import { durationText } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { useRules } from '../../api/config.ts';
import { MOST_TERRITORY, stakeAdds, stakeExample } from '../../views/facts.ts';

const cardsOf = (rules: Rules) => [
  {
    title: 'Economic Warfare',
    figure: '1 nation',
    text: 'Choose one. You can’t change it later. Every stake you make raises its GDP against the others.',
  },
  {
    title: 'DENA Token Economy',
    figure: stakeExample(rules).dena,
    text: `${stakeAdds(rules)} to your GDP. The tokens stay in your wallet, locked for ${durationText(rules.lockMs)}. What you move is no longer staked.`,
  },
  {
    title: 'Global Competition',
    figure: '#1',
    text: 'One ranking of all players. A change of rank reaches every screen in a fraction of a second.',
  },
  {
    title: 'Nation Building',
    figure: MOST_TERRITORY,
    text: 'National NFTs are land. Of each nation, the player who stakes the most cultural NFTs is President.',
  },
];

/** Each card has a rule above it, so that no rule depends on which column it stands in. */
const Cards = styled(FourColumns)`
  margin-block-start: var(--space-5);

  > li {
    display: grid;
    gap: var(--space-2);
    align-content: start;
    padding-block-start: var(--space-4);
    border-block-start: 1px solid var(--rule-strong);
  }
`;

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <SectionTitle id="how-it-works">How it works</SectionTitle>
      <Cards>
        {cardsOf(useRules()).map(({ title, figure, text }) => (
          <li key={title}>
            <h3 style={{ fontSize: 'var(--text-heading)' }}>{title}</h3>
            <BigFigure>{figure}</BigFigure>
            <Muted>{text}</Muted>
          </li>
        ))}
      </Cards>
    </section>
  );
}
