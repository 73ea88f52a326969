import { describe, expect, test } from 'vitest';
import { address, type Address } from '../../common/values/address.ts';
import { storedMemory, type WalletMemory } from './memory.ts';
import { createDemoProvider, type Approver } from './provider.ts';
import { ProviderRpcError } from './rpc-error.ts';
import { WITHOUT_CHAIN } from './without-chain.ts';

const accountAt = (place: number): Address =>
  address(`0x${(place + 1).toString(16).padStart(40, '0')}`);
const ACCOUNTS = Array.from({ length: 10 }, (_, place) => accountAt(place));
const OWNER = accountAt(0);
const FIRST = accountAt(1);
const SECOND = accountAt(2);

/** The memory of a browser's one tab. */
function ownMemory(): WalletMemory {
  const values = new Map<string, string>();
  return storedMemory(new EventTarget(), {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  });
}

interface WorldOptions {
  readonly approve?: boolean;
  readonly choose?: Address;
}

/** A wallet whose owner answers as configured, on a chain that records its calls. */
function openWallet({ approve = true, choose = FIRST }: WorldOptions = {}) {
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const shown: unknown[] = [];
  const world = { isUp: true, isApproving: approve };
  const approver: Approver = {
    async connect(accounts, offered) {
      shown.push({ connect: accounts.map(({ name }) => name), offered: offered.address });
      return world.isApproving
        ? (accounts.find((account) => account.address === choose) ?? null)
        : null;
    },
    async sign({ account, text }) {
      shown.push({ sign: text, as: account.name });
      return world.isApproving;
    },
    async send({ account, to, valueWei, data }) {
      shown.push({ send: valueWei, to, data, as: account.name });
      return world.isApproving;
    },
  };
  const { provider, control } = createDemoProvider({
    approver,
    memory: ownMemory(),
    async forward(method, params) {
      if (!world.isUp && !WITHOUT_CHAIN.has(method)) throw new ProviderRpcError(4900, 'gone');
      asked.push({ method, params });
      if (method === 'eth_accounts') return ACCOUNTS;
      if (method === 'eth_chainId') return '0x1';
      return `${method} answered`;
    },
  });
  const events: [string, unknown][] = [];
  for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
    provider.on(event, (payload) => events.push([event, payload]));
  }
  const request = (method: string, params?: unknown) =>
    provider.request({ method, ...(params === undefined ? {} : { params }) });
  const code = (method: string, params?: unknown) =>
    request(method, params).then(
      () => null,
      (error: unknown) => (error instanceof ProviderRpcError ? error.code : error),
    );
  return { provider, control, request, code, events, asked, shown, world };
}

describe('connecting', () => {
  test('shares no account before its owner approved, and the chosen one after', async () => {
    const { request, shown, events } = openWallet({ choose: SECOND });
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('eth_requestAccounts')).toEqual([SECOND]);
    expect(await request('eth_accounts')).toEqual([SECOND]);
    expect(events).toEqual([['accountsChanged', [SECOND]]]);
    expect(shown).toEqual([
      {
        connect: Array.from({ length: 9 }, (_, i) => `Demo account ${i + 1}`),
        offered: FIRST,
      },
    ]);
  });

  test('never offers the owner of the contracts', async () => {
    const { code } = openWallet({ choose: OWNER });
    expect(await code('eth_requestAccounts')).toBe(4001);
  });
});

describe('signing', () => {
  const connected = async (options: WorldOptions = {}) => {
    const wallet = openWallet(options);
    await wallet.request('eth_requestAccounts');
    return wallet;
  };

  test('shows the message as text and has the chain sign its bytes', async () => {
    const { request, shown, asked } = await connected();
    const hex = '0x5369676e20696e20746f2044656e61726961e280a6';
    expect(await request('personal_sign', [hex, FIRST])).toBe('personal_sign answered');
    expect(shown.at(-1)).toEqual({ sign: 'Sign in to Denaria…', as: 'Demo account 1' });
    expect(asked.at(-1)).toEqual({ method: 'personal_sign', params: [hex, FIRST] });
    await request('personal_sign', ['Sign in to Denaria…', FIRST.toLowerCase()]);
    expect(asked.at(-1)).toEqual({ method: 'personal_sign', params: [hex, FIRST] });
  });

  test('a rejection is code 4001, and nothing is signed', async () => {
    const { code, asked, world } = await connected();
    world.isApproving = false;
    expect(await code('personal_sign', ['0x00', FIRST])).toBe(4001);
    expect(await code('eth_signTypedData_v4', [FIRST, '{}'])).toBe(4001);
    expect(await code('eth_sendTransaction', [{ from: FIRST, to: SECOND }])).toBe(4001);
    expect(asked.map(({ method }) => method)).not.toContain('personal_sign');
    expect(asked.map(({ method }) => method)).not.toContain('eth_sendTransaction');
  });

  test('an account that is not connected signs nothing: code 4100', async () => {
    const { code, shown } = await connected();
    const before = shown.length;
    expect(await code('personal_sign', ['0x00', SECOND])).toBe(4100);
    expect(await code('eth_sendTransaction', [{ from: OWNER, to: SECOND }])).toBe(4100);
    expect(await openWallet().code('personal_sign', ['0x00', FIRST])).toBe(4100);
    expect(shown).toHaveLength(before);
  });
});

describe('the chain', () => {
  test('reads are forwarded; calls that change a chain from outside are not', async () => {
    const { request, code } = openWallet();
    expect(await request('eth_blockNumber')).toBe('eth_blockNumber answered');
    for (const method of ['anvil_setBalance', 'evm_mine', 'eth_sign', 'constructor', 'toString']) {
      expect(await code(method, [])).toBe(4200);
    }
  });
});

test('a wallet that signs while its chain is down does not announce that the chain is back', async () => {
  const { request, code, events, world, control } = openWallet();
  await request('eth_requestAccounts');
  events.length = 0;
  world.isUp = false;
  expect(await code('eth_blockNumber')).toBe(4900);
  expect(await control.accounts()).toHaveLength(9);
  expect(await request('personal_sign', ['0x68656c6c6f', FIRST])).toBe('personal_sign answered');
  expect(events).toEqual([['disconnect', expect.objectContaining({ code: 4900 })]]);
});
