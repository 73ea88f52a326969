/** Which wallet to connect if several are installed (EIP-6963), MetaMask first; and a request that it has not answered. */
import { ChevronRight, Wallet } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { oneLine } from '../../ui/text.ts';
import type { AnnouncedWallet } from '../../wallet/discovery.ts';

const Wallets = styled.ul`
  display: grid;
  margin: calc(-1 * var(--space-3)) calc(-1 * var(--space-3));
`;

const Item = styled.li`
  & + & {
    border-block-start: 1px solid var(--rule);
  }
`;

const Choice = styled.button`
  display: grid;
  grid-template-columns: 2.5rem minmax(0, 1fr) auto;
  gap: var(--space-4);
  align-items: center;
  inline-size: 100%;
  min-block-size: 4.5rem;
  padding: var(--space-3);
  border-radius: var(--radius);
  color: var(--ink);
  font-size: var(--text-lead);
  font-weight: 500;
  text-align: start;
  transition: background-color var(--motion-fast) var(--ease);

  &:hover {
    background: var(--surface-hover);
  }

  > svg {
    color: var(--ink-faint);
  }

  &:hover > svg {
    color: var(--action);
  }
`;

const Icon = styled.span`
  display: grid;
  place-items: center;
  inline-size: 2.5rem;
  block-size: 2.5rem;
  color: var(--ink-muted);

  > img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
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
      <Wallets>
        {wallets.map(({ uuid, name, icon }) => (
          <Item key={uuid}>
            <Choice type="button" onClick={() => onChoose(uuid)}>
              <Icon>
                {icon ? (
                  <img src={icon} alt="" draggable={false} />
                ) : (
                  <Wallet size={28} aria-hidden />
                )}
              </Icon>
              <Name>{name}</Name>
              <ChevronRight size={20} aria-hidden />
            </Choice>
          </Item>
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
