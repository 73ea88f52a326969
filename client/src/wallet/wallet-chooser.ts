/**
 * Asks the player which of several wallets to connect. No React; a dialog of the page shows the
 * question.
 */
import { createStore, type Readable } from '../lib/store.ts';
import { DEMO_WALLET_RDNS, type AnnouncedWallet } from './discovery.ts';

/** Whether connecting needs a choice first: two wallets or more, the Demo Wallet not counted. */
export function wantsChoice(wallets: readonly AnnouncedWallet[]): boolean {
  return wallets.filter((wallet) => wallet.rdns !== DEMO_WALLET_RDNS).length > 1;
}

export class WalletChooser {
  readonly #isAsking = createStore(false);
  readonly isAsking: Readable<boolean> = this.#isAsking;
  #chosen: Promise<string | null> | null = null;
  #choose: (walletUuid: string | null) => void = () => undefined;

  /**
   * The uuid of the chosen wallet; null if the player chose none. Concurrent calls share one
   * question.
   */
  ask(): Promise<string | null> {
    this.#isAsking.set(true);
    this.#chosen ??= new Promise((resolve) => {
      this.#choose = resolve;
    });
    return this.#chosen;
  }

  readonly answer = (walletUuid: string | null): void => {
    this.#choose(walletUuid);
    this.#chosen = null;
    this.#isAsking.set(false);
  };
}
