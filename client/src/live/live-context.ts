/**
 * The context that LiveProvider gives to the hooks of this folder, the page's live status, and its
 * own row.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Board } from '../../../client-kit/live/board-merge.ts';
import type { LiveStatus } from '../../../client-kit/live/live-status.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../common/values/address.ts';
import type { LiveClient } from './live-client.ts';

export interface LiveContextValue {
  /** Null until its code has loaded. */
  readonly client: LiveClient | null;
  /** The query function of the leaderboard: waits for the client, then asks it. */
  readonly poll: () => Promise<Board>;
  readonly walletAddress: Address | null;
}

export const LiveContext = createContext<LiveContextValue | null>(null);

export function useLiveContext(): LiveContextValue {
  const value = useContext(LiveContext);
  if (!value) throw new Error('this component needs a <LiveProvider> above it');
  return value;
}

const neverChanges = () => () => undefined;

/** A current value read from the client; `meanwhile` until the client has loaded. */
export function useLiveValue<T>(read: (client: LiveClient) => T, meanwhile: T): T {
  const { client } = useLiveContext();
  return useSyncExternalStore(
    client ? client.subscribe : neverChanges,
    () => (client ? read(client) : meanwhile),
    () => meanwhile,
  );
}

/** Which of the page's connections keeps the own row current, from 1; null while none does. */
export function useConnection(): number | null {
  return useLiveValue((client) => client.connection(), null);
}

/** 'polling': the socket is down but polls succeed; 'reconnecting': both fail. */
export function useLive(): { readonly status: LiveStatus } {
  return { status: useLiveValue((client) => client.status(), 'connecting') };
}

/** The connected wallet's row, as new as any push, list or answer; null if none has one. */
export function useOwnRow(): LeaderboardEntry | null {
  const { walletAddress } = useLiveContext();
  const own = useLiveValue((client) => client.ownRow(), null);
  // The client learns of a wallet change a moment after the page does.
  return own?.walletAddress === walletAddress ? own : null;
}
