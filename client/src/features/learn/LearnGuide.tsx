/**
 * Learn How to Play [SCR48]: the steps, the three ways to stake, what one wins, and tips from good
 * players.
 */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { counted, nftName } from '../../../../common/values/nft-names.ts';
import { useRules } from '../../api/config.ts';
import { FourTexts } from '../../ui/layout/FourTexts.tsx';
import { FourColumns, Step } from '../../ui/layout/sections.ts';
import { Coin } from '../../ui/atlas/Coin.tsx';
import { NeatlineRule, PlateCard, PlateGround } from '../../ui/atlas/neatline.ts';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { BigFigure, Muted } from '../../ui/text.ts';
import {
  everyDollar,
  lockAdjective,
  PRODUCTION_RANGE,
  stakeExample,
  TERRITORY_RANGE,
} from '../../views/facts.ts';
import { worthOf } from '../../views/staked.ts';
import { WEEK_RULES } from '../../views/paths.ts';

const stepsOf = ({ bonusPercent }: Rules) => [
  {
    title: 'Connect your wallet',
    text: 'Your wallet is your identity in the game. There is no account, no password and no e-mail.',
  },
  {
    title: 'Choose your nation',
    text: `United States, Italy, Argentina or China: each starts with its own GDP, and makes one resource ${bonusPercent}% faster: its bonus, which builds its landmark and adds no GDP. You can’t change it later.`,
  },
  {
    title: 'Stake to grow',
    text: 'Put your tokens to work. NFTs and DENA raise your GDP the moment you stake them. They stay in your wallet, and what you move out of it is no longer staked.',
  },
  {
    title: 'Climb the ranking',
    text: 'Everyone is ranked by GDP, live. When you pass someone, every screen shows it within a second.',
  },
];

const tipsOf = ({ lockMs }: Rules) => [
  {
    title: 'Stake before you trade',
    text: 'Resources build your nation’s landmark. They don’t raise your GDP or your rank, and the DENA you pay for them can’t be staked again. Staked DENA is free again after its lock.',
  },
  {
    title: 'Be early',
    text: 'Ties go to the first player to get there: whoever reaches the same GDP later ranks below.',
  },
  {
    title: 'Split your stakes',
    text: `Each stake has its own ${lockAdjective(lockMs)} lock. Stake on different days, and some of your DENA unlocks every few days.`,
  },
  {
    title: 'Win the presidency',
    text: 'The player who stakes the most cultural NFTs of a nation is its President. If two have as many, the one who got there first stays.',
  },
];

/** What stands after a player's name, or a nation's, for others to see. [LB1, PRE1, SEA3, WRK1] */
const PRIZES = [
  {
    title: 'The top of the world',
    text: 'Three stand on the podium of the ranking, live, for as long as nobody passes them.',
    more: { to: '/ranking', words: 'See the ranking' },
  },
  {
    title: 'The presidency',
    text: 'Your name on every row of your nation. While nobody stakes a cultural NFT it is free, and one is enough; then it takes one more than the President has.',
  },
  {
    title: 'The week’s laurel',
    text: 'Every Monday the player who gained most in the week gets a laurel beside their name, for good.',
    more: { to: WEEK_RULES, words: 'How a week is won' },
  },
  {
    title: 'The landmark',
    text: 'Your nation’s players build it together from resources. The first nation to finish is marked for good.',
  },
] as const;

/** The land staked in an example; its territory adds no GDP. */
const EXAMPLE_LAND = { quantity: 2, productionBonus: 0.45, territoryValue: 0, culturalGdpBonus: 0 };

const Section = styled.section`
  & + & {
    margin-block-start: var(--space-7);
    padding-block-start: var(--space-6);
    border-block-start: 1px solid var(--rule);
  }

  > h2 {
    margin-block-end: var(--space-5);
  }

  h3 {
    font-weight: 520;
  }
`;

/** Beside each other; where there is no room each is a row, its picture before its words. */
const Systems = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--space-5);

  @media (max-width: 64rem) {
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4);

    > li {
      display: grid;
      grid-template-columns: clamp(96px, 30%, 16rem) minmax(0, 1fr);
    }

    > li > :first-child {
      grid-row: span 2;
      align-content: start;
      block-size: auto;
      padding: var(--space-2);
      padding-block-start: var(--space-4);
      background: none;
    }

    > li > :nth-child(2) {
      display: none;
    }

    > li > :nth-child(n + 3) {
      grid-column: 2;
      padding: var(--space-4);
    }
  }
`;

const Plate = styled(PlateGround)`
  display: grid;
  place-items: center;
  block-size: 18rem;
  padding: var(--space-4);

  > * {
    inline-size: min(100%, 16rem);
    block-size: auto;
    aspect-ratio: 1;
  }
`;

const Words = styled(Stack)`
  flex: 1;
  padding: var(--space-5);
`;

const Example = styled(Stack)`
  padding: var(--space-3) var(--space-5) var(--space-4);
  border-block-start: 1px solid var(--rule);
`;

/** A way to stake: its picture, what it does, and what that is in an example. */
function System({
  title,
  picture,
  example,
  children,
}: {
  readonly title: string;
  readonly picture: ReactNode;
  readonly example: { readonly of: string; readonly adds: string };
  readonly children: ReactNode;
}) {
  return (
    <PlateCard as="li">
      <Plate>{picture}</Plate>
      <NeatlineRule />
      <Words $gap={3}>
        <h3>{title}</h3>
        {children}
      </Words>
      <Example $gap={0}>
        <Muted as="span">{example.of}</Muted>
        <BigFigure>{example.adds}</BigFigure>
      </Example>
    </PlateCard>
  );
}

export function LearnGuide() {
  const rules = useRules();
  const example = stakeExample(rules);
  return (
    <>
      <Section aria-labelledby="getting-started">
        <h2 id="getting-started">Getting started</h2>
        <FourColumns as="ol">
          {stepsOf(rules).map(({ title, text }) => (
            <Step key={title}>
              <h3>{title}</h3>
              <Muted>{text}</Muted>
            </Step>
          ))}
        </FourColumns>
      </Section>

      <Section aria-labelledby="staking-systems">
        <h2 id="staking-systems">Three ways to stake</h2>
        <Systems>
          <System
            title="National NFTs"
            picture={<PlatePicture kind="national" nation="italy" />}
            example={{
              of: `${counted(nftName('national', 'italy'), EXAMPLE_LAND.quantity)}, if each adds +${EXAMPLE_LAND.productionBonus.toFixed(2)}x`,
              adds: `${formatDeltaDollars(worthOf(EXAMPLE_LAND, rules.startingGdp.italy).gdp)} GDP`,
            }}
          >
            <Muted>
              {`Land for your nation. Each adds ${TERRITORY_RANGE} of territory and ${PRODUCTION_RANGE} of production. Production multiplies your starting GDP; both make your resources grow faster.`}
            </Muted>
          </System>
          <System
            title="Cultural NFTs"
            picture={<PlatePicture kind="cultural" nation="italy" />}
            example={{
              of: counted(nftName('cultural', 'italy'), 3),
              adds: `${formatDeltaDollars(3 * rules.culturalGdpBonus.italy)} GDP`,
            }}
          >
            <Muted>
              Of your own nation’s museums. Each adds a fixed bonus, and the player who stakes the
              most becomes President.
            </Muted>
          </System>
          <System
            title="DENA coins"
            picture={<Coin />}
            example={{ of: example.dena, adds: `+${example.gdp} GDP` }}
          >
            <Muted>
              {`The token of the game. ${everyDollar(rules)} to your GDP for as long as it is staked. Stakes are rounded down to the dollar.`}
            </Muted>
          </System>
        </Systems>
      </Section>

      <Section aria-labelledby="what-you-win">
        <h2 id="what-you-win">What you can win</h2>
        <FourTexts texts={PRIZES} />
      </Section>

      <Section aria-labelledby="pro-tips">
        <h2 id="pro-tips">Pro tips</h2>
        <FourTexts texts={tipsOf(rules)} />
      </Section>
    </>
  );
}
