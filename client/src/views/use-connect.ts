/** Connects a wallet, says why it can't be connected [TXT3], and detects that there is none. */
import { useState } from 'react';
import { showFailure } from '../ui/toasts/toast.ts';
import { useWallet } from '../wallet/wallet-context.ts';

const REASONS = {
  failed: undefined,
  pending: 'Your wallet is already asking for something. Open it and answer.',
  unloaded:
    'A part of this page could not be loaded. Check your connection, then try again, or reload the page.',
};

/**
 * `connect` resolves to whether it is connected. `lacksWallet` is true after an attempt in a browser without a wallet,
 * until it is dismissed.
 */
export function useConnect() {
  const { connect, status, isMetaMaskInstalled } = useWallet();
  const [hasFailed, setHasFailed] = useState(false);
  const attempt = async (): Promise<boolean> => {
    const outcome = await connect();
    setHasFailed(outcome === 'failed');
    if (outcome !== 'connected' && outcome !== 'dismissed') {
      showFailure('Connection Failed', 'Please install MetaMask or try again', REASONS[outcome]);
    }
    return outcome === 'connected';
  };
  return {
    connect: attempt,
    isConnecting: status === 'connecting',
    lacksWallet: hasFailed && !isMetaMaskInstalled,
    dismiss: () => setHasFailed(false),
  };
}
