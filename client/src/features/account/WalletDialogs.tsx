/**
 * What the page says of the wallet: which one to connect, to look at it, that there is none. Loaded
 * only when needed.
 */
import { lateOnPress } from '../../ui/late.tsx';
import { lateBeside } from '../../views/late-beside.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';

const WalletPicker = lateOnPress(() =>
  import('./WalletPicker.tsx').then((module) => module.WalletPicker),
);
const LookAtWallet = lateOnPress(() =>
  import('./WalletPicker.tsx').then((module) => module.LookAtWallet),
);
// Silent where its code can't be had: the alert and the toast have said what is wrong.
const NoWalletDialog = lateBeside(() =>
  import('./NoWalletDialog.tsx').then((module) => module.NoWalletDialog),
);

export function WalletDialogs() {
  const { isChoosing, wallets, choose, isOverdue, cancelRequest, lacksWallet, dismissLack } =
    useWallet();
  return (
    <>
      {isChoosing && (
        <WalletPicker.Component
          wallets={wallets}
          onChoose={choose}
          onMissing={() => choose(null)}
        />
      )}
      {lacksWallet && <NoWalletDialog onClose={dismissLack} />}
      {isOverdue && <LookAtWallet.Component onCancel={cancelRequest} />}
    </>
  );
}
