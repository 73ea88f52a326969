/**
 * The Demo Wallet as the game's page sees it: an EIP-1193 provider over the development chain's
 * unlocked accounts. It shares an account and signs only after its owner approves; reads go to the
 * chain.
 */
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';

/** One of the wallet's accounts, and its name. */
interface DemoAccount {
  readonly address: Address;
  readonly name: string;
}

/** The questions that the wallet asks its owner. */
export interface Approver {
  /** Which of the accounts to share; null: none. */
  connect(accounts: readonly DemoAccount[], offered: DemoAccount): Promise<DemoAccount | null>;
  sign(account: DemoAccount, text: string): Promise<boolean>;
}

const chainIdSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => `0x${BigInt(text).toString(16)}`);

const rememberedSchema = z.object({
  /** The account shared with the page; null if there is none. */
  connected: addressSchema.nullable().catch(null),
  /** The account chosen last, offered first. */
  chosen: addressSchema.nullable().catch(null),
  /** A chain that the wallet falsely claims to be on; null: it reports the real one. */
  pretendedChainId: chainIdSchema.nullable().catch(null),
});
type Remembered = Readonly<z.infer<typeof rememberedSchema>>;

/** The page /dev writes it too. */
const KEY = 'denaria.demo-wallet';

/** An error as wallets throw it (EIP-1193, EIP-1474). */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const USER_REJECTED = 4001;
const UNAUTHORIZED = 4100;
const UNSUPPORTED_METHOD = 4200;
export const DISCONNECTED = 4900;
const UNKNOWN_CHAIN = 4902;
const INVALID_PARAMS = -32602;

type Listener = (payload: unknown) => void;

/** EIP-1193, with the listener functions that pages expect. */
interface DemoProvider {
  request(call: unknown): Promise<unknown>;
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
}

/** What a developer can do to the wallet without its dialogs. */
export interface DemoWalletControl {
  /** The account shared with the page; null if there is none. */
  account(): Address | null;
  /** Shares this account from now on, without asking; null: shares none. */
  useAccount(account: Address | null): void;
  /** Claims from now on to be on this chain (`0x5`); null: reports the real one. */
  pretendChain(chainId: string | null): void;
}

const callSchema = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });
const hexSchema = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/);
const signParams = z.tuple([z.string(), addressSchema], z.unknown());
const switchParams = z.tuple([z.looseObject({ chainId: chainIdSchema })]);

const [FIRST_DEMO_ACCOUNT, LAST_DEMO_ACCOUNT] = [1, 9];
/** Reads of the chain. The game sends no transactions and asks for no other signatures. */
const PASSED_ON = /^(?:eth|net|web3)_(?!sign|send)/;

/** Parses what the page gives; a mismatch is the page's mistake. */
function parsed<S extends z.ZodType>(schema: S, given: unknown, what: string): z.output<S> {
  const result = schema.safeParse(given);
  if (!result.success) throw new ProviderRpcError(INVALID_PARAMS, `The Demo Wallet takes ${what}.`);
  return result.data;
}

interface DemoOptions {
  /** Asks the chain. @throws ProviderRpcError */
  readonly forward: (method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly approver: Approver;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Calls the listener when another document of this site wrote to the storage. */
  readonly onForeignWrite: (listener: () => void) => void;
}

/** What the documents of this site remember together. */
function createMemory(
  { storage, onForeignWrite }: DemoOptions,
  onChange: (now: Remembered, before: Remembered) => void,
) {
  let remembered = read();
  onForeignWrite(() => become(read()));

  return {
    get current(): Remembered {
      return remembered;
    },
    remember(changes: Partial<Remembered>): void {
      const next = { ...remembered, ...changes };
      storage.setItem(KEY, JSON.stringify(next));
      become(next);
    },
  };

  function read(): Remembered {
    try {
      return rememberedSchema.parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
    } catch {
      // What can't be read is forgotten.
      return rememberedSchema.parse({});
    }
  }

  /** Applies a decision of this or another document. */
  function become(next: Remembered): void {
    const before = remembered;
    remembered = next;
    onChange(next, before);
  }
}

type Handlers = Readonly<Record<string, (given: unknown) => Promise<unknown>>>;

/** The methods that the wallet answers itself. */
function createHandlers(
  { forward, approver }: DemoOptions,
  memory: ReturnType<typeof createMemory>,
  { chainId, trueChainId }: Record<'chainId' | 'trueChainId', () => Promise<string>>,
): Handlers {
  let connecting: Promise<Address[]> | null = null;
  /** One dialog after the other. */
  let lastDialog: Promise<unknown> = Promise.resolve();
  const shared = () => sharedBy(memory.current);

  return {
    eth_accounts: async () => shared(),
    async eth_requestAccounts() {
      if (memory.current.connected) return shared();
      connecting ??= askToConnect().finally(() => {
        connecting = null;
      });
      return connecting;
    },
    eth_chainId: chainId,
    async wallet_switchEthereumChain(given) {
      const [wanted] = parsed(switchParams, given, 'an object with a chainId such as 0x1');
      if (wanted.chainId !== (await trueChainId())) {
        throw new ProviderRpcError(
          UNKNOWN_CHAIN,
          'The Demo Wallet only knows the development chain.',
        );
      }
      memory.remember({ pretendedChainId: null });
      return null;
    },
    async personal_sign(given) {
      const [data, wallet] = parsed(signParams, given, 'a message and an account');
      const account = (await demoAccounts()).find(({ address }) => address === wallet);
      if (!account || wallet !== memory.current.connected) {
        throw new ProviderRpcError(UNAUTHORIZED, 'That account is not connected to this page.');
      }
      const hex = hexSchema.safeParse(data).success ? data : hexOf(data);
      if (!(await queued(() => approver.sign(account, textOf(hex))))) {
        throw new ProviderRpcError(USER_REJECTED, 'The player did not sign.');
      }
      return forward('personal_sign', [hex, wallet]);
    },
  };

  async function demoAccounts(): Promise<readonly DemoAccount[]> {
    const accounts = z.array(addressSchema).parse(await forward('eth_accounts', []));
    return accounts
      .map((address, i) => ({ address, name: `Demo account ${i}` }))
      .slice(FIRST_DEMO_ACCOUNT, LAST_DEMO_ACCOUNT + 1);
  }

  function queued<T>(ask: () => Promise<T>): Promise<T> {
    const asked = lastDialog.then(ask);
    lastDialog = asked.catch(() => undefined);
    return asked;
  }

  async function askToConnect(): Promise<Address[]> {
    const accounts = await demoAccounts();
    const offered =
      accounts.find(({ address }) => address === memory.current.chosen) ?? accounts[0];
    if (!offered) {
      throw new ProviderRpcError(DISCONNECTED, 'The development chain holds no Demo accounts.');
    }
    const account = await queued(() => approver.connect(accounts, offered));
    if (!account) throw new ProviderRpcError(USER_REJECTED, 'The player shared no account.');
    memory.remember({ connected: account.address, chosen: account.address });
    return shared();
  }
}

function sharedBy({ connected }: Remembered): Address[] {
  return connected ? [connected] : [];
}

export function createDemoProvider(options: DemoOptions): {
  readonly provider: DemoProvider;
  readonly control: DemoWalletControl;
} {
  const { forward } = options;
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  const trueChainId = async () => chainIdSchema.parse(await forward('eth_chainId', []));
  const chainId = async () => memory.current.pretendedChainId ?? (await trueChainId());
  const memory = createMemory(options, (now, before) => {
    if (now.connected !== before.connected) emit('accountsChanged', sharedBy(now));
    if (now.pretendedChainId === before.pretendedChainId) return;
    // A chain that does not answer has no id to announce.
    chainId().then(
      (id) => emit('chainChanged', id),
      () => undefined,
    );
  });
  const handlers = createHandlers(options, memory, { chainId, trueChainId });

  return {
    provider: {
      async request(call) {
        const { method, params } = parsed(callSchema, call, 'a method and a list of params');
        const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
        if (handler) return handler(params);
        if (PASSED_ON.test(method)) return forward(method, params);
        throw new ProviderRpcError(UNSUPPORTED_METHOD, `The Demo Wallet does not do ${method}.`);
      },
      on(event, listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      },
      removeListener(event, listener) {
        listeners.get(event)?.delete(listener);
      },
    },
    control: {
      account: () => memory.current.connected,
      useAccount(account) {
        memory.remember(account ? { connected: account, chosen: account } : { connected: null });
      },
      pretendChain(id) {
        memory.remember({ pretendedChainId: id === null ? null : chainIdSchema.parse(id) });
      },
    },
  };
}

function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The bytes as text; what is not UTF-8 shows as replacement characters. */
function textOf(hex: string): string {
  const digits = hex.slice(2).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16)));
}
