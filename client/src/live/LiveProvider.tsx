/**
 * Keeps the live connection open for the page's lifetime. Needs a QueryClientProvider above it; the
 * component that composes the page passes the wallet whose own row is watched. The client and its
 * message schemas load once the page has rendered: until then it shows skeletons.
 */
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react';
import { nextTask } from '../../../client-kit/api/next-task.ts';
import type { Address } from '../../../common/values/address.ts';
import { loadOnce, loadUntilThere } from '../api/late-code.ts';
import type { LiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

interface LiveProviderProps {
  readonly walletAddress: Address | null;
  readonly children: ReactNode;
}

export function LiveProvider({ walletAddress, children }: LiveProviderProps) {
  const queryClient = useQueryClient();
  const [client, setClient] = useState<LiveClient | null>(null);
  const [load] = useState(() =>
    loadOnce(async () => {
      try {
        const { LiveClient } = await import('./live-client.ts');
        // It reads the rows that came in the page.
        await nextTask();
        const loaded = new LiveClient(queryClient);
        startTransition(() => setClient(loaded));
        return loaded;
      } catch (error) {
        console.error('The live connection could not be loaded:', error);
        throw error;
      }
    }),
  );

  useEffect(() => loadUntilThere(load, () => undefined), [load]);
  useEffect(() => {
    if (!client) return undefined;
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
  useEffect(() => client?.setWallet(walletAddress), [client, walletAddress]);

  const value = useMemo(
    () => ({ client, poll: async () => (await load()).poll(), walletAddress }),
    [client, load, walletAddress],
  );
  return <LiveContext value={value}>{children}</LiveContext>;
}
