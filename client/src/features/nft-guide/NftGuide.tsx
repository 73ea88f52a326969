/**
 * The two NFT collections [AIM7, SCR49]: what each is good for, where to buy it, its plates, and
 * how to use it.
 */
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { durationText } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { useRules } from '../../api/config.ts';
import { NeatlineRule, PlateCard } from '../../ui/atlas/neatline.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { Row, Stack, ButtonRow } from '../../ui/layout/boxes.ts';
import { Step } from '../../ui/layout/sections.ts';
import { Muted } from '../../ui/text.ts';
import { landEarns } from '../../views/earnings.ts';
import {
  CULTURAL_GDP_RANGE,
  ENDS_IF_MOVED,
  PRODUCTION_RANGE,
  TERRITORY_RANGE,
} from '../../views/facts.ts';
import { Marketplace, useMarketplace } from '../../views/Marketplace.tsx';
import { CollectionPlates } from './CollectionPlates.tsx';

const Body = styled(Stack)`
  padding: var(--card-gutter);

  /* In the columns of the plates below. */
  @media (min-width: 64rem) {
    > dl {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
  }
`;

/** Takes the width that the button leaves. */
const Words = styled.div`
  flex: 1 1 18rem;

  > p {
    max-inline-size: 60ch;
    margin-block-start: var(--space-1);
  }
`;

const HowTo = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: var(--space-5) var(--space-7);
  margin-block-start: var(--space-7);

  > :last-child {
    grid-column: -2 / -1;
  }

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

function lockFact({ lockMs }: Rules): Fact {
  return { label: 'Staking lock', value: durationText(lockMs) };
}

interface Collection {
  readonly kind: NftKind;
  readonly title: string;
  readonly text: string;
  readonly benefits: readonly Fact[];
}

const collectionsOf = (rules: Rules): readonly Collection[] => [
  {
    kind: 'national',
    title: 'National NFTs',
    text: 'Territory. What one adds in dollars is its production times your nation’s starting GDP.',
    benefits: [
      { label: 'Territory', value: `+${TERRITORY_RANGE}` },
      { label: 'Production', value: `+${PRODUCTION_RANGE}` },
      { label: 'GDP', value: landEarns(rules) },
      lockFact(rules),
    ],
  },
  {
    kind: 'cultural',
    title: 'Cultural NFTs',
    text: 'Museum pieces of the four nations. Staking cultural NFTs helps you become President of your nation.',
    benefits: [
      { label: 'GDP bonus', value: `+$${CULTURAL_GDP_RANGE}` },
      { label: 'Presidency', value: 'Most staked wins it' },
      lockFact(rules),
    ],
  },
];

export function NftGuide() {
  const rules = useRules();
  const isSold = [useMarketplace('national'), useMarketplace('cultural')].some(Boolean);
  return (
    <>
      <Stack $gap={5}>
        {collectionsOf(rules).map(({ kind, title, text, benefits }) => (
          <PlateCard as="section" key={kind} aria-label={title}>
            <NeatlineRule />
            <Body $gap={4}>
              <Row $gap={[3, 5]} $wrap>
                <Words>
                  <h2>{title}</h2>
                  <Muted>{text}</Muted>
                </Words>
                <Marketplace kind={kind} />
              </Row>
              <Facts facts={benefits} min="8.75rem" />
              <CollectionPlates kind={kind} />
            </Body>
          </PlateCard>
        ))}
      </Stack>

      <HowTo aria-labelledby="how-to">
        <h2 id="how-to">How to use them</h2>
        <Stack as="ol" $gap={4}>
          <Step>Choose your nation: you can only stake its own NFTs.</Step>
          <Step>
            {isSold
              ? 'Buy an NFT on its marketplace, with the wallet you play with.'
              : 'Hold an NFT in the wallet you play with.'}
          </Step>
          <Step>
            {`Stake it on your dashboard. It stays in your wallet, locked for ${durationText(rules.lockMs)}, and your GDP rises at once. ${ENDS_IF_MOVED}`}
          </Step>
          <Step>
            {`A cultural NFT adds $${CULTURAL_GDP_RANGE} GDP, depending on its nation. The player who stakes the most becomes President.`}
          </Step>
        </Stack>
        <ButtonRow>
          <ButtonLink to="/dashboard" tone="primary">
            Go to Dashboard
          </ButtonLink>
          <ButtonLink to="/territory">View Your Territory</ButtonLink>
        </ButtonRow>
      </HowTo>
    </>
  );
}
