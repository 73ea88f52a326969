/** Connects a wallet, and says why it can't be connected [TXT3]. */
import { showFailure } from '../ui/toasts/toast.ts';
import type { ConnectOutcome } from '../wallet/wallet-store.ts';
import { useWallet } from '../wallet/wallet-context.ts';

const REASONS: { readonly [outcome in ConnectOutcome]?: string } = {
  pending: 'Your wallet is already asking for something. Open it and answer.',
  unloaded: 'A part of this page could not be loaded. Check your connection, then try again.',
};

/** `connect` resolves to whether it is connected. */
export function useConnect() {
  const { connect, status } = useWallet();
  const attempt = async (): Promise<boolean> => {
    const outcome = await connect();
    if (outcome !== 'connected' && outcome !== 'dismissed') {
      showFailure('Connection Failed', 'Please install MetaMask or try again', REASONS[outcome]);
    }
    return outcome === 'connected';
  };
  return { connect: attempt, isConnecting: status === 'connecting' };
}
