/** The DENA Coin Staking card (SPEC.md §2): stake an amount, and what is staked already. */
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { useLockMs } from '../../api/lock.ts';
import { Panel } from '../../ui/Panel.tsx';
import { GDP_PER_DENA, lockText } from '../../views/facts.ts';
import { StakeForm } from './StakeForm.tsx';
import { StakeList } from './StakeList.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  min-block-size: 100%;

  > * {
    padding: var(--space-5);
  }

  > * + * {
    border-inline-start: 1px solid var(--rule);
  }

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);

    > * + * {
      border-inline-start: 0;
      border-block-start: 1px solid var(--rule);
    }
  }

  @media (max-width: 30rem) {
    > * {
      padding: var(--space-4);
    }
  }
`;

export function DenaStaking({ walletAddress }: { readonly walletAddress: Address }) {
  const lockMs = useLockMs();
  return (
    <Panel
      title="DENA Coin Staking"
      aside={`${GDP_PER_DENA} GDP per DENA · locked for ${lockText(lockMs)}`}
      flush
    >
      <Columns>
        <StakeForm />
        <StakeList walletAddress={walletAddress} />
      </Columns>
    </Panel>
  );
}
