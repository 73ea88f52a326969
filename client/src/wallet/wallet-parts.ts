/**
 * Builds the parts behind a page's wallet. Loaded after the page has rendered: nobody is connected
 * before, and it brings the schemas of wallet answers with it.
 */
import type { QueryClient } from '@tanstack/react-query';
import { configQuery } from '../api/config.ts';
import { remedyFor } from './eip1193.ts';
import { SentCommands } from './sent-commands.ts';
import { SessionKeeper } from './session-keeper.ts';
import { WalletChooser, wantsChoice } from './wallet-chooser.ts';
import { WalletError } from './wallet-errors.ts';
import { WalletStore, type ConnectOutcome, type WalletPage } from './wallet-store.ts';

export interface WalletParts {
  readonly store: WalletStore;
  readonly sessions: SessionKeeper;
  readonly sent: SentCommands;
  readonly chooser: WalletChooser;
  /**
   * Connects the named wallet; otherwise asks which, if several are installed. After 'missing',
   * 'failed' and 'pending' the player has already seen an alert.
   */
  readonly connect: (walletUuid?: string) => Promise<ConnectOutcome>;
  /**
   * Sends nothing to the wallet, and ends the session: nothing remains that can act for the wallet.
   */
  readonly disconnect: () => void;
  /** @throws WalletError with a sentence for the player. */
  readonly switchToMainnet: () => Promise<void>;
}

export function createWalletParts(queryClient: QueryClient, page: WalletPage): WalletParts {
  const store = new WalletStore(page);
  const chooser = new WalletChooser();
  const sessions = new SessionKeeper(queryClient, store);
  return {
    store,
    sessions,
    sent: new SentCommands(page.storage, page.window),
    chooser,
    disconnect() {
      store.disconnect();
      sessions.end();
    },
    async connect(walletUuid) {
      const isAsked = walletUuid === undefined && wantsChoice(store.get().wallets);
      const chosen = isAsked ? await chooser.ask() : walletUuid;
      if (chosen === null) return 'dismissed';
      return store.connect(chosen);
    },
    async switchToMainnet() {
      const { chainId } = await queryClient.fetchQuery(configQuery());
      await switchChain(store, chainId);
    },
  };
}

/**
 * Resolves once the wallet accepts; its chainChanged event then reloads the page. @throws
 * WalletError
 */
async function switchChain(wallet: Pick<WalletStore, 'prompt'>, chainId: number): Promise<void> {
  try {
    await wallet.prompt('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }]);
  } catch (cause) {
    if (cause instanceof WalletError) throw cause;
    const remedy = remedyFor(cause, {
      rejected: 'The wallet stays on its network: the change was declined.',
      'unknown-chain': `The wallet does not know chain ${chainId}. Add it in the wallet, then try again.`,
      otherwise: 'The wallet could not change its network. Change it by hand.',
    });
    throw new WalletError(remedy, { cause });
  }
}
