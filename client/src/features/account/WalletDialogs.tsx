/** What the page asks about the wallet: which one to connect, and to look at it. Loaded only when needed. */
import { lazy, Suspense } from 'react';
import { useWallet } from '../../wallet/wallet-context.ts';

const WalletPicker = lazy(() =>
  import('./WalletPicker.tsx').then((module) => ({ default: module.WalletPicker })),
);
const LookAtWallet = lazy(() =>
  import('./LookAtWallet.tsx').then((module) => ({ default: module.LookAtWallet })),
);

export function WalletDialogs() {
  const { isChoosing, wallets, choose, isOverdue, cancelRequest } = useWallet();
  if (!isChoosing && !isOverdue) return null;
  return (
    <Suspense>
      {isChoosing && <WalletPicker wallets={wallets} onChoose={choose} />}
      {isOverdue && <LookAtWallet onCancel={cancelRequest} />}
    </Suspense>
  );
}
