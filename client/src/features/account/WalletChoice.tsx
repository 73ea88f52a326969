/** Asks which wallet to connect; the dialog is loaded only when there is a choice. */
import { lazy, Suspense } from 'react';
import { useWallet } from '../../wallet/wallet-context.ts';

const WalletPicker = lazy(() =>
  import('./WalletPicker.tsx').then((module) => ({ default: module.WalletPicker })),
);

export function WalletChoice() {
  const { isChoosing, wallets, choose } = useWallet();
  if (!isChoosing) return null;
  return (
    <Suspense>
      <WalletPicker wallets={wallets} onChoose={choose} />
    </Suspense>
  );
}
