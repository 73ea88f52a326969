/** The context that WalletProvider gives to the hooks of this folder. */
import { createContext, useContext } from 'react';
import type { WalletParts } from './wallet-parts.ts';
import type { WalletSnapshot } from './wallet-store.ts';

/** The wallet as pages see it [ENT2]. */
interface WalletView
  extends WalletSnapshot, Pick<WalletParts, 'connect' | 'disconnect' | 'switchToMainnet'> {
  readonly isConnected: boolean;
  /** Whether this browser has any wallet that can be connected. */
  readonly isMetaMaskInstalled: boolean;
  /**
   * Whether a player who tried to connect is told that there is no wallet, until they dismiss it.
   */
  readonly lacksWallet: boolean;
  readonly dismissLack: () => void;
  /** Connected, but to a different chain than the game's. */
  readonly isWrongNetwork: boolean;
  /** Whether the player is asked which of several wallets to connect; `choose` answers it. */
  readonly isChoosing: boolean;
  /** Null chooses none. */
  readonly choose: (walletUuid: string | null) => void;
  /** Ends the wait for what the wallet asks its player; a late answer is ignored. */
  readonly cancelRequest: () => void;
}

export interface WalletContextValue {
  /**
   * For code that acts through the wallet. @throws WalletNotConnected while they are still loading.
   */
  readonly parts: () => WalletParts;
  readonly view: WalletView;
}

export const WalletContext = createContext<WalletContextValue | null>(null);

export function useWalletContext(): WalletContextValue {
  const value = useContext(WalletContext);
  if (!value) throw new Error('this component needs a <WalletProvider> above it');
  return value;
}

export function useWallet(): WalletView {
  return useWalletContext().view;
}
