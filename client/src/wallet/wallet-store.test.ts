import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { rpcError, TestWallet, TestWindow, testStorage } from '../testing/wallet.ts';
import { RequestCancelled, WALLET_ALERTS, WalletError } from './wallet-errors.ts';
import { WalletStore } from './wallet-store.ts';

const ALICE = address('0x00000000000000000000000000000000000000aa');
const BOB = address('0x00000000000000000000000000000000000000bb');

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pageOf(window: TestWindow, storage = testStorage()) {
  return { window, storage, alert: vi.fn(), reload: vi.fn(), isJustReloaded: () => false };
}

function started(page: ReturnType<typeof pageOf>): WalletStore {
  const store = new WalletStore(page);
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

test('[ENT2, STA1, CAL7] an account shared at load connects, in checksum form, after one request', async () => {
  const provider = metaMask([BOB.toLowerCase()]);
  const page = pageOf(windowWith(provider));
  const store = started(page);
  expect(store.get()).toMatchObject({ status: 'starting', walletAddress: null });
  await settled();
  expect(store.get()).toMatchObject({
    status: 'connected',
    walletAddress: BOB,
    chainId: 1,
  });
  expect(provider.count('eth_accounts')).toBe(1);
  expect(provider.count('eth_requestAccounts')).toBe(0);
});

test.each([
  ['never lists', () => new Promise(() => undefined)],
  ['fails to list', () => Promise.reject(rpcError(-32603))],
])('[STA4] a wallet that %s its shared accounts is logged, and keeps nobody', async (_, answer) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const page = pageOf(windowWith(new TestWallet({ eth_accounts: answer })));
  const store = started(page);
  await settled();
  expect(store.get().status).toBe('disconnected');
  expect(logged).toHaveBeenCalled();
  expect(page.alert).not.toHaveBeenCalled();
});

test.each([
  ['a rejection', () => Promise.reject(rpcError(4001)), WALLET_ALERTS.rejected, 'failed'],
  ['an open request', () => Promise.reject(rpcError(-32002)), WALLET_ALERTS.failed, 'pending'],
  ['another error', () => Promise.reject(rpcError(-32603)), WALLET_ALERTS.failed, 'failed'],
  ['no account', () => [], WALLET_ALERTS.failed, 'failed'],
  ['an invalid account', () => ['0xnothing'], WALLET_ALERTS.failed, 'failed'],
])(
  '[TXT2] %s shows a Korean alert, and leaves the wallet disconnected',
  async (_, answer, text, end) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const provider = new TestWallet({
      eth_accounts: () => [],
      eth_chainId: () => '0x1',
      eth_requestAccounts: answer,
    });
    const page = pageOf(windowWith(provider));
    const store = started(page);
    await settled();
    expect(await store.connect()).toBe(end);
    expect(page.alert.mock.calls).toEqual([[text]]);
    expect(store.get().status).toBe('disconnected');
    expect(await store.connect()).toBe(end);
    expect(provider.count('eth_requestAccounts')).toBe(2);
  },
);

test('[STA1, STA2] the account follows the wallet; an empty list disconnects, a non-empty one connects', async () => {
  const provider = metaMask([ALICE]);
  const store = started(pageOf(windowWith(provider)));
  await settled();
  provider.emit('accountsChanged', [BOB.toLowerCase(), ALICE]);
  expect(store.get().walletAddress).toBe(BOB);
  provider.emit('accountsChanged', []);
  expect(store.get()).toMatchObject({ status: 'disconnected', walletAddress: null });
  provider.emit('accountsChanged', [ALICE]);
  expect(store.get()).toMatchObject({ status: 'connected', walletAddress: ALICE });
});

test('[STA1, STA2] a disconnect is local and survives a reload, until the player connects again', async () => {
  const storage = testStorage();
  const provider = metaMask([ALICE]);
  const store = started(pageOf(windowWith(provider), storage));
  await settled();
  const asked = provider.asked.length;
  store.disconnect();
  expect(store.get()).toMatchObject({ status: 'disconnected', walletAddress: null });
  expect(provider.asked).toHaveLength(asked);

  const reloaded = started(pageOf(windowWith(provider), storage));
  await settled();
  expect(reloaded.get().status).toBe('disconnected');
  await reloaded.connect();

  const again = started(pageOf(windowWith(provider), storage));
  await settled();
  expect(again.get()).toMatchObject({ status: 'connected', walletAddress: ALICE });
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
  expect(await connecting).toBe('dismissed');
  expect(store.get().status).toBe('disconnected');
  expect(page.alert).not.toHaveBeenCalled();
});

test('a wallet that does not answer its player is overdue after 10 s; once given up, it is asked again', async () => {
  const silent = new TestWallet({
    eth_accounts: () => [],
    eth_chainId: () => '0x1',
    eth_requestAccounts: () => new Promise(() => undefined),
  });
  const page = pageOf(windowWith(silent));
  const store = started(page);
  await settled();
  const connecting = store.connect();
  await vi.advanceTimersByTimeAsync(9999);
  expect(store.get()).toMatchObject({ status: 'connecting', isOverdue: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(store.get().isOverdue).toBe(true);
  store.cancelRequest();
  expect(await connecting).toBe('dismissed');
  expect(store.get()).toMatchObject({ status: 'disconnected', isOverdue: false });
  expect(page.alert).not.toHaveBeenCalled();
  void store.connect();
  expect(silent.count('eth_requestAccounts')).toBe(2);
});

test('a read is not waited for longer than 10 s, and a request to the player ends with the account', async () => {
  const silent = new TestWallet({
    eth_accounts: () => [ALICE],
    eth_chainId: () => '0x1',
    eth_call: () => new Promise(() => undefined),
    personal_sign: () => new Promise(() => undefined),
  });
  const store = started(pageOf(windowWith(silent)));
  await settled();
  const read = expect(store.request('eth_call', [])).rejects.toBeInstanceOf(WalletError);
  const prompt = expect(store.prompt('personal_sign', [])).rejects.toBeInstanceOf(RequestCancelled);
  silent.emit('accountsChanged', [BOB]);
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all([read, prompt]);
  expect(store.get().isOverdue).toBe(false);
});

test('a wallet that only reports a disconnect is asked whether it still shares its account', async () => {
  let shared: () => unknown = () => [ALICE];
  const provider = new TestWallet({ eth_accounts: () => shared(), eth_chainId: () => '0x1' });
  const store = started(pageOf(windowWith(provider)));
  await settled();
  provider.emit('disconnect', rpcError(1013));
  await settled();
  expect(store.get().walletAddress).toBe(ALICE);
  shared = () => Promise.reject(rpcError(4100));
  provider.emit('disconnect', rpcError(4900));
  await settled();
  expect(store.get().status).toBe('disconnected');
});

test('a wallet whose events cannot be listened to still connects', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const provider = Object.assign(metaMask([ALICE]), {
    on: () => {
      throw new Error('no events');
    },
  });
  const store = started(pageOf(windowWith(provider)));
  await settled();
  expect(store.get().walletAddress).toBe(ALICE);
});

test('window.ethereum that comes late and without an event is found, at the latest by connecting', async () => {
  for (const lateMs of [400, 2900, 5000]) {
    const window = new TestWindow();
    const store = started(pageOf(window));
    await vi.advanceTimersByTimeAsync(lateMs);
    Object.assign(window, { ethereum: metaMask([]) });
    await vi.advanceTimersByTimeAsync(200);
    if (lateMs < 5000) expect(store.get().wallets).toHaveLength(1);
    expect(await store.connect()).toBe('connected');
  }
});

test('[STA3] another chain reloads the page; the same one reported again does not', async () => {
  const provider = metaMask([ALICE]);
  const page = pageOf(windowWith(provider));
  const store = started(page);
  await settled();
  provider.emit('chainChanged', '0x1');
  provider.emit('chainChanged', 'nonsense');
  expect(page.reload).not.toHaveBeenCalled();
  provider.emit('chainChanged', '0xaa36a7');
  expect(page.reload).toHaveBeenCalledTimes(1);
  expect(store.get().chainId).toBe(1);
});

test('[STA3] a page that was just reloaded takes another chain as it is', async () => {
  const provider = metaMask([ALICE]);
  const page = { ...pageOf(windowWith(provider)), isJustReloaded: () => true };
  const store = started(page);
  await settled();
  provider.emit('chainChanged', '0xaa36a7');
  expect(page.reload).not.toHaveBeenCalled();
  expect(store.get().chainId).toBe(0xaa36a7);
});

test.each([
  ['whose node is down', () => Promise.reject(rpcError(-32603))],
  ['that answers with no chain id', () => null],
  ['that does not answer', () => new Promise(() => undefined)],
])('a wallet %s is unreachable, is asked again, and recovers', async (_, away) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let isAway = true;
  const provider = new TestWallet({
    eth_accounts: () => [ALICE],
    eth_chainId: () => (isAway ? away() : '0x1'),
  });
  const store = started(pageOf(windowWith(provider)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.get()).toMatchObject({ chainId: null, isUnreachable: true });
  isAway = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.get()).toMatchObject({ chainId: 1, isUnreachable: false });
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
  expect(store.get().walletAddress).toBe(ALICE);
  await store.connect('uuid-com.other');
  const early = metaMask([ALICE]);
  const window = windowWith(early);
  const reloaded = started(pageOf(window, storage));
  await vi.advanceTimersByTimeAsync(100);
  window.announce(other);
  await settled();
  expect(reloaded.get().walletAddress).toBe(BOB);
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
  expect(store.get()).toMatchObject({ status: 'connecting', walletAddress: ALICE });
  expect(await connecting).toBe('failed');
  expect(store.get()).toMatchObject({ status: 'connected', walletAddress: ALICE });
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
  expect(store.get().walletAddress).toBe(ALICE);
});
