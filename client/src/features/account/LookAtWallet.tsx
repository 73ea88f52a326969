/** Reminds of a request that the wallet has not answered, and offers to give it up. */
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export function LookAtWallet({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title="Look at your wallet"
      description="It has a request for you, and has not answered for 10 seconds. Its window may be behind this one, or it waits to be unlocked."
      width="28rem"
    >
      <Button onClick={onCancel}>Cancel</Button>
    </Dialog>
  );
}
