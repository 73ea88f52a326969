import { expect, test, vi } from 'vitest';
import { TestWallet, TestWindow } from '../testing/wallet.ts';
import { DEMO_WALLET_RDNS, discoverWallets, walletByDefault } from './discovery.ts';

const wallet = () => new TestWallet({});
const names = (found: readonly { rdns: string }[]) => found.map(({ rdns }) => rdns);

function found(window: TestWindow) {
  const discovery = discoverWallets(window, () => undefined);
  return discovery.wallets();
}

test('MetaMask comes first, the Demo Wallet last, the others in the order they announced themselves', () => {
  const window = new TestWindow([
    { rdns: DEMO_WALLET_RDNS, provider: wallet() },
    { rdns: 'io.rabby', provider: wallet() },
    { rdns: 'com.other', provider: wallet() },
    { rdns: 'io.metamask', provider: wallet() },
  ]);
  expect(names(found(window))).toEqual(['io.metamask', 'io.rabby', 'com.other', DEMO_WALLET_RDNS]);
});

test('a wallet that announces itself late is found, and reported once', () => {
  const window = new TestWindow();
  const onFound = vi.fn();
  const discovery = discoverWallets(window, onFound);
  expect(discovery.wallets()).toEqual([]);
  const late = { rdns: 'io.metamask', provider: wallet() };
  window.announce(late);
  window.announce(late);
  expect(names(discovery.wallets())).toEqual(['io.metamask']);
  expect(onFound).toHaveBeenCalledTimes(1);
});

test('a malformed announcement is not a wallet', () => {
  const window = new TestWindow([
    { rdns: 'a', provider: null },
    { rdns: 'b', provider: {} },
    { rdns: '', provider: wallet() },
  ]);
  window.dispatchEvent(new Event('eip6963:announceProvider'));
  expect(found(window)).toEqual([]);
});

test('a wallet that announces itself again under a new uuid, or from a new object, is listed once', () => {
  const window = new TestWindow();
  const discovery = discoverWallets(window, () => undefined);
  const provider = wallet();
  for (const uuid of ['1', '2', '3']) {
    window.announce({ rdns: 'io.rabby', provider, uuid });
    window.announce({ rdns: 'com.other', provider: wallet(), uuid: `other ${uuid}` });
  }
  expect(names(discovery.wallets())).toEqual(['io.rabby', 'com.other']);
});

test('a wallet may be a function; one whose parts throw when they are read costs only itself', () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const throwing = {
    get request(): never {
      throw new Error('hands off');
    },
  };
  const callable = Object.assign(() => undefined, { request: () => Promise.resolve([]) });
  const window = new TestWindow([
    { rdns: 'com.throwing', provider: throwing },
    { rdns: 'com.callable', provider: callable },
  ]);
  expect(names(found(window))).toEqual(['com.callable']);
  const guarded = new TestWindow([{ rdns: DEMO_WALLET_RDNS, provider: wallet() }]);
  Object.defineProperty(guarded, 'ethereum', {
    get() {
      throw new Error('hands off');
    },
  });
  expect(names(found(guarded))).toEqual([DEMO_WALLET_RDNS]);
  vi.restoreAllMocks();
});

test('only an inline picture is shown', () => {
  const window = new TestWindow([
    { rdns: 'a', provider: wallet(), icon: 'https://tracker.example/icon.png' },
    { rdns: 'b', provider: wallet(), icon: 'data:image/png;base64,AA==' },
  ]);
  expect(found(window).map(({ icon }) => icon)).toEqual(['', 'data:image/png;base64,AA==']);
});

test('window.ethereum counts if no wallet announced itself', () => {
  const [metaMask] = found(new TestWindow([], Object.assign(wallet(), { isMetaMask: true })));
  expect(metaMask).toMatchObject({ name: 'MetaMask', rdns: 'io.metamask' });
  const [other] = found(new TestWindow([], wallet()));
  expect(other).toMatchObject({ name: 'Browser wallet' });
  expect(found(new TestWindow([], { isMetaMask: true }))).toEqual([]);
});

test('window.ethereum counts beside the Demo Wallet, unless it is the Demo Wallet', () => {
  const demo = wallet();
  const announced = [{ rdns: DEMO_WALLET_RDNS, provider: demo }];
  expect(names(found(new TestWindow(announced, demo)))).toEqual([DEMO_WALLET_RDNS]);
  const metaMask = Object.assign(wallet(), { isMetaMask: true });
  expect(names(found(new TestWindow(announced, metaMask)))).toEqual([
    'io.metamask',
    DEMO_WALLET_RDNS,
  ]);
});

test.each([
  ['there is none', [], null, null],
  ['it is the only one', ['com.a'], null, 'com.a'],
  ['the Demo Wallet is the only one', [DEMO_WALLET_RDNS], null, DEMO_WALLET_RDNS],
  ['there is one besides the Demo Wallet', [DEMO_WALLET_RDNS, 'com.a'], DEMO_WALLET_RDNS, 'com.a'],
  ['one of several was used last', ['io.metamask', 'com.a', 'com.b'], 'com.b', 'com.b'],
  ['none of several was used', ['com.a', 'io.metamask'], null, 'io.metamask'],
  ['the one used last is gone', ['com.a', 'io.metamask'], 'com.gone', 'io.metamask'],
])('the wallet to connect without a choice, if %s', (_, rdnses, lastUsed, expected) => {
  const window = new TestWindow(rdnses.map((rdns) => ({ rdns, provider: wallet() })));
  expect(walletByDefault(found(window), lastUsed)?.rdns ?? null).toBe(expected);
});
