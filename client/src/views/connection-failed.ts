/** [TXT3]: the toast for a wallet that could not be connected, after the wallet's own alert. */
import { showToast } from '../ui/toasts/toast.ts';

export function sayConnectionFailed(): void {
  showToast({
    title: 'Connection Failed',
    description: 'Please install MetaMask or try again',
    tone: 'destructive',
  });
}
