/** What a connected wallet asks for by itself: here, so that its updates render no page again. */
import { useEffect } from 'react';
import { useNationRefresh } from '../wallet/nation-refresh.ts';
import { useWallet } from '../wallet/wallet-context.ts';
import { preload } from './page-loaders.ts';

export function WalletChores() {
  useNationRefresh();
  // Whoever has a wallet connected is on the way there.
  const { isConnected } = useWallet();
  useEffect(() => {
    if (isConnected) preload('/dashboard');
  }, [isConnected]);
  return null;
}
