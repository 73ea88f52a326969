/** Asks the wallet to switch to the game's chain (EIP-3326). */
import { errorCode, UNKNOWN_CHAIN, USER_REJECTED } from './eip1193.ts';
import { WalletError, WalletNotConnected } from './wallet-errors.ts';
import type { WalletStore } from './wallet-store.ts';

/** Resolves once the wallet accepts; its chainChanged event then reloads the page. @throws WalletError */
export async function switchChain(
  wallet: Pick<WalletStore, 'request'>,
  chainId: number,
): Promise<void> {
  try {
    await wallet.request('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }]);
  } catch (cause) {
    if (cause instanceof WalletNotConnected) throw cause;
    switch (errorCode(cause)) {
      case USER_REJECTED:
        throw new WalletError('The wallet stays on its network: the change was declined.', {
          cause,
        });
      case UNKNOWN_CHAIN:
        throw new WalletError(
          `The wallet does not know chain ${chainId}. Add it in the wallet, then try again.`,
          { cause },
        );
      default:
        throw new WalletError('The wallet could not change its network. Change it by hand.', {
          cause,
        });
    }
  }
}
