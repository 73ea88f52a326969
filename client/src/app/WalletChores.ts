/**
 * A connected wallet's background requests, in their own component so that their updates rerender no page.
 */
import { useEffect } from 'react';
import { useNationRefresh } from '../wallet/nation-refresh.ts';
import { useWallet } from '../wallet/wallet-context.ts';
import { preload } from './page-loaders.ts';

export function WalletChores() {
  useNationRefresh();
  // Players with a connected wallet usually open the dashboard next.
  const { isConnected } = useWallet();
  useEffect(() => {
    if (isConnected) preload('/dashboard');
  }, [isConnected]);
  return null;
}
