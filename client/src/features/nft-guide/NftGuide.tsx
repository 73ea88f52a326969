/** The two NFT collections [AIM7, SCR49]: what each is good for, where to buy it, how to use it. */
import {
  ArrowUpRight,
  Landmark as CultureIcon,
  Lock,
  Map as MapIcon,
  Percent,
  TrendingUp,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { NeatlineRule } from '../../ui/atlas/neatline.ts';
import { PlateCard } from '../../ui/atlas/PlateCard.ts';
import { ButtonAnchor, ButtonLink } from '../../ui/Button.tsx';
import { anyLandEarns } from '../../views/earnings.ts';
import {
  CULTURAL_GDP_RANGE,
  ENDS_IF_MOVED,
  LOCK_TEXT,
  PRODUCTION_RANGE,
  TERRITORY_RANGE,
} from '../../views/facts.ts';
import { Marketplace } from '../../views/Marketplace.tsx';
import { useMarketplace } from '../../views/use-marketplace.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PlateGallery } from './PlateGallery.tsx';

const Collections = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-5);

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Body = styled.div`
  display: grid;
  flex: 1;
  align-content: start;
  gap: var(--space-4);
  padding: var(--space-5);
`;

const Title = styled.h2`
  font-size: var(--text-heading);
`;

const Benefits = styled.ul`
  border-block-start: 1px solid var(--rule);
`;

const Benefit = styled.li`
  display: grid;
  grid-template-columns: 1.25rem 1fr auto;
  gap: var(--space-3);
  align-items: center;
  padding-block: var(--space-2);
  border-block-end: 1px solid var(--rule);
  color: var(--ink-muted);

  > strong {
    color: var(--ink);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const Muted = styled.p`
  max-inline-size: 54ch;
  color: var(--ink-muted);
`;

const Foot = styled.div`
  padding: 0 var(--space-5) var(--space-5);
`;

const HowTo = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: var(--space-5) var(--space-7);
  margin-block-start: var(--space-8);
  padding-block-start: var(--space-6);
  border-block-start: 1px solid var(--rule);

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Steps = styled.ol`
  display: grid;
  gap: var(--space-4);

  > li {
    display: grid;
    grid-template-columns: 2rem 1fr;
    counter-increment: step;
  }

  > li::before {
    content: counter(step);
    color: var(--ink-faint);
    font-family: var(--font-display);
    font-size: var(--text-heading);
    line-height: 1;
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-3);
  grid-column: -2 / -1;
`;

export function NftGuide() {
  const isSold = [useMarketplace('national'), useMarketplace('cultural')].some(Boolean);
  return (
    <>
      <Collections>
        <CollectionCard
          kind="national"
          title="National NFTs"
          text="Territory. Each design is unique, with no duplicates, and counts for the nation it belongs to."
          buy="Buy National NFTs"
        >
          <Benefit>
            <MapIcon size={18} aria-hidden />
            Territory
            <strong>{`+${TERRITORY_RANGE}`}</strong>
          </Benefit>
          <Benefit>
            <TrendingUp size={18} aria-hidden />
            Production
            <strong>{`+${PRODUCTION_RANGE}`}</strong>
          </Benefit>
          <Benefit>
            <Percent size={18} aria-hidden />
            GDP
            <strong>{anyLandEarns()}</strong>
          </Benefit>
          <Benefit>
            <Lock size={18} aria-hidden />
            Staking lock
            <strong>{LOCK_TEXT}</strong>
          </Benefit>
        </CollectionCard>
        <CollectionCard
          kind="cultural"
          title="Cultural NFTs"
          text="Museum pieces of the four nations. Staking cultural NFTs helps you become President of yours."
          buy="Buy Cultural NFTs"
        >
          <Benefit>
            <Percent size={18} aria-hidden />
            GDP bonus
            <strong>{`+$${CULTURAL_GDP_RANGE}`}</strong>
          </Benefit>
          <Benefit>
            <CultureIcon size={18} aria-hidden />
            Presidency
            <strong>most staked</strong>
          </Benefit>
          <Benefit>
            <Lock size={18} aria-hidden />
            Staking lock
            <strong>{LOCK_TEXT}</strong>
          </Benefit>
        </CollectionCard>
      </Collections>

      <PlateGallery />

      <HowTo aria-labelledby="how-to">
        <Title id="how-to">How to use them</Title>
        <Steps>
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
        </Steps>
        <Actions>
          <ButtonLink to="/dashboard" tone="primary">
            Go to Dashboard
          </ButtonLink>
          <ButtonLink to="/territory">View Your Territory</ButtonLink>
        </Actions>
      </HowTo>
    </>
  );
}

function CollectionCard({
  kind,
  title,
  text,
  buy,
  children,
}: {
  readonly kind: NftKind;
  readonly title: string;
  readonly text: string;
  readonly buy: string;
  readonly children: ReactNode;
}) {
  const { walletAddress } = useWallet();
  return (
    <PlateCard as="section" aria-label={title}>
      <NeatlineRule />
      <Body>
        <Title>{title}</Title>
        <Muted>{text}</Muted>
        <Benefits>{children}</Benefits>
      </Body>
      <Foot>
        <Marketplace
          kind={kind}
          walletAddress={walletAddress}
          renderLink={(place) => (
            <ButtonAnchor {...place}>
              <span>{buy}</span>
              <ArrowUpRight size={16} aria-hidden />
            </ButtonAnchor>
          )}
        />
      </Foot>
    </PlateCard>
  );
}
