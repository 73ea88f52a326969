/** Learn How to Play [SCR48]: the steps, the three ways to stake, and tips from good players. */
import { styled } from 'styled-components';
import { NATION_LIST, NATIONS } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { Coin } from '../../ui/atlas/Coin.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NeatlineRule } from '../../ui/atlas/neatline.ts';
import { PlateCard, PlateGround } from '../../ui/atlas/PlateCard.ts';
import { PlatePicture } from '../../ui/atlas/PlatePicture.tsx';
import { formatDeltaDollars, formatGdpK } from '../../ui/format.ts';
import {
  EVERY_DOLLAR,
  LOCK_ADJECTIVE,
  PRODUCTION_RANGE,
  STAKE_EXAMPLE,
  TERRITORY_RANGE,
} from '../../views/facts.ts';
import { plateAlt } from '../../views/plate-alt.ts';
import { worthOf } from '../../views/staked.ts';

const STEPS = [
  {
    title: 'Connect your wallet',
    text: 'Your wallet is your identity in the game. There is no account, no password and no e-mail.',
  },
  {
    title: 'Choose your nation',
    text: 'United States, Italy, Argentina or China: each starts with its own GDP and its own bonus. You can’t change it later.',
  },
  {
    title: 'Stake to grow',
    text: 'Put your tokens to work. NFTs and DENA raise your GDP the moment you stake them. They stay in your wallet, and what you move out of it is no longer staked.',
  },
  {
    title: 'Climb the ranking',
    text: 'Everyone is ranked by GDP, live. When you pass someone, every screen shows it within a second.',
  },
] as const;

const TIPS = [
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
    text: `Each stake has its own ${LOCK_ADJECTIVE} lock. Stake on different days, and some of your DENA unlocks every few days.`,
  },
  {
    title: 'Win the presidency',
    text: 'The player who stakes the most cultural NFTs of a nation is its President, and every row of that nation says so.',
  },
] as const;

/** The land staked in an example; its territory adds no GDP. */
const EXAMPLE_LAND = { quantity: 2, productionBonus: 0.4, territoryValue: 0, culturalGdpBonus: 0 };

const Section = styled.section`
  & + & {
    margin-block-start: var(--space-7);
    padding-block-start: var(--space-6);
    border-block-start: 1px solid var(--rule);
  }
`;

const Heading = styled.h2`
  margin-block-end: var(--space-5);
  font-size: var(--text-heading);
`;

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-5);

  @media (max-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  @media (max-width: 40rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Step = styled.li`
  display: grid;
  align-content: start;
  gap: var(--space-2);
  counter-increment: step;

  &::before {
    content: counter(step);
    color: var(--ink-faint);
    font-family: var(--font-display);
    font-size: var(--text-title);
    font-variation-settings: 'opsz' 144;
    line-height: 1;
  }

  > p {
    color: var(--ink-muted);
  }
`;

const StepTitle = styled.h3`
  font-size: var(--text-lead);
  font-weight: 520;
`;

const Systems = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--space-5);

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Plate = styled(PlateGround)`
  display: grid;
  place-items: center;
  block-size: 19rem;
  padding: var(--space-4);

  > * {
    inline-size: auto;
    max-inline-size: 100%;
    block-size: 17rem;
  }
`;

const SystemBody = styled.div`
  display: grid;
  gap: var(--space-3);
  align-content: start;
  flex: 1;
  padding: var(--space-5);

  > p {
    color: var(--ink-muted);
  }
`;

const Example = styled.p`
  display: grid;
  gap: var(--space-1);
  padding: var(--space-4) var(--space-5);
  border-block-start: 1px solid var(--rule);
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;

  > strong {
    color: var(--ink);
    font-size: var(--text-heading);
    font-weight: 600;
    letter-spacing: -0.02em;
    line-height: 1.2;
  }
`;

const Bonuses = styled.ul`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--space-1) var(--space-4);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > li {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
`;

const Tips = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-5) var(--space-7);

  @media (max-width: 48rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Tip = styled.li`
  padding-inline-start: var(--space-4);
  border-inline-start: 1px solid var(--rule-strong);

  > p {
    max-inline-size: 48ch;
    margin-block-start: var(--space-1);
    color: var(--ink-muted);
  }
`;

export function LearnGuide() {
  const { startingGdp } = NATIONS.italy;
  const gdpWithLand = startingGdp + worthOf(EXAMPLE_LAND, startingGdp).gdp;
  return (
    <>
      <Section aria-labelledby="getting-started">
        <Heading id="getting-started">Getting started</Heading>
        <Steps>
          {STEPS.map(({ title, text }) => (
            <Step key={title}>
              <StepTitle>{title}</StepTitle>
              <p>{text}</p>
            </Step>
          ))}
        </Steps>
      </Section>

      <Section aria-labelledby="staking-systems">
        <Heading id="staking-systems">Three ways to stake</Heading>
        <Systems>
          <PlateCard as="li">
            <Plate>
              <PlatePicture kind="national" nation="italy" alt={plateAlt('national', 'italy')} />
            </Plate>
            <NeatlineRule />
            <SystemBody>
              <StepTitle>National NFTs</StepTitle>
              <p>
                {`Land for your nation. Each adds ${TERRITORY_RANGE} of territory and ${PRODUCTION_RANGE} of production. Production multiplies your starting GDP; both make your resources grow faster.`}
              </p>
            </SystemBody>
            <Example>
              <span>{`${EXAMPLE_LAND.quantity} copies of ${nftName('national', 'italy')}, if each adds +${EXAMPLE_LAND.productionBonus.toFixed(2)}x`}</span>
              <strong>{`$${formatGdpK(startingGdp)} → $${formatGdpK(gdpWithLand)}`}</strong>
            </Example>
          </PlateCard>
          <PlateCard as="li">
            <Plate>
              <PlatePicture kind="cultural" nation="italy" alt={plateAlt('cultural', 'italy')} />
            </Plate>
            <NeatlineRule />
            <SystemBody>
              <StepTitle>Cultural NFTs</StepTitle>
              <p>
                Works of art of your own nation. Each adds a fixed bonus, and the player who stakes
                the most becomes President.
              </p>
              <Bonuses>
                {NATION_LIST.map(({ id, name, culturalGdpBonus }) => (
                  <li key={id}>
                    <Flag nation={id} height={12} label={name} />
                    <span>{`${formatDeltaDollars(culturalGdpBonus)} GDP`}</span>
                  </li>
                ))}
              </Bonuses>
            </SystemBody>
            <Example>
              <span>{`3 copies of ${nftName('cultural', 'italy')}`}</span>
              <strong>{`${formatDeltaDollars(3 * NATIONS.italy.culturalGdpBonus)} GDP`}</strong>
            </Example>
          </PlateCard>
          <PlateCard as="li">
            <Plate>
              <Coin />
            </Plate>
            <NeatlineRule />
            <SystemBody>
              <StepTitle>DENA coins</StepTitle>
              <p>
                {`The token of the game. ${EVERY_DOLLAR} to your GDP for as long as it is staked. Stakes are rounded down to the dollar.`}
              </p>
            </SystemBody>
            <Example>
              <span>{`${STAKE_EXAMPLE.dena} DENA`}</span>
              <strong>{`+$${STAKE_EXAMPLE.gdp} GDP`}</strong>
            </Example>
          </PlateCard>
        </Systems>
      </Section>

      <Section aria-labelledby="pro-tips">
        <Heading id="pro-tips">Pro tips</Heading>
        <Tips>
          {TIPS.map(({ title, text }) => (
            <Tip key={title}>
              <StepTitle>{title}</StepTitle>
              <p>{text}</p>
            </Tip>
          ))}
        </Tips>
      </Section>
    </>
  );
}
