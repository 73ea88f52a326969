/** The stake form for visitors without a wallet: what an amount would add, and what they need to stake it. */
import { styled } from 'styled-components';
import { Panel } from '../../ui/Panel.tsx';
import { STAKE_ADDS } from '../../views/facts.ts';
import { StakeForm } from './StakeForm.tsx';

const Trial = styled(Panel)`
  max-inline-size: 36rem;
`;

export function VisitorStaking() {
  return (
    <Trial title="What a stake adds" aside={STAKE_ADDS}>
      <StakeForm player={null} />
    </Trial>
  );
}
