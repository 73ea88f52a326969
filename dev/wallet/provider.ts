/**
 * The Demo Wallet as a page sees it: an EIP-1193 provider over the development chain's unlocked accounts. It
 * shares an account and signs only after its owner approves; everything else is forwarded.
 */
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import type { Remembered, WalletMemory } from './memory.ts';
import {
  DISCONNECTED,
  INVALID_PARAMS,
  ProviderRpcError,
  UNAUTHORIZED,
  UNKNOWN_CHAIN,
  UNSUPPORTED_METHOD,
  USER_REJECTED,
} from './rpc-error.ts';
import { WITHOUT_CHAIN } from './without-chain.ts';

/** One of the wallet's accounts, and its name. */
export interface DemoAccount {
  readonly address: Address;
  readonly name: string;
}

/** The questions the wallet asks its owner. */
export interface Approver {
  /** Which of the accounts to share; null: none. */
  connect(accounts: readonly DemoAccount[], offered: DemoAccount): Promise<DemoAccount | null>;
  sign(request: { readonly account: DemoAccount; readonly text: string }): Promise<boolean>;
  send(request: {
    readonly account: DemoAccount;
    readonly to: Address | null;
    readonly valueWei: bigint;
    readonly data: string;
  }): Promise<boolean>;
}

/** Forwards a call to the chain. @throws ProviderRpcError */
export type Forward = (method: string, params: readonly unknown[]) => Promise<unknown>;

type Listener = (payload: unknown) => void;

/** EIP-1193, with the listener functions that pages expect. */
interface DemoProvider {
  request(call: unknown): Promise<unknown>;
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
}

/** What a developer can do to the wallet without its dialogs. */
export interface DemoWalletControl {
  /** The Demo accounts 1–9. */
  accounts(): Promise<readonly DemoAccount[]>;
  /** The account shared with the page; null if there is none. */
  account(): Address | null;
  /** Shares this account from now on, without asking; null: shares none. */
  useAccount(account: Address | null): void;
  /** Claims from now on to be on this chain (`0x5`); null: reports the real one. */
  pretendChain(chainId: string | null): void;
}

const callSchema = z.object({
  method: z.string(),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
});
const hexSchema = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/);
const quantitySchema = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);
const chainIdSchema = quantitySchema.transform((text) => `0x${BigInt(text).toString(16)}`);
const transactionSchema = z.looseObject({
  from: addressSchema,
  to: addressSchema.nullish(),
  value: quantitySchema.default('0x0'),
  data: hexSchema.optional(),
  input: hexSchema.optional(),
});

const [FIRST_DEMO_ACCOUNT, LAST_DEMO_ACCOUNT] = [1, 9];
/** Calls that read the chain; a wallet does not forward calls that change a chain from outside. */
const PASSED_ON = /^(eth|net|web3)_/;

/** Parses the page's parameters; a mismatch is the page's mistake. */
function params<S extends z.ZodType>(schema: S, given: unknown, words: string): z.output<S> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new ProviderRpcError(INVALID_PARAMS, words);
  return parsed.data;
}

export function createDemoProvider(options: {
  readonly forward: Forward;
  readonly approver: Approver;
  readonly memory: WalletMemory;
}): { readonly provider: DemoProvider; readonly control: DemoWalletControl } {
  const { approver, memory } = options;
  const listeners = new Map<string, Set<Listener>>();
  let remembered = memory.read();
  let isConnectedToChain = true;
  let chainId: Promise<string> | null = null;
  let connecting: Promise<Address[]> | null = null;
  /** One dialog after the other. */
  let lastDialog: Promise<unknown> = Promise.resolve();

  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };

  async function forward(method: string, args: readonly unknown[]): Promise<unknown> {
    try {
      const result = await options.forward(method, args);
      if (!isConnectedToChain && !WITHOUT_CHAIN.has(method)) {
        isConnectedToChain = true;
        // Not awaited: the call being answered may itself ask for the chain's id.
        currentChainId().then(
          (id) => emit('connect', { chainId: id }),
          () => undefined,
        );
      }
      return result;
    } catch (error) {
      const isLost = error instanceof ProviderRpcError && error.code === DISCONNECTED;
      if (isLost && isConnectedToChain) {
        isConnectedToChain = false;
        emit('disconnect', error);
      }
      throw error;
    }
  }

  function trueChainId(): Promise<string> {
    chainId ??= forward('eth_chainId', []).then(
      (id) => chainIdSchema.parse(id),
      (error: unknown) => {
        chainId = null;
        throw error;
      },
    );
    return chainId;
  }

  async function currentChainId(): Promise<string> {
    return remembered.pretendedChainId ?? (await trueChainId());
  }

  const shared = (): Address[] => (remembered.connected ? [remembered.connected] : []);

  /** Applies a decision of this or another tab, and tells the page what changed. */
  function become(next: Remembered): void {
    const before = remembered;
    remembered = next;
    if (next.connected !== before.connected) emit('accountsChanged', shared());
    if (next.pretendedChainId !== before.pretendedChainId) {
      // A chain that does not answer has no id to announce.
      currentChainId().then(
        (id) => emit('chainChanged', id),
        () => undefined,
      );
    }
  }

  function remember(changes: Partial<Remembered>): void {
    const next = { ...remembered, ...changes };
    memory.write(next);
    become(next);
  }
  memory.onForeignChange(() => become(memory.read()));

  async function demoAccounts(): Promise<readonly DemoAccount[]> {
    const accounts = z.array(addressSchema).parse(await forward('eth_accounts', []));
    return accounts
      .map((address, i) => ({ address, name: `Demo account ${i}` }))
      .slice(FIRST_DEMO_ACCOUNT, LAST_DEMO_ACCOUNT + 1);
  }

  function inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const asked = lastDialog.then(ask);
    lastDialog = asked.catch(() => undefined);
    return asked;
  }

  async function askToConnect(): Promise<Address[]> {
    const accounts = await demoAccounts();
    const offered = accounts.find(({ address }) => address === remembered.chosen) ?? accounts[0];
    if (!offered) {
      throw new ProviderRpcError(DISCONNECTED, 'The development chain holds no Demo accounts.');
    }
    const account = await inTurn(() => approver.connect(accounts, offered));
    if (!account) throw new ProviderRpcError(USER_REJECTED, 'The player shared no account.');
    remember({ connected: account.address, chosen: account.address });
    return shared();
  }

  function connect(): Promise<Address[]> {
    connecting ??= askToConnect().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  /** The account that must sign for the page, which must be the shared one. */
  async function authorised(asked: Address): Promise<DemoAccount> {
    const account = (await demoAccounts()).find(({ address }) => address === asked);
    if (account && asked === remembered.connected) return account;
    throw new ProviderRpcError(UNAUTHORIZED, 'That account is not connected to this page.');
  }

  async function approved(ask: () => Promise<boolean>, refusal: string): Promise<void> {
    if (!(await inTurn(ask))) throw new ProviderRpcError(USER_REJECTED, refusal);
  }

  async function sign(method: string, asked: Address, text: string, args: readonly unknown[]) {
    const account = await authorised(asked);
    await approved(() => approver.sign({ account, text }), 'The player did not sign.');
    return forward(method, args);
  }

  async function send(given: unknown): Promise<unknown> {
    const [transaction] = params(
      z.tuple([transactionSchema]),
      given,
      'eth_sendTransaction takes one transaction.',
    );
    const account = await authorised(transaction.from);
    await approved(
      () =>
        approver.send({
          account,
          to: transaction.to ?? null,
          valueWei: BigInt(transaction.value),
          data: transaction.data ?? transaction.input ?? '0x',
        }),
      'The player did not send the transaction.',
    );
    return forward('eth_sendTransaction', [transaction]);
  }

  async function switchChain(given: unknown): Promise<null> {
    const [wanted] = params(
      z.tuple([z.looseObject({ chainId: chainIdSchema })]),
      given,
      'wallet_switchEthereumChain takes one object with a chainId such as 0x1.',
    );
    if (wanted.chainId === (await currentChainId())) return null;
    if (wanted.chainId !== (await trueChainId())) {
      throw new ProviderRpcError(
        UNKNOWN_CHAIN,
        'The Demo Wallet only knows the development chain.',
      );
    }
    remember({ pretendedChainId: null });
    return null;
  }

  const permissions = () => shared().map(() => ({ parentCapability: 'eth_accounts', caveats: [] }));

  const handlers: Readonly<Record<string, (given: unknown) => Promise<unknown>>> = {
    eth_accounts: async () => shared(),
    eth_requestAccounts: async () => (remembered.connected ? shared() : connect()),
    eth_chainId: () => currentChainId(),
    net_version: async () => String(Number(await currentChainId())),
    wallet_requestPermissions: async () => {
      await connect();
      return permissions();
    },
    wallet_getPermissions: async () => permissions(),
    wallet_revokePermissions: async () => {
      remember({ connected: null });
      return null;
    },
    wallet_switchEthereumChain: switchChain,
    async personal_sign(given) {
      const [data, account] = params(
        z.tuple([z.string(), addressSchema], z.unknown()),
        given,
        'personal_sign takes a message and an account.',
      );
      const hex = hexSchema.safeParse(data).success ? data : hexOf(data);
      return sign('personal_sign', account, textOf(hex), [hex, account]);
    },
    async eth_signTypedData_v4(given) {
      const [account, data] = params(
        z.tuple([addressSchema, z.unknown()]),
        given,
        'eth_signTypedData_v4 takes an account and typed data.',
      );
      const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2);
      return sign('eth_signTypedData_v4', account, text, [account, data]);
    },
    eth_sendTransaction: send,
    // It signs anything, including transactions, so no wallet offers it any more.
    eth_sign: () => Promise.reject(unsupported('eth_sign')),
  };

  return {
    provider: {
      async request(call) {
        const { method, params: given = [] } = params(
          callSchema,
          call,
          'request takes an object with a method and params.',
        );
        const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
        if (handler) return handler(given);
        if (!PASSED_ON.test(method)) throw unsupported(method);
        return forward(method, params(z.array(z.unknown()), given, 'params must be a list.'));
      },
      on(event, listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      },
      removeListener(event, listener) {
        listeners.get(event)?.delete(listener);
      },
    },
    control: {
      accounts: demoAccounts,
      account: () => remembered.connected,
      useAccount(account) {
        remember(account ? { connected: account, chosen: account } : { connected: null });
      },
      pretendChain(id) {
        remember({ pretendedChainId: id === null ? null : chainIdSchema.parse(id) });
      },
    },
  };
}

function unsupported(method: string): ProviderRpcError {
  return new ProviderRpcError(UNSUPPORTED_METHOD, `The Demo Wallet does not do ${method}.`);
}

function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The bytes as text; the hex itself if they are not text. */
function textOf(hex: string): string {
  const digits = hex.slice(2).match(/../g) ?? [];
  const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: the signer should see the hex.
    return hex;
  }
}
