/** What the page asks about the wallet: which one to connect, and to look at it. Loaded only when needed. */
import { lateOnPress } from '../../ui/late.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';

const WalletPicker = lateOnPress(() =>
  import('./WalletPicker.tsx').then((module) => module.WalletPicker),
);
const LookAtWallet = lateOnPress(() =>
  import('./WalletPicker.tsx').then((module) => module.LookAtWallet),
);

export function WalletDialogs() {
  const { isChoosing, wallets, choose, isOverdue, cancelRequest } = useWallet();
  return (
    <>
      {isChoosing && (
        <WalletPicker.Component
          wallets={wallets}
          onChoose={choose}
          onMissing={() => choose(null)}
        />
      )}
      {isOverdue && <LookAtWallet.Component onCancel={cancelRequest} />}
    </>
  );
}
