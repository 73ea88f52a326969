import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { rpcError, TestWallet, TestWindow, testStorage } from '../testing/wallet.ts';
import { WALLET_ALERTS } from './alerts.ts';
import { WalletStore } from './wallet-store.ts';

const ALICE = address('0x00000000000000000000000000000000000000aa');
const BOB = address('0x00000000000000000000000000000000000000bb');

let stores: WalletStore[] = [];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const store of stores) store.stop();
  stores = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pageOf(window: TestWindow, storage = testStorage()) {
  return { window, storage, alert: vi.fn(), reload: vi.fn() };
}

function started(page: ReturnType<typeof pageOf>): WalletStore {
  const store = new WalletStore(page);
  stores.push(store);
  store.start();
  return store;
}

/** MetaMask with `shared` accounts already shared, and `granted` ones granted on request. */
function metaMask(shared: readonly string[], granted: readonly string[] = [ALICE]) {
  return new TestWallet({
    eth_accounts: () => shared,
    eth_requestAccounts: () => granted,
    eth_chainId: () => '0x1',
  });
}

function windowWith(provider: TestWallet): TestWindow {
  return new TestWindow([{ rdns: 'io.metamask', provider }]);
}

async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(5000);
}

test('an account shared at load connects, in checksum form, after one request', async () => {
  const provider = metaMask([BOB.toLowerCase()]);
  const page = pageOf(windowWith(provider));
  const store = started(page);
  expect(store.getSnapshot()).toMatchObject({ status: 'starting', walletAddress: null });
  await settled();
  expect(store.getSnapshot()).toMatchObject({
    status: 'connected',
    walletAddress: BOB,
    chainId: 1,
  });
  expect(provider.count('eth_accounts')).toBe(1);
  expect(provider.count('eth_requestAccounts')).toBe(0);
});

test('a wallet that never lists its shared accounts does not keep the page waiting', async () => {
  const silent = new TestWallet({ eth_accounts: () => new Promise(() => undefined) });
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const store = started(pageOf(windowWith(silent)));
  await settled();
  expect(store.getSnapshot().status).toBe('disconnected');
});

test.each([
  ['a rejection', () => Promise.reject(rpcError(4001)), WALLET_ALERTS.rejected],
  ['another error', () => Promise.reject(rpcError(-32002)), WALLET_ALERTS.failed],
  ['no account', () => [], WALLET_ALERTS.failed],
  ['an invalid account', () => ['0xnothing'], WALLET_ALERTS.failed],
])('%s shows a Korean alert, and leaves the wallet disconnected', async (_, answer, text) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const provider = new TestWallet({
    eth_accounts: () => [],
    eth_chainId: () => '0x1',
    eth_requestAccounts: answer,
  });
  const page = pageOf(windowWith(provider));
  const store = started(page);
  await settled();
  expect(await store.connect()).toBeNull();
  expect(page.alert.mock.calls).toEqual([[text]]);
  expect(store.getSnapshot().status).toBe('disconnected');
  expect(await store.connect()).toBeNull();
  expect(provider.count('eth_requestAccounts')).toBe(2);
});

test('the account follows the wallet; an empty list disconnects, a non-empty one connects', async () => {
  const provider = metaMask([ALICE]);
  const store = started(pageOf(windowWith(provider)));
  await settled();
  provider.emit('accountsChanged', [BOB.toLowerCase(), ALICE]);
  expect(store.getSnapshot().walletAddress).toBe(BOB);
  provider.emit('accountsChanged', []);
  expect(store.getSnapshot()).toMatchObject({ status: 'disconnected', walletAddress: null });
  provider.emit('accountsChanged', [ALICE]);
  expect(store.getSnapshot()).toMatchObject({ status: 'connected', walletAddress: ALICE });
});

test('a disconnect is local and survives a reload, until the player connects again', async () => {
  const storage = testStorage();
  const provider = metaMask([ALICE]);
  const store = started(pageOf(windowWith(provider), storage));
  await settled();
  const asked = provider.asked.length;
  store.disconnect();
  expect(store.getSnapshot()).toMatchObject({ status: 'disconnected', walletAddress: null });
  expect(provider.asked).toHaveLength(asked);
  store.stop();

  const reloaded = started(pageOf(windowWith(provider), storage));
  await settled();
  expect(reloaded.getSnapshot().status).toBe('disconnected');
  await reloaded.connect();
  reloaded.stop();

  const again = started(pageOf(windowWith(provider), storage));
  await settled();
  expect(again.getSnapshot()).toMatchObject({ status: 'connected', walletAddress: ALICE });
});

test('a disconnect while the wallet still asks voids its answer', async () => {
  let grant: (accounts: string[]) => void = () => undefined;
  const provider = new TestWallet({
    eth_accounts: () => [],
    eth_chainId: () => '0x1',
    eth_requestAccounts: () =>
      new Promise<string[]>((resolve) => {
        grant = resolve;
      }),
  });
  const page = pageOf(windowWith(provider));
  const store = started(page);
  await settled();
  const connecting = store.connect();
  store.disconnect();
  grant([ALICE]);
  expect(await connecting).toBeNull();
  expect(store.getSnapshot().status).toBe('disconnected');
  expect(page.alert).not.toHaveBeenCalled();
});

test('another chain reloads the page; the same one reported again does not', async () => {
  const provider = metaMask([ALICE]);
  const page = pageOf(windowWith(provider));
  const store = started(page);
  await settled();
  provider.emit('chainChanged', '0x1');
  provider.emit('chainChanged', 'nonsense');
  expect(page.reload).not.toHaveBeenCalled();
  provider.emit('chainChanged', '0xaa36a7');
  expect(page.reload).toHaveBeenCalledTimes(1);
  expect(store.getSnapshot().chainId).toBe(1);
});

test('a wallet whose node is down reports so, is asked again, and recovers', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let isAway = true;
  const provider = new TestWallet({
    eth_accounts: () => [ALICE],
    eth_chainId: () => (isAway ? Promise.reject(rpcError(-32603)) : '0x1'),
  });
  const store = started(pageOf(windowWith(provider)));
  await settled();
  expect(store.getSnapshot()).toMatchObject({ chainId: null, isUnreachable: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.getSnapshot()).toMatchObject({ chainId: null, isUnreachable: true });
  isAway = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.getSnapshot()).toMatchObject({ chainId: 1, isUnreachable: false });
  const asked = provider.count('eth_chainId');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(provider.count('eth_chainId')).toBe(asked);
});

test('the wallet used last is connected at the next visit, and waited for if it announces itself late', async () => {
  const storage = testStorage();
  const other = { rdns: 'com.other', provider: metaMask([BOB], [BOB]) };
  const both = new TestWindow([{ rdns: 'io.metamask', provider: metaMask([ALICE]) }, other]);
  const store = started(pageOf(both, storage));
  await settled();
  expect(store.getSnapshot().walletAddress).toBe(ALICE);
  await store.connect('uuid-com.other');
  store.stop();
  const early = metaMask([ALICE]);
  const window = windowWith(early);
  const reloaded = started(pageOf(window, storage));
  await vi.advanceTimersByTimeAsync(100);
  window.announce(other);
  await settled();
  expect(reloaded.getSnapshot().walletAddress).toBe(BOB);
  expect(early.asked).toEqual([]);
});

test('while another wallet is asked, and if it declines, the connected one stays in use', async () => {
  const declining = new TestWallet({
    eth_requestAccounts: () => Promise.reject(rpcError(4001)),
  });
  const window = new TestWindow([
    { rdns: 'io.metamask', provider: metaMask([ALICE]) },
    { rdns: 'com.other', provider: declining },
  ]);
  const store = started(pageOf(window));
  await settled();
  const connecting = store.connect('uuid-com.other');
  expect(store.getSnapshot()).toMatchObject({ status: 'connecting', walletAddress: ALICE });
  expect(await connecting).toBeNull();
  expect(store.getSnapshot()).toMatchObject({ status: 'connected', walletAddress: ALICE });
});

test('storage that refuses or holds garbage costs only the memory', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const refusing = Object.assign(testStorage(), {
    getItem: () => '{"rdns":',
    setItem: () => {
      throw new Error('quota');
    },
  });
  const store = started(pageOf(windowWith(metaMask([ALICE])), refusing));
  await settled();
  expect(store.getSnapshot().walletAddress).toBe(ALICE);
});
