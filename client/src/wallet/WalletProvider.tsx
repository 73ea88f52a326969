/** Starts the page's wallet and provides it. Needs a QueryClientProvider above it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react';
import { configQuery } from '../api/config.ts';
import { loadOnce, loadUntilThere } from '../api/late-code.ts';
import { useStore } from '../lib/store.ts';
import { WALLET_ALERTS, WalletNotConnected } from './wallet-errors.ts';
import { WalletContext, type WalletContextValue } from './wallet-context.ts';
import type { WalletParts } from './wallet-parts.ts';
import type { WalletPage, WalletSnapshot } from './wallet-store.ts';

/** The wallet's state while its parts are loading. */
const STARTING: WalletSnapshot = {
  status: 'starting',
  walletAddress: null,
  chainId: null,
  isUnreachable: false,
  isOverdue: false,
  wallets: [],
};
/** The state while they can't be loaded: connecting reports the failure. */
const NOT_LOADED: WalletSnapshot = { ...STARTING, status: 'disconnected' };

const JUST_RELOADED_MS = 10_000;

export function WalletProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const [parts, setParts] = useState<WalletParts | null>(null);
  const [meanwhile, setMeanwhile] = useState(STARTING);
  const [load] = useState(() =>
    loadOnce(async () => {
      try {
        const { createWalletParts } = await import('./wallet-parts.ts');
        const loaded = createWalletParts(queryClient, browserPage());
        // Immediately: callers waiting to connect find the wallets that exist.
        loaded.store.start();
        startTransition(() => setParts(loaded));
        return loaded;
      } catch (error) {
        console.error('The wallet could not be loaded:', error);
        setMeanwhile(NOT_LOADED);
        throw error;
      }
    }),
  );
  useEffect(() => loadUntilThere(load, () => undefined), [load]);

  const [isLackShown, setIsLackShown] = useState(false);
  const snapshot = useStore(parts?.store ?? null, meanwhile);
  const isChoosing = useStore(parts?.chooser.isAsking ?? null, false);
  const gameChainId = useQuery(configQuery()).data?.chainId ?? null;
  const value = useMemo((): WalletContextValue => {
    const { walletAddress, chainId } = snapshot;
    return {
      parts() {
        if (!parts) throw new WalletNotConnected('Connect your wallet first.');
        return parts;
      },
      view: {
        ...snapshot,
        isConnected: walletAddress !== null,
        isMetaMaskInstalled: snapshot.wallets.length > 0,
        lacksWallet: isLackShown && snapshot.wallets.length === 0,
        dismissLack: () => setIsLackShown(false),
        isWrongNetwork:
          walletAddress !== null &&
          chainId !== null &&
          gameChainId !== null &&
          chainId !== gameChainId,
        isChoosing,
        choose: (walletUuid) => parts?.chooser.answer(walletUuid),
        async connect(walletUuid) {
          if (!parts) setMeanwhile({ ...STARTING, status: 'connecting' });
          const loaded = await load().catch(() => window.alert(WALLET_ALERTS.failed));
          if (!loaded) return 'unloaded';
          const outcome = await loaded.connect(walletUuid);
          setIsLackShown(outcome === 'missing');
          return outcome;
        },
        cancelRequest: () => parts?.store.cancelRequest(),
        disconnect: () => parts?.disconnect(),
        switchToMainnet: async () => (await load()).switchToMainnet(),
      },
    };
  }, [parts, load, isChoosing, isLackShown, snapshot, gameChainId]);

  return <WalletContext value={value}>{children}</WalletContext>;
}

function browserPage(): WalletPage {
  return {
    window,
    storage: browserStorage(),
    alert: (text) => window.alert(text),
    reload: () => window.location.reload(),
    isJustReloaded: () => {
      const [load] = performance.getEntriesByType('navigation');
      const isReload = load instanceof PerformanceNavigationTiming && load.type === 'reload';
      return isReload && performance.now() < JUST_RELOADED_MS;
    },
  };
}

/** Null if the browser refuses storage altogether: reading the property throws there. */
function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch (error) {
    console.warn('This browser keeps nothing between visits:', error);
    return null;
  }
}
