/** Connects a wallet from anywhere but Start Playing, and knows where there is none to connect. */
import { useState } from 'react';
import { sayConnectionFailed } from '../../views/connection-failed.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

export interface Connecting {
  readonly connect: () => void;
  readonly isConnecting: boolean;
  /** It was tried, and this browser has no wallet. */
  readonly lacksWallet: boolean;
  /** Whoever lacks a wallet has read the way to one. */
  readonly dismiss: () => void;
}

export function useConnect(): Connecting {
  const { connect, status, isMetaMaskInstalled } = useWallet();
  const [hasFailed, setHasFailed] = useState(false);
  const attempt = async (): Promise<void> => {
    const outcome = await connect();
    setHasFailed(outcome === 'failed');
    if (outcome === 'failed') sayConnectionFailed();
  };
  return {
    connect: () => void attempt(),
    isConnecting: status === 'connecting',
    lacksWallet: hasFailed && !isMetaMaskInstalled,
    dismiss: () => setHasFailed(false),
  };
}
