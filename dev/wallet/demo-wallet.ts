/**
 * Puts the Demo Wallet into the page, before the game's own script: announced by EIP-6963, as
 * `window.ethereum` if there is no other wallet, and as `window.denariaDemoWallet` for developers.
 * It reaches the chain by the development server's POST /dev/rpc.
 */
import '../../common/protocol/zod-without-eval.ts';
import { z } from 'zod';
import { DEMO_WALLET_ICON, dialogApprover } from './dialog.ts';
import {
  createDemoProvider,
  DISCONNECTED,
  ProviderRpcError,
  type DemoWalletControl,
} from './provider.ts';

declare global {
  interface Window {
    /** Only in development. */
    denariaDemoWallet?: DemoWalletControl;
  }
}

const answerSchema = z.union([
  z.object({
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }),
]);

const { provider, control } = createDemoProvider({
  async forward(method, params) {
    // The server may be gone or restarting.
    const response = await fetch('/dev/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).catch(() => null);
    const answer = answerSchema.safeParse(response?.ok ? await response.json() : null);
    if (!answer.success) {
      throw new ProviderRpcError(DISCONNECTED, 'The development chain does not answer.');
    }
    if (!('error' in answer.data)) return answer.data.result;
    const { code, message, data } = answer.data.error;
    throw new ProviderRpcError(code, message, data);
  },
  approver: dialogApprover,
  storage: localStorage,
  onForeignWrite: (listener) => addEventListener('storage', listener),
});

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
