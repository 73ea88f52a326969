/** The wallet in the header: connect it, or what there is of it once it is connected. */
import { Wallet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { styled } from 'styled-components';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import type { WalletPlace } from './ConnectedWallet.tsx';

// Whoever only looks on has no use for it.
const ConnectedWallet = lazy(() =>
  import('./ConnectedWallet.tsx').then((module) => ({ default: module.ConnectedWallet })),
);

/** The smallest phones keep the words and drop the picture. */
const Connect = styled(Button)`
  @media (max-width: 24rem) {
    padding-inline: var(--space-3);

    > svg {
      display: none;
    }
  }
`;

export function WalletControl({ place }: { readonly place: WalletPlace }) {
  const { walletAddress, status, connect, disconnect } = useWallet();
  if (status === 'starting') return <Waiting />;
  if (walletAddress) {
    return (
      <Suspense fallback={<Waiting />}>
        <ConnectedWallet walletAddress={walletAddress} place={place} onDisconnect={disconnect} />
      </Suspense>
    );
  }
  return (
    <Connect pending={status === 'connecting'} onClick={() => void connect()}>
      {status !== 'connecting' && <Wallet size={18} aria-hidden />}
      {status === 'connecting' ? 'Connecting…' : 'Connect Wallet'}
    </Connect>
  );
}

function Waiting() {
  return <Skeleton $width="10rem" $height="var(--tap)" />;
}
