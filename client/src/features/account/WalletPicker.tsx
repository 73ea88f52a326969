/**
 * Which wallet to connect if several are installed (EIP-6963), MetaMask first; and a request that
 * it has not answered.
 */
import { Wallet } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack } from '../../ui/layout/boxes.ts';
import { oneLine } from '../../ui/text.ts';
import type { AnnouncedWallet } from '../../wallet/discovery.ts';

const Wallets = styled(Stack)`
  button {
    justify-content: start;
    inline-size: 100%;
    min-block-size: 4rem;
  }

  img {
    block-size: 2rem;
    border-radius: var(--radius);
  }
`;

const Name = styled.span`
  ${oneLine}
`;

export function WalletPicker({
  wallets,
  onChoose,
}: {
  readonly wallets: readonly AnnouncedWallet[];
  /** Called with null if the player closes the dialog. */
  readonly onChoose: (walletUuid: string | null) => void;
}) {
  return (
    <Dialog
      onClose={() => onChoose(null)}
      title="Choose a wallet"
      description="Connecting shows the game your address. It moves nothing and costs nothing."
      width="28rem"
    >
      <Wallets as="ul" $gap={3}>
        {wallets.map(({ uuid, name, icon }) => (
          <li key={uuid}>
            <Button large onClick={() => onChoose(uuid)}>
              {icon ? (
                <img src={icon} alt="" draggable={false} />
              ) : (
                <Wallet size={32} aria-hidden />
              )}
              <Name>{name}</Name>
            </Button>
          </li>
        ))}
      </Wallets>
    </Dialog>
  );
}

/** Reminds of a request that the wallet has not answered, and offers to give it up. */
export function LookAtWallet({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <Dialog
      onClose={onCancel}
      title="Look at your wallet"
      description="It has a request for you, and has not answered for 10 seconds. Its window may be behind this one, or it waits to be unlocked."
      width="28rem"
    >
      <Button onClick={onCancel}>Cancel</Button>
    </Dialog>
  );
}
