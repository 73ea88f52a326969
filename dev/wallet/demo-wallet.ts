/**
 * Puts the Demo Wallet into the page, before the game's own script: announced by EIP-6963, as
 * `window.ethereum` if there is no other wallet, and as `window.denariaDemoWallet` for developers.
 */
import { dialogApprover, DEMO_WALLET_ICON } from './dialog.ts';
import { forwardTo } from './forward.ts';
import { storedMemory } from './memory.ts';
import { createDemoProvider, type DemoWalletControl } from './provider.ts';

declare global {
  interface Window {
    /** Only in development. */
    denariaDemoWallet?: DemoWalletControl;
  }
}

const { provider, control } = createDemoProvider({
  forward: forwardTo('/dev/rpc'),
  approver: dialogApprover,
  memory: storedMemory(window, localStorageIfAllowed()),
});

function localStorageIfAllowed(): Storage | null {
  try {
    return localStorage;
  } catch {
    // The browser refuses storage for this page; the wallet then lasts as long as the page.
    return null;
  }
}

const detail = Object.freeze({
  info: Object.freeze({
    // Distinguishes it from other wallets within this page.
    uuid: '7c1f3f6e-2d44-4a55-9d8e-0d3a4a1a5b01',
    name: 'Demo Wallet',
    icon: DEMO_WALLET_ICON,
    rdns: 'app.denaria.demo',
  }),
  provider,
});

const announce = () => {
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
};

addEventListener('eip6963:requestProvider', announce);
if (!('ethereum' in window)) {
  Object.defineProperty(window, 'ethereum', {
    value: provider,
    configurable: true,
    enumerable: true,
    // Lets a wallet that comes later replace it.
    writable: true,
  });
  dispatchEvent(new Event('ethereum#initialized'));
}
window.denariaDemoWallet = control;
announce();
