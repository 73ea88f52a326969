/**
 * The hooks that act through a wallet, for tests: on the page's own parts and a scripted wallet.
 */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { WalletContext } from '../wallet/wallet-context.ts';
import { createWalletParts, type WalletParts } from '../wallet/wallet-parts.ts';
import { testStorage, TestWindow, type TestWallet } from './wallet.ts';

/** A page whose player has just connected this wallet, in a browser that keeps this. */
export async function connectedParts(
  queryClient: QueryClient,
  provider: TestWallet,
  storage = testStorage(),
): Promise<WalletParts> {
  const parts = createWalletParts(queryClient, {
    window: new TestWindow([{ rdns: 'io.metamask', provider }]),
    storage,
    alert: () => undefined,
    reload: () => undefined,
    isJustReloaded: () => false,
  });
  parts.store.start();
  await parts.connect('uuid-io.metamask');
  return parts;
}

/** What a hook returns to a component that is rendered once, without effects. */
export function hookResult<T>(queryClient: QueryClient, parts: WalletParts, use: () => T): T {
  const snapshot = parts.store.get();
  const view = {
    ...snapshot,
    isConnected: snapshot.walletAddress !== null,
    isMetaMaskInstalled: true,
    lacksWallet: false,
    dismissLack: () => undefined,
    isWrongNetwork: false,
    isChoosing: false,
    choose: () => undefined,
    connect: parts.connect,
    cancelRequest: parts.store.cancelRequest,
    disconnect: parts.disconnect,
    switchToMainnet: parts.switchToMainnet,
  };
  const results: T[] = [];
  function Reader() {
    results.push(use());
    return null;
  }
  renderToString(
    <QueryClientProvider client={queryClient}>
      <WalletContext value={{ parts: () => parts, view }}>
        <Reader />
      </WalletContext>
    </QueryClientProvider>,
  );
  const result = results.at(-1);
  if (result === undefined) throw new Error('the hook returned nothing');
  return result;
}
