/**
 * The connected wallet [STA1–4]: finds it, connects it, follows its account and chain changes,
 * disconnects it. Knows nothing about React or the server.
 *
 * A disconnect is local: the wallet is not notified. It survives a reload, until the player
 * connects again or the wallet itself reports a changed account.
 */
import type { Address } from '../../../common/values/address.ts';
import { createStore, type Readable, type Store } from '../lib/store.ts';
import {
  RequestCancelled,
  WALLET_ALERTS,
  WalletError,
  WalletNotConnected,
} from './wallet-errors.ts';
import {
  discoverWallets,
  walletByDefault,
  type Discovery,
  type FoundWallet,
  type WalletWindow,
} from './discovery.ts';
import { firstAccount, listen, parseChainId, refusalOf, type Eip1193Provider } from './eip1193.ts';
import { Prompts } from './prompts.ts';
import { readWalletMemory, writeWalletMemory } from './wallet-memory.ts';

type Link =
  | { readonly status: 'starting' | 'disconnected' }
  /**
   * `walletAddress` is the account that stays in use until another wallet's account replaces it.
   */
  | { readonly status: 'connecting'; readonly walletAddress: Address | null }
  | { readonly status: 'connected'; readonly walletAddress: Address };

export interface WalletSnapshot {
  readonly status: Link['status'];
  readonly walletAddress: Address | null;
  /** The chain of the wallet in use; null until the wallet has reported it. */
  readonly chainId: number | null;
  /** Whether the wallet did not report its chain, as when its node is down; it is asked again. */
  readonly isUnreachable: boolean;
  /** Whether the wallet has owed its player's answer for 10 s: `cancelRequest` ends the wait. */
  readonly isOverdue: boolean;
  readonly wallets: readonly FoundWallet[];
}

/**
 * 'missing': there is no wallet. 'unloaded': the page's own code can't be had. 'pending': the
 * wallet still shows an earlier request. 'dismissed': the player gave up, without an alert.
 */
export type ConnectOutcome =
  'connected' | 'missing' | 'failed' | 'pending' | 'dismissed' | 'unloaded';

/** The parts of the browser that the store needs. */
export interface WalletPage {
  readonly window: WalletWindow;
  readonly storage: Storage | null;
  readonly alert: (text: string) => void;
  readonly reload: () => void;
  /** Whether the page is the result of a reload of a few seconds ago. */
  readonly isJustReloaded: () => boolean;
}

/** Wallets that announce themselves later are accepted, but not waited for. */
const DISCOVERY_MS = 500;
/** A wallet that takes longer to list its accounts is shown as disconnected until it does. */
const STARTING_MS = 3000;
/** The delay after a failure before the chain is requested again. */
const CHAIN_RETRY_MS = 5000;
/** A wallet that has not answered a question of the page by then will not. */
const ANSWER_MS = 10_000;

export class WalletStore implements Readable<WalletSnapshot> {
  readonly #page: WalletPage;
  #link: Link = { status: 'starting' };
  #chainId: number | null = null;
  #isUnreachable = false;
  readonly #snapshot: Store<WalletSnapshot>;
  #discovery: Discovery | null = null;
  /** The wallet whose events are followed, and how to unsubscribe from it. */
  #active: { readonly wallet: FoundWallet; readonly unfollow: () => void } | null = null;
  /** Raised by each connect and disconnect: answers to earlier attempts are ignored. */
  #attempt = 0;
  #connecting: { readonly wallet: FoundWallet; readonly done: Promise<ConnectOutcome> } | null =
    null;
  readonly #prompts = new Prompts(() => this.#publish());
  #startup: 'waiting' | 'overdue' | 'checked' = 'waiting';

  constructor(page: WalletPage) {
    this.#page = page;
    this.#snapshot = createStore(this.#newSnapshot());
  }

  readonly get = (): WalletSnapshot => this.#snapshot.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#snapshot.subscribe(listener);

  /**
   * Once: looks for wallets, and connects the account that one of them already shares with this
   * site.
   */
  start(): void {
    this.#discovery = discoverWallets(this.#page.window, () => {
      // Wallets that answer synchronously all do so before the first of them is chosen.
      if (!this.#discovery) return;
      this.#publish();
      this.#restore();
    });
    this.#publish();
    this.#restore();
    setTimeout(() => {
      this.#discovery?.look();
      if (this.#startup === 'waiting') this.#startup = 'overdue';
      this.#restore();
      if (this.#startup !== 'checked') this.#noAccount();
    }, DISCOVERY_MS);
    setTimeout(() => {
      this.#discovery?.look();
      this.#noAccount();
    }, STARTING_MS);
  }

  /**
   * Asks the player for an account; after 'missing', 'failed' and 'pending' an alert has said so.
   */
  readonly connect = (walletUuid?: string): Promise<ConnectOutcome> => {
    this.#discovery?.look();
    const { wallets } = this.get();
    const wallet =
      walletUuid === undefined
        ? walletByDefault(wallets, readWalletMemory(this.#page.storage)?.rdns ?? null)
        : (wallets.find(({ uuid }) => uuid === walletUuid) ?? null);
    if (!wallet) {
      this.#page.alert(WALLET_ALERTS.missing);
      return Promise.resolve('missing');
    }
    // A wallet refuses a second request while its window for the first is open.
    if (this.#connecting?.wallet === wallet) return this.#connecting.done;
    const done = this.#request(wallet);
    this.#connecting = { wallet, done };
    return done;
  };

  readonly disconnect = (): void => {
    this.#attempt += 1;
    this.#connecting = null;
    this.#startup = 'checked';
    const rdns = this.#active?.wallet.rdns ?? '';
    writeWalletMemory(this.#page.storage, { rdns, left: true });
    this.#prompts.cancel();
    this.#setLink({ status: 'disconnected' });
  };

  /** Ends the wait for whatever the wallet asks its player. */
  readonly cancelRequest = (): void => this.#prompts.cancel();

  /**
   * Reads through the connected wallet.
   * @throws WalletNotConnected, WalletError after 10 s without an answer, and whatever the wallet
   * refuses with.
   */
  readonly request = async (method: string, params: readonly unknown[]): Promise<unknown> =>
    answerOf(this.#connected(), method, params);

  /**
   * Sends a request that the connected wallet puts before its player.
   * @throws WalletNotConnected, RequestCancelled if the player gives up or the account changes, and
   * whatever the wallet refuses with.
   */
  readonly prompt = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const provider = this.#connected();
    return this.#prompts.ask(() => provider.request({ method, params }));
  };

  #connected(): Eip1193Provider {
    if (this.get().walletAddress === null || !this.#active) {
      throw new WalletNotConnected('Connect your wallet first.');
    }
    return this.#active.wallet.provider;
  }

  async #request(wallet: FoundWallet): Promise<ConnectOutcome> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    const before = this.get().walletAddress;
    this.#startup = 'checked';
    this.#setLink({ status: 'connecting', walletAddress: before });
    try {
      const accounts = await this.#prompts.ask(() =>
        wallet.provider.request({ method: 'eth_requestAccounts' }),
      );
      if (attempt !== this.#attempt) return 'dismissed';
      const account = firstAccount(accounts);
      if (!account) throw new Error('the wallet granted no account');
      this.#use(wallet, account);
      return 'connected';
    } catch (error) {
      if (attempt !== this.#attempt) return 'dismissed';
      // The wallet may have reported an account on its own in the meantime.
      if (this.#link.status === 'connecting') {
        this.#setLink(
          before ? { status: 'connected', walletAddress: before } : { status: 'disconnected' },
        );
      }
      if (error instanceof RequestCancelled) return 'dismissed';
      const refusal = refusalOf(error);
      if (refusal !== 'rejected') console.error('The wallet could not be connected:', error);
      this.#page.alert(refusal === 'rejected' ? WALLET_ALERTS.rejected : WALLET_ALERTS.failed);
      return refusal === 'pending' ? 'pending' : 'failed';
    } finally {
      if (this.#connecting?.wallet === wallet && attempt === this.#attempt) this.#connecting = null;
    }
  }

  /**
   * Once at load, as soon as it is known which wallet to ask: connects an account that it already
   * shares.
   */
  #restore(): void {
    if (this.#startup === 'checked') return;
    const { wallets } = this.get();
    const memory = readWalletMemory(this.#page.storage);
    const lastUsed = wallets.find((wallet) => wallet.rdns === memory?.rdns);
    if (memory && memory.rdns !== '' && !lastUsed && this.#startup === 'waiting') return;
    const wallet = lastUsed ?? walletByDefault(wallets, null);
    if (!wallet) return;
    this.#startup = 'checked';
    this.#follow(wallet);
    if (memory?.left) this.#noAccount();
    else void this.#check(wallet);
  }

  async #check(wallet: FoundWallet): Promise<void> {
    const attempt = this.#attempt;
    try {
      const accounts = await wallet.provider.request({ method: 'eth_accounts' });
      if (attempt !== this.#attempt || this.get().walletAddress !== null) return;
      const account = firstAccount(accounts);
      if (account) this.#use(wallet, account);
    } catch (error) {
      console.error('The wallet did not list its shared accounts:', error);
    }
    this.#noAccount();
  }

  /** Ends 'starting' if no account was found. */
  #noAccount(): void {
    if (this.#link.status === 'starting') this.#setLink({ status: 'disconnected' });
  }

  #use(wallet: FoundWallet, walletAddress: Address): void {
    this.#follow(wallet);
    writeWalletMemory(this.#page.storage, { rdns: wallet.rdns, left: false });
    this.#setLink({ status: 'connected', walletAddress });
  }

  #follow(wallet: FoundWallet): void {
    if (this.#active?.wallet.provider === wallet.provider) return;
    this.#active?.unfollow();
    const { provider } = wallet;
    const isActive = () => this.#active?.wallet === wallet;

    const onAccounts = (accounts: unknown) => {
      if (!isActive()) return;
      const account = firstAccount(accounts);
      if (account) this.#use(wallet, account);
      else if (this.#link.status === 'connected') this.#setLink({ status: 'disconnected' });
    };
    const onChain = (payload: unknown) => {
      const chainId = parseChainId(payload);
      if (!isActive() || chainId === null || chainId === this.#chainId) return;
      // A wallet that names another chain at each load would reload the page for ever.
      if (this.#chainId === null || this.#page.isJustReloaded()) this.#setChainId(chainId);
      else this.#page.reload();
    };
    this.#active = {
      wallet,
      unfollow: listen(provider, {
        accountsChanged: onAccounts,
        chainChanged: onChain,
        disconnect: () => void this.#recheck(wallet),
      }),
    };
    this.#isUnreachable = false;
    this.#setChainId(null);
    void this.#readChainId(wallet);
  }

  /** Some wallets say with `disconnect` only that this page may no longer use their accounts. */
  async #recheck(wallet: FoundWallet): Promise<void> {
    const isShared = await answerOf(wallet.provider, 'eth_accounts').then(
      (accounts) => firstAccount(accounts) !== null,
      (error: unknown) => refusalOf(error) !== 'unauthorized',
    );
    if (isShared || this.#active?.wallet !== wallet || this.#link.status !== 'connected') return;
    this.#setLink({ status: 'disconnected' });
  }

  async #readChainId(wallet: FoundWallet): Promise<void> {
    try {
      const answer = await answerOf(wallet.provider, 'eth_chainId');
      const chainId = parseChainId(answer);
      if (chainId === null) throw new Error(`${String(answer)} is no chain id`);
      if (this.#active?.wallet === wallet) this.#setChainId(chainId);
    } catch (error) {
      console.error('The wallet did not report its chain:', error);
      if (this.#active?.wallet !== wallet || this.#chainId !== null) return;
      this.#isUnreachable = true;
      this.#publish();
      setTimeout(() => {
        if (this.#active?.wallet === wallet) void this.#readChainId(wallet);
      }, CHAIN_RETRY_MS);
    }
  }

  #setLink(link: Link): void {
    const before = this.get().walletAddress;
    this.#link = link;
    this.#publish();
    // What was asked of the earlier account is of no use to another.
    if (before !== null && before !== this.get().walletAddress) this.#prompts.cancel();
  }

  #setChainId(chainId: number | null): void {
    this.#chainId = chainId;
    if (chainId !== null) this.#isUnreachable = false;
    this.#publish();
  }

  #publish(): void {
    this.#snapshot.set(this.#newSnapshot());
  }

  #newSnapshot(): WalletSnapshot {
    return {
      status: this.#link.status,
      walletAddress: 'walletAddress' in this.#link ? this.#link.walletAddress : null,
      chainId: this.#chainId,
      isUnreachable: this.#isUnreachable,
      isOverdue: this.#prompts.isOverdue,
      wallets: this.#discovery?.wallets() ?? [],
    };
  }
}

/** @throws WalletError after 10 s without an answer, and whatever the wallet refuses with. */
async function answerOf(
  provider: Eip1193Provider,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WalletError('The wallet does not answer.')), ANSWER_MS);
  });
  try {
    return await Promise.race([provider.request({ method, params }), silence]);
  } finally {
    clearTimeout(timer);
  }
}
