/** The two NFT collections [AIM7, SCR49]: what each is good for, where to buy it, how to use it. */
import {
  ArrowUpRight,
  Landmark as CultureIcon,
  Lock,
  Map as MapIcon,
  Percent,
  TrendingUp,
  type LucideIcon,
} from 'lucide-react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { NeatlineRule, PlateCard } from '../../ui/atlas/neatline.ts';
import { ButtonAnchor, ButtonLink } from '../../ui/Button.tsx';
import { Grid, Row, Stack } from '../../ui/layout/boxes.ts';
import { Muted, Strong } from '../../ui/text.ts';
import { landEarns } from '../../views/earnings.ts';
import {
  CULTURAL_GDP_RANGE,
  ENDS_IF_MOVED,
  LOCK_TEXT,
  PRODUCTION_RANGE,
  TERRITORY_RANGE,
} from '../../views/facts.ts';
import { Marketplace, useMarketplace } from '../../views/Marketplace.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PlateGallery } from './PlateGallery.tsx';

const Body = styled(Stack)`
  flex: 1;
  /* The ways to buy stand in one line. */
  grid-template-rows: auto auto 1fr;
  align-content: stretch;
  padding: var(--space-5);

  > p {
    max-inline-size: 54ch;
  }
`;

const Benefit = styled.li`
  display: grid;
  grid-template-columns: 1.25rem 1fr auto;
  gap: var(--space-3);
  align-items: center;
  padding-block: var(--space-2);
  border-block-start: 1px solid var(--rule);
  color: var(--ink-muted);
`;

const HowTo = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: var(--space-5) var(--space-7);
  margin-block-start: var(--space-8);
  padding-block-start: var(--space-6);
  border-block-start: 1px solid var(--rule);

  li {
    display: grid;
    grid-template-columns: 2rem 1fr;
    counter-increment: step;
  }

  li::before {
    content: counter(step);
    color: var(--ink-faint);
    font-family: var(--font-display);
    font-size: var(--text-heading);
    line-height: 1;
  }

  > :last-child {
    grid-column: -2 / -1;
  }

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

interface BenefitOf {
  readonly Icon: LucideIcon;
  readonly of: string;
  readonly is: string;
}

const STAKING_LOCK: BenefitOf = { Icon: Lock, of: 'Staking lock', is: LOCK_TEXT };

const COLLECTIONS: readonly {
  readonly kind: NftKind;
  readonly title: string;
  readonly text: string;
  readonly benefits: readonly BenefitOf[];
}[] = [
  {
    kind: 'national',
    title: 'National NFTs',
    text: 'Territory. Each design is unique, with no duplicates, and counts for the nation it belongs to.',
    benefits: [
      { Icon: MapIcon, of: 'Territory', is: `+${TERRITORY_RANGE}` },
      { Icon: TrendingUp, of: 'Production', is: `+${PRODUCTION_RANGE}` },
      { Icon: Percent, of: 'GDP', is: landEarns() },
      STAKING_LOCK,
    ],
  },
  {
    kind: 'cultural',
    title: 'Cultural NFTs',
    text: 'Museum pieces of the four nations. Staking cultural NFTs helps you become President of yours.',
    benefits: [
      { Icon: Percent, of: 'GDP bonus', is: `+$${CULTURAL_GDP_RANGE}` },
      { Icon: CultureIcon, of: 'Presidency', is: 'most staked' },
      STAKING_LOCK,
    ],
  },
];

export function NftGuide() {
  const { walletAddress } = useWallet();
  const isSold = [useMarketplace('national'), useMarketplace('cultural')].some(Boolean);
  return (
    <>
      <Grid $min="24rem" $gap={5}>
        {COLLECTIONS.map(({ kind, title, text, benefits }) => (
          <PlateCard as="section" key={kind} aria-label={title}>
            <NeatlineRule />
            <Body $gap={4}>
              <h2>{title}</h2>
              <Muted>{text}</Muted>
              <ul>
                {benefits.map(({ Icon, of, is }) => (
                  <Benefit key={of}>
                    <Icon size={18} aria-hidden />
                    <span>{of}</span>
                    <Strong>{is}</Strong>
                  </Benefit>
                ))}
              </ul>
              <Marketplace
                kind={kind}
                walletAddress={walletAddress}
                renderLink={(place) => (
                  <ButtonAnchor {...place}>
                    <span>{`Buy ${title}`}</span>
                    <ArrowUpRight size={16} aria-hidden />
                  </ButtonAnchor>
                )}
              />
            </Body>
          </PlateCard>
        ))}
      </Grid>

      <PlateGallery />

      <HowTo aria-labelledby="how-to">
        <h2 id="how-to">How to use them</h2>
        <Stack as="ol" $gap={4}>
          <li>Choose your nation: you can only stake its own NFTs.</li>
          <li>
            {isSold
              ? 'Buy an NFT on its marketplace, with the wallet you play with.'
              : 'Hold an NFT in the wallet you play with.'}
          </li>
          <li>
            {`Stake it on your dashboard. It stays in your wallet, locked for ${LOCK_TEXT}, and your GDP rises at once. ${ENDS_IF_MOVED}`}
          </li>
          <li>
            {`A cultural NFT adds $${CULTURAL_GDP_RANGE} GDP, depending on its nation. The player who stakes the most becomes President.`}
          </li>
        </Stack>
        <Row $gap={3} $wrap>
          <ButtonLink to="/dashboard" tone="primary">
            Go to Dashboard
          </ButtonLink>
          <ButtonLink to="/territory">View Your Territory</ButtonLink>
        </Row>
      </HowTo>
    </>
  );
}
