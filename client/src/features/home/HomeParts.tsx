/** The home page below the first screen: what players play with, what they build, and how. */
import { styled } from 'styled-components';
import { column } from '../../ui/layout/Page.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { NationalNfts } from './NationalNfts.tsx';
import { NationsWorks } from './NationsWorks.tsx';

const Parts = styled.div`
  ${column}
  display: grid;
  gap: var(--space-9);
  padding-block: var(--space-8) var(--space-9);
`;

export function HomeParts() {
  return (
    <Parts>
      <NationalNfts />
      <NationsWorks />
      <HowItWorks />
    </Parts>
  );
}
