/** The wallet in the header: the button to connect, or the connected wallet. */
import { styled } from 'styled-components';
import { Button } from '../../ui/Button.tsx';
import { lateBeside } from '../../views/late-beside.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { useConnect } from '../../views/use-connect.ts';
import type { WalletSlot } from './ConnectedWallet.tsx';

// Lazy: visitors who only watch don't need it.
const ConnectedWallet = lateBeside(
  () => import('./ConnectedWallet.tsx').then((module) => module.ConnectedWallet),
  <Waiting />,
);

const Connect = styled(Button)`
  @media (max-width: 21.99rem) {
    padding-inline: var(--space-2);
  }
`;

export function WalletControl({ place }: { readonly place: WalletSlot }) {
  const { walletAddress, status, disconnect } = useWallet();
  const { connect, isConnecting } = useConnect();
  if (status === 'starting') return <Waiting />;
  if (walletAddress) {
    return (
      <ConnectedWallet walletAddress={walletAddress} place={place} onDisconnect={disconnect} />
    );
  }
  return (
    <Connect pending={isConnecting} onClick={() => void connect()}>
      {isConnecting ? 'Connecting…' : 'Connect Wallet'}
    </Connect>
  );
}

function Waiting() {
  return <Skeleton $width="10rem" $height="var(--tap)" />;
}
