/** The wallet in the header: connect it, read and copy its address, disconnect it. */
import { Unplug, Wallet } from 'lucide-react';
import { styled } from 'styled-components';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyAddress } from '../../ui/CopyAddress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';

type Place = 'header' | 'menu';

const Cluster = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-1);
  margin-inline-start: calc(-1 * var(--space-2));
`;

/** A phone's header has no room for it: there it is found in the menu. */
const Disconnect = styled(Button)<{ readonly $place: Place }>`
  @media (max-width: 39.99rem) {
    ${({ $place }) => $place === 'header' && 'display: none;'}
  }
`;

/** The smallest phones keep the words and drop the picture. */
const Connect = styled(Button)`
  @media (max-width: 24rem) {
    padding-inline: var(--space-3);

    > svg {
      display: none;
    }
  }
`;

/** Where the header has no room for the word, the button keeps it as its name. */
const Word = styled.span<{ $place: Place }>`
  @media (max-width: 79.99rem) {
    ${({ $place }) => $place === 'header' && 'position: absolute; clip-path: inset(50%);'}
  }
`;

export function WalletControl({ place }: { readonly place: Place }) {
  const { walletAddress, status, connect, disconnect } = useWallet();
  if (status === 'starting') return <Skeleton $width="10rem" $height="var(--tap)" />;
  if (walletAddress) {
    return (
      <Cluster>
        <CopyAddress address={walletAddress} short={shortAddress(walletAddress)} />
        <Disconnect tone="quiet" title="Disconnect wallet" onClick={disconnect} $place={place}>
          <Unplug size={18} aria-hidden />
          <Word $place={place}>Disconnect</Word>
        </Disconnect>
      </Cluster>
    );
  }
  return (
    <Connect pending={status === 'connecting'} onClick={() => void connect()}>
      {status !== 'connecting' && <Wallet size={18} aria-hidden />}
      {status === 'connecting' ? 'Connecting…' : 'Connect Wallet'}
    </Connect>
  );
}
