/** Development's own scripts, bundled into the built pages of the browser tests. */
import '../dev/wallet/demo-wallet.ts';
import '../dev/bar/tab.ts';
