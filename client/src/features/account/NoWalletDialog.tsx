/** What to do after pressing the header's Connect Wallet in a browser without a wallet. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Dialog } from '../../ui/Dialog.tsx';
import { NoWalletWays } from '../../views/NoWallet.tsx';

export function NoWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  // Close after one of its own links was followed.
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
  return (
    <Dialog
      onClose={onClose}
      title="No wallet found"
      description="This browser has no wallet yet."
      width="30rem"
    >
      <NoWalletWays />
    </Dialog>
  );
}
