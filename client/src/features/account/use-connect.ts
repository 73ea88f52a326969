/** Connects a wallet from anywhere but Start Playing, and detects that there is none to connect. */
import { useState } from 'react';
import { sayConnectionFailed } from '../../views/connection-failed.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

export interface Connecting {
  readonly connect: () => void;
  readonly isConnecting: boolean;
  /** True after an attempt in a browser without a wallet. */
  readonly lacksWallet: boolean;
  /** Closes the notice about the missing wallet. */
  readonly dismiss: () => void;
}

export function useConnect(): Connecting {
  const { connect, status, isMetaMaskInstalled } = useWallet();
  const [hasFailed, setHasFailed] = useState(false);
  const attempt = async (): Promise<void> => {
    const outcome = await connect();
    setHasFailed(outcome === 'failed');
    if (outcome === 'failed' || outcome === 'pending') sayConnectionFailed(outcome);
  };
  return {
    connect: () => void attempt(),
    isConnecting: status === 'connecting',
    lacksWallet: hasFailed && !isMetaMaskInstalled,
    dismiss: () => setHasFailed(false),
  };
}
