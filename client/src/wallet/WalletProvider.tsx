/** Starts the wallet store with the page and hands it down. Wants a QueryClientProvider above it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { configQuery } from '../api/config.ts';
import { SessionKeeper } from './session-keeper.ts';
import { switchChain } from './switch-chain.ts';
import { WalletChooser, wantsChoice } from './wallet-chooser.ts';
import { WalletContext, type WalletContextValue } from './wallet-context.ts';
import { WalletStore } from './wallet-store.ts';

export function WalletProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const [{ store, sessions, chooser }] = useState(() => {
    const store = new WalletStore({
      window,
      storage: browserStorage(),
      alert: (text) => window.alert(text),
      reload: () => window.location.reload(),
    });
    return {
      store,
      sessions: new SessionKeeper(queryClient, store),
      chooser: new WalletChooser(),
    };
  });
  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);

  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const isChoosing = useSyncExternalStore(chooser.subscribe, chooser.isAsking);
  const gameChainId = useQuery(configQuery()).data?.chainId ?? null;
  const value = useMemo((): WalletContextValue => {
    const { walletAddress, chainId } = snapshot;
    return {
      store,
      sessions,
      view: {
        ...snapshot,
        isConnected: walletAddress !== null,
        isMetaMaskInstalled: snapshot.wallets.length > 0,
        isWrongNetwork:
          walletAddress !== null &&
          chainId !== null &&
          gameChainId !== null &&
          chainId !== gameChainId,
        isChoosing,
        choose: chooser.answer,
        connect: async (walletUuid) => {
          if (walletUuid !== undefined || !wantsChoice(snapshot.wallets)) {
            return store.connect(walletUuid);
          }
          const chosen = await chooser.ask();
          return chosen === null ? null : store.connect(chosen);
        },
        disconnect: store.disconnect,
        switchToMainnet: async () => {
          const { chainId } = await queryClient.fetchQuery(configQuery());
          await switchChain(store, chainId);
        },
      },
    };
  }, [store, sessions, chooser, isChoosing, snapshot, gameChainId, queryClient]);

  return <WalletContext value={value}>{children}</WalletContext>;
}

/** Null where the browser refuses storage altogether: reading the property throws there. */
function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return null;
  }
}
