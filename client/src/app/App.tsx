/** The providers, outermost first, and the routes inside them. Needs a router around it. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { WalletDialogs } from '../features/account/WalletDialogs.tsx';
import { LiveProvider } from '../live/LiveProvider.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useWallet } from '../wallet/wallet-context.ts';
import { WalletProvider } from '../wallet/WalletProvider.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Shell } from './Shell.tsx';

export function App({ queryClient }: { readonly queryClient: QueryClient }) {
  const { pathname } = useLocation();
  // What was pressed before is pressed now (tools/production/late-scripts.ts).
  useEffect(() => void document.dispatchEvent(new Event('hydrated')), []);
  return (
    <QueryClientProvider client={queryClient}>
      <WalletProvider>
        <LiveWorld>
          <ErrorBoundary resetKey={pathname} fallback={<PageFailed />}>
            <Shell />
          </ErrorBoundary>
        </LiveWorld>
        <WalletDialogs />
      </WalletProvider>
    </QueryClientProvider>
  );
}

/** The live connection follows the connected wallet. */
function LiveWorld({ children }: { readonly children: ReactNode }) {
  const { walletAddress } = useWallet();
  return <LiveProvider walletAddress={walletAddress}>{children}</LiveProvider>;
}
