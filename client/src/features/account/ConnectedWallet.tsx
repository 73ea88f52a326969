/** A connected wallet: links to the player's page, shows and copies the address, disconnects. */
import { Unplug } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyAddress } from '../../ui/CopyAddress.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { PHONE, Row } from '../../ui/layout/boxes.ts';
import { playerPath } from '../../ui/Person.tsx';

export type WalletPlace = 'header' | 'menu';

const OwnPage = styled(Link)`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  min-inline-size: var(--tap);
  min-block-size: var(--tap);
  color: var(--ink);
  font-size: var(--text-caption);
  font-weight: 500;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

/** The header has room for it only on wide screens. */
const Name = styled.span<{ $place: WalletPlace }>`
  max-inline-size: 9rem;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  @media (max-width: 99.99rem) {
    ${({ $place }) => $place === 'header' && 'display: none;'}
  }
`;

/** Hidden in a phone's header, which has room only for actions: the menu and the own page show it. */
const Copy = styled.span<{ $place: WalletPlace }>`
  display: contents;

  @media ${PHONE} {
    ${({ $place }) => $place === 'header' && 'display: none;'}
  }
`;

/** If the header has no room for the word, it remains the button's accessible name. */
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
  const name = useOwnRow()?.name;
  return (
    <Row $gap={1} $justify="space-between" $wrap>
      <Row as="span">
        <OwnPage
          to={playerPath(walletAddress)}
          title={name ? `${name}: your page` : 'Your page'}
          aria-label={name ? `${name}, your page` : 'Your page'}
        >
          <Identicon address={walletAddress} size={24} />
          {name && <Name $place={place}>{name}</Name>}
        </OwnPage>
        <Copy $place={place}>
          <CopyAddress address={walletAddress} short={shortAddress(walletAddress)} />
        </Copy>
      </Row>
      <Button tone="quiet" title="Disconnect wallet" onClick={onDisconnect}>
        <Unplug size={18} aria-hidden />
        <Word $place={place}>Disconnect</Word>
      </Button>
    </Row>
  );
}
