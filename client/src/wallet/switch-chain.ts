/** Asks the wallet to switch to the game's chain (EIP-3326). */
import { remedyFor } from './remedies.ts';
import { WalletError } from './wallet-errors.ts';
import type { WalletStore } from './wallet-store.ts';

/** Resolves once the wallet accepts; its chainChanged event then reloads the page. @throws WalletError */
export async function switchChain(
  wallet: Pick<WalletStore, 'prompt'>,
  chainId: number,
): Promise<void> {
  try {
    await wallet.prompt('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }]);
  } catch (cause) {
    if (cause instanceof WalletError) throw cause;
    const remedy = remedyFor(cause, {
      rejected: 'The wallet stays on its network: the change was declined.',
      'unknown-chain': `The wallet does not know chain ${chainId}. Add it in the wallet, then try again.`,
      otherwise: 'The wallet could not change its network. Change it by hand.',
    });
    throw new WalletError(remedy, { cause });
  }
}
