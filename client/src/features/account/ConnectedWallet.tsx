/** A wallet that is connected: read and copy its address, disconnect it. */
import { Unplug } from 'lucide-react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyAddress } from '../../ui/CopyAddress.tsx';

export type WalletPlace = 'header' | 'menu';

const Cluster = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-1);
  margin-inline-start: calc(-1 * var(--space-2));
`;

/** A phone's header has no room for it: there it is found in the menu. */
const Disconnect = styled(Button)<{ readonly $place: WalletPlace }>`
  @media (max-width: 39.99rem) {
    ${({ $place }) => $place === 'header' && 'display: none;'}
  }
`;

/** Where the header has no room for the word, the button keeps it as its name. */
const Word = styled.span<{ $place: WalletPlace }>`
  @media (max-width: 79.99rem) {
    ${({ $place }) => $place === 'header' && 'position: absolute; clip-path: inset(50%);'}
  }
`;

export function ConnectedWallet({
  walletAddress,
  place,
  onDisconnect,
}: {
  readonly walletAddress: Address;
  readonly place: WalletPlace;
  readonly onDisconnect: () => void;
}) {
  return (
    <Cluster>
      <CopyAddress address={walletAddress} short={shortAddress(walletAddress)} />
      <Disconnect tone="quiet" title="Disconnect wallet" onClick={onDisconnect} $place={place}>
        <Unplug size={18} aria-hidden />
        <Word $place={place}>Disconnect</Word>
      </Disconnect>
    </Cluster>
  );
}
