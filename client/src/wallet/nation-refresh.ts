/** The nation refresh [STA9]: once per wallet session, for a wallet that has a nation. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Address } from '../../../common/values/address.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { useWallet } from './wallet-context.ts';

/**
 * Requests the refresh; a failure is only logged. Its code loads when it is due, because a visitor
 * without a nation never needs it.
 */
async function runNationRefresh(queryClient: QueryClient, walletAddress: Address): Promise<void> {
  try {
    const { refreshNation } = await import('./mutations/commands.ts');
    await refreshNation(queryClient, walletAddress);
  } catch (error) {
    console.warn('The nation could not be refreshed:', error);
  }
}

/**
 * Runs the refresh when it is due. A session lasts from an account's connect until it disconnects
 * or another replaces it; the nation may be chosen during the session. Use it once, in the
 * component that composes the page.
 */
export function useNationRefresh(): void {
  const queryClient = useQueryClient();
  const { walletAddress } = useWallet();
  const hasNation = Boolean(useQuery(playerNationQuery(walletAddress)).data);
  const refreshed = useRef<Address | null>(null);
  useEffect(() => {
    if (walletAddress !== refreshed.current) refreshed.current = null;
    if (walletAddress === null || !hasNation || refreshed.current !== null) return;
    refreshed.current = walletAddress;
    void runNationRefresh(queryClient, walletAddress);
  }, [queryClient, walletAddress, hasNation]);
}
