/** The providers, outermost first, and the routes inside them. */
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from '../api/query-client.ts';
import { WalletChoice } from '../features/account/WalletChoice.tsx';
import { LiveProvider } from '../live/LiveProvider.tsx';
import { useWallet } from '../wallet/wallet-context.ts';
import { WalletProvider } from '../wallet/WalletProvider.tsx';
import { Shell } from './Shell.tsx';

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <WalletProvider>
        <LiveWorld>
          <BrowserRouter>
            <Shell />
          </BrowserRouter>
        </LiveWorld>
        <WalletChoice />
      </WalletProvider>
    </QueryClientProvider>
  );
}

/** The live connection follows the wallet that is connected. */
function LiveWorld({ children }: { readonly children: ReactNode }) {
  const { walletAddress } = useWallet();
  return <LiveProvider walletAddress={walletAddress}>{children}</LiveProvider>;
}
