/** The two NFT collections (SPEC.md §1, §2): what each is good for, where it is sold, how it is used. */
import { useQuery } from '@tanstack/react-query';
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
import { NATION_IDS } from '../../../../common/values/nations.ts';
import { configQuery } from '../../api/config.ts';
import { Landmark } from '../../ui/atlas/Landmark.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { NeatlineRule } from '../../ui/atlas/neatline.ts';
import { PlateCard, PlateGround } from '../../ui/atlas/PlateCard.ts';
import { ButtonAnchor, ButtonLink } from '../../ui/Button.tsx';
import {
  CULTURAL_GDP_RANGE,
  LOCK_TEXT,
  PRODUCTION_RANGE,
  TERRITORY_RANGE,
} from '../../views/facts.ts';

const Collections = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-5);

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Plate = styled(PlateGround)`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  grid-template-rows: minmax(0, 1fr);
  gap: var(--space-4);
  place-items: center;
  block-size: 11rem;
  padding: var(--space-5);
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
  const config = useQuery(configQuery());
  const marketplaces = config.data?.marketplaces;
  return (
    <>
      <Collections>
        <CollectionCard
          title="National NFTs"
          plate={NATION_IDS.map((id) => (
            <NationMap key={id} nation={id} light={0.7} on="--surface-sunken" small />
          ))}
          text="Territory. Every NFT is unique, with no duplicates, and counts for the nation it belongs to."
          marketplace={marketplaces?.national}
          buy="Buy National NFTs"
        >
          <Benefit>
            <MapIcon size={18} aria-hidden />
            Territory
            <strong>+{TERRITORY_RANGE}</strong>
          </Benefit>
          <Benefit>
            <TrendingUp size={18} aria-hidden />
            Production
            <strong>+{PRODUCTION_RANGE}</strong>
          </Benefit>
          <Benefit>
            <Lock size={18} aria-hidden />
            Staking lock
            <strong>{LOCK_TEXT}</strong>
          </Benefit>
        </CollectionCard>
        <CollectionCard
          title="Cultural NFTs"
          plate={NATION_IDS.map((id) => (
            <Landmark key={id} nation={id} />
          ))}
          text="Museum pieces of the four nations. Staking cultural NFTs helps you become President of yours."
          marketplace={marketplaces?.cultural}
          buy="Buy Cultural NFTs"
        >
          <Benefit>
            <Percent size={18} aria-hidden />
            GDP bonus
            <strong>+{CULTURAL_GDP_RANGE}</strong>
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

      <HowTo aria-labelledby="how-to">
        <Title id="how-to">How to use them</Title>
        <Steps>
          <li>Choose your nation: only NFTs of your own nation can be staked.</li>
          <li>Buy an NFT on its marketplace, with the wallet you play with.</li>
          <li>
            {`Stake it on your dashboard. It stays in your wallet, locked for ${LOCK_TEXT}, and your GDP rises at once.`}
          </li>
          <li>
            {`A cultural NFT adds ${CULTURAL_GDP_RANGE} GDP by its nation. Whoever staked the most is President.`}
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
  title,
  plate,
  text,
  marketplace,
  buy,
  children,
}: {
  readonly title: string;
  readonly plate: ReactNode;
  readonly text: string;
  /** Where it is sold; not known before the server has told. */
  readonly marketplace: string | null | undefined;
  readonly buy: string;
  readonly children: ReactNode;
}) {
  return (
    <PlateCard as="section" aria-label={title}>
      <Plate>{plate}</Plate>
      <NeatlineRule />
      <Body>
        <Title>{title}</Title>
        <Muted>{text}</Muted>
        <Benefits>{children}</Benefits>
      </Body>
      <Foot>
        <ButtonAnchor {...(marketplace ? { href: marketplace } : { 'aria-disabled': true })}>
          {buy}
          <ArrowUpRight size={16} aria-hidden />
        </ButtonAnchor>
      </Foot>
    </PlateCard>
  );
}
