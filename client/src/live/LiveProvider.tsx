/**
 * Keeps the live connection for as long as the page is there. Wants a QueryClientProvider above it;
 * the wallet whose own row is watched comes from whoever composes the page.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Address } from '../../../common/values/address.ts';
import { LiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

interface LiveProviderProps {
  readonly walletAddress: Address | null;
  readonly children: ReactNode;
}

export function LiveProvider({ walletAddress, children }: LiveProviderProps) {
  const queryClient = useQueryClient();
  const [client] = useState(() => new LiveClient(queryClient, walletAddress));

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') client.wake();
    };
    const onOnline = () => client.wake();
    client.start();
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
      client.stop();
    };
  }, [client]);
  useEffect(() => client.setWallet(walletAddress), [client, walletAddress]);

  const value = useMemo(() => ({ client, walletAddress }), [client, walletAddress]);
  return <LiveContext value={value}>{children}</LiveContext>;
}
