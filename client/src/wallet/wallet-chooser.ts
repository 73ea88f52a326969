/** Asks the player which of several wallets to connect. No React; a dialog of the page shows the question. */
import { createStore, type Readable } from '../lib/store.ts';
import { DEMO_WALLET_RDNS, type AnnouncedWallet } from './discovery.ts';

/** Whether connecting needs a choice first: two wallets or more, the Demo Wallet not counted. */
export function wantsChoice(wallets: readonly AnnouncedWallet[]): boolean {
  return wallets.filter((wallet) => wallet.rdns !== DEMO_WALLET_RDNS).length > 1;
}

interface Question {
  readonly answered: Promise<string | null>;
  readonly answer: (walletUuid: string | null) => void;
}

export class WalletChooser {
  readonly #isAsking = createStore(false);
  readonly isAsking: Readable<boolean> = this.#isAsking;
  #question: Question | null = null;

  /** The uuid of the chosen wallet; null if the player chose none. Concurrent calls share one question. */
  ask(): Promise<string | null> {
    if (!this.#question) {
      let answer: Question['answer'] = () => undefined;
      const answered = new Promise<string | null>((resolve) => {
        answer = resolve;
      });
      this.#question = { answered, answer };
      this.#isAsking.set(true);
    }
    return this.#question.answered;
  }

  readonly answer = (walletUuid: string | null): void => {
    this.#question?.answer(walletUuid);
    this.#question = null;
    this.#isAsking.set(false);
  };
}
