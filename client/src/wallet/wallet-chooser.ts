/** Asks the player which of several wallets to connect. No React; a dialog of the page shows the question. */
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
  readonly #listeners = new Set<() => void>();
  #question: Question | null = null;

  readonly isAsking = (): boolean => this.#question !== null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The uuid of the chosen wallet; null if the player chose none. Concurrent calls share one question. */
  ask(): Promise<string | null> {
    if (!this.#question) {
      let answer: Question['answer'] = () => undefined;
      const answered = new Promise<string | null>((resolve) => {
        answer = resolve;
      });
      this.#set({ answered, answer });
      return answered;
    }
    return this.#question.answered;
  }

  readonly answer = (walletUuid: string | null): void => {
    this.#question?.answer(walletUuid);
    this.#set(null);
  };

  #set(question: Question | null): void {
    this.#question = question;
    for (const listener of this.#listeners) listener();
  }
}
