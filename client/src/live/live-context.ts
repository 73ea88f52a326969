/** What LiveProvider gives to the hooks of this folder, and how live the page is. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Address } from '../../../common/values/address.ts';
import type { LiveClient } from './live-client.ts';
import type { LiveStatus } from './live-status.ts';

export interface LiveContextValue {
  readonly client: LiveClient;
  readonly walletAddress: Address | null;
}

export const LiveContext = createContext<LiveContextValue | null>(null);

export function useLiveContext(): LiveContextValue {
  const value = useContext(LiveContext);
  if (!value) throw new Error('put <LiveProvider> above whatever is live');
  return value;
}

/** 'polling': the socket does not come through, the polls do; 'reconnecting': neither does. */
export function useLive(): { readonly status: LiveStatus } {
  const { client } = useLiveContext();
  return { status: useSyncExternalStore(client.subscribe, client.status) };
}
