import { describe, expect, test } from 'vitest';
import { address, type Address } from '../../common/values/address.ts';
import { createDemoProvider, ProviderRpcError, type Approver } from './provider.ts';

const accountAt = (place: number): Address =>
  address(`0x${(place + 1).toString(16).padStart(40, '0')}`);
const ACCOUNTS = Array.from({ length: 10 }, (_, place) => accountAt(place));
const OWNER = accountAt(0);
const FIRST = accountAt(1);
const SECOND = accountAt(2);

interface WorldOptions {
  readonly approve?: boolean;
  readonly choose?: Address;
}

/** A wallet whose owner answers as configured, on a chain that records its calls. */
function openWallet({ approve = true, choose = FIRST }: WorldOptions = {}) {
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const shown: unknown[] = [];
  const world = { isApproving: approve };
  const stored = new Map<string, string>();
  const written = new Set<() => void>();
  const approver: Approver = {
    async connect(accounts, offered) {
      shown.push({ connect: accounts.map(({ name }) => name), offered: offered.address });
      return world.isApproving
        ? (accounts.find((account) => account.address === choose) ?? null)
        : null;
    },
    async sign(account, text) {
      shown.push({ sign: text, as: account.name });
      return world.isApproving;
    },
  };
  const { provider } = createDemoProvider({
    approver,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    onForeignWrite: (listener) => void written.add(listener),
    async forward(method, params) {
      asked.push({ method, params });
      if (method === 'eth_accounts') return ACCOUNTS;
      if (method === 'eth_chainId') return '0x1';
      return `${method} answered`;
    },
  });
  const events: [string, unknown][] = [];
  for (const event of ['accountsChanged', 'chainChanged']) {
    provider.on(event, (payload) => events.push([event, payload]));
  }
  const request = (method: string, params?: unknown) =>
    provider.request({ method, ...(params === undefined ? {} : { params }) });
  const code = (method: string, params?: unknown) =>
    request(method, params).then(
      () => null,
      (error: unknown) => (error instanceof ProviderRpcError ? error.code : error),
    );
  /** What the page /dev does, or another tab. */
  const write = (text: string) => {
    for (const key of stored.keys()) stored.set(key, text);
    for (const listener of written) listener();
  };
  return { request, code, events, asked, shown, world, write };
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

  test('follows what another document of the site remembers for it', async () => {
    const { request, events, write } = openWallet();
    await request('eth_requestAccounts');
    write(JSON.stringify({ connected: SECOND, pretendedChainId: '0x5' }));
    expect(await request('eth_accounts')).toEqual([SECOND]);
    expect(await request('eth_chainId')).toBe('0x5');
    expect(events.slice(1)).toEqual([
      ['accountsChanged', [SECOND]],
      ['chainChanged', '0x5'],
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
    expect(asked.map(({ method }) => method)).not.toContain('personal_sign');
  });

  test('an account that is not connected signs nothing: code 4100', async () => {
    const { code, shown } = await connected();
    const before = shown.length;
    expect(await code('personal_sign', ['0x00', SECOND])).toBe(4100);
    expect(await code('personal_sign', ['0x00', OWNER])).toBe(4100);
    expect(await openWallet().code('personal_sign', ['0x00', FIRST])).toBe(4100);
    expect(shown).toHaveLength(before);
  });
});

describe('the chain', () => {
  test('reads are forwarded; what changes the chain or signs unseen is not', async () => {
    const { request, code } = openWallet();
    expect(await request('eth_blockNumber')).toBe('eth_blockNumber answered');
    for (const method of [
      'anvil_setBalance',
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_sendRawTransaction',
      'constructor',
      'toString',
    ]) {
      expect(await code(method, [])).toBe(4200);
    }
  });
});
