/**
 * A connected wallet's background requests, in their own component so that their updates rerender no page.
 */
import { useEffect } from 'react';
import { showToast } from '../ui/toasts/toast.ts';
import { SENT_WORDS } from '../views/sent-words.ts';
import { useNationRefresh } from '../wallet/nation-refresh.ts';
import { useSentCommands } from '../wallet/use-sent-commands.ts';
import { useWallet } from '../wallet/wallet-context.ts';
import { preload } from './page-loaders.ts';

export function WalletChores() {
  useNationRefresh();
  useSentCommands((path, { isDone, reason }) =>
    showToast(
      isDone
        ? { title: `Your ${SENT_WORDS[path]} went through`, tone: 'success' }
        : {
            title: `Your ${SENT_WORDS[path]} didn’t go through`,
            description: reason,
            tone: 'destructive',
          },
    ),
  );
  // Players with a connected wallet usually open the dashboard next.
  const { isConnected } = useWallet();
  useEffect(() => {
    if (isConnected) preload('/dashboard');
  }, [isConnected]);
  return null;
}
