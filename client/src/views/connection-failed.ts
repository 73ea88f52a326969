/** SPEC.md §8: what is said where a wallet could not be connected, after the wallet's own alert. */
import { showToast } from '../ui/toasts/toast.ts';

export function sayConnectionFailed(): void {
  showToast({
    title: 'Connection Failed',
    description: 'Please install MetaMask or try again',
    tone: 'destructive',
  });
}
