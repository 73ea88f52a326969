/** [TXT3]: the toast for a wallet that could not be connected, after the wallet's own alert. */
import { showToast } from '../ui/toasts/toast.ts';

/** @param outcome 'pending': the wallet still shows an earlier request. */
export function sayConnectionFailed(outcome: 'failed' | 'pending'): void {
  showToast({
    title: 'Connection Failed',
    description: 'Please install MetaMask or try again',
    reason:
      outcome === 'pending'
        ? 'Your wallet is already asking for something. Open it and answer.'
        : undefined,
    tone: 'destructive',
  });
}
