/**
 * A connected wallet: links to the player's page, shows and copies the address, shows its sessions,
 * disconnects.
 */
import { Shield, Unplug } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyAddress } from '../../ui/CopyAddress.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { lateOnPress } from '../../ui/late.tsx';
import { PHONE, Row } from '../../ui/layout/boxes.ts';
import { playerPath } from '../../ui/Person.tsx';
import { oneLine } from '../../ui/text.ts';

export type WalletSlot = 'header' | 'menu';

const SessionsDialog = lateOnPress(() =>
  import('./SessionsDialog.tsx').then((module) => module.SessionsDialog),
);

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

/**
 * The menu shows all of it; the header what it has room for: of a name and its address, the name.
 */
const Wallet = styled(Row).attrs({ $gap: 1, $justify: 'space-between', $wrap: true })`
  [data-part='name'] {
    ${oneLine}
    max-inline-size: 9rem;
  }

  &[data-place='header'] {
    flex-wrap: nowrap;

    @media (max-width: 89.99rem) {
      [data-part='disconnect'] {
        position: absolute;
        clip-path: inset(50%);
      }
    }

    @media (max-width: 79.99rem) {
      [data-part='sessions'] {
        display: none;
      }
    }

    /* A phone's has room only for actions: the menu and the own page show it. */
    @media ${PHONE} {
      [data-part='copy'],
      [data-part='name'] {
        display: none;
      }
    }
  }
`;

export function ConnectedWallet({
  walletAddress,
  place,
  onDisconnect,
}: {
  readonly walletAddress: Address;
  readonly place: WalletSlot;
  readonly onDisconnect: () => void;
}) {
  const name = useOwnRow()?.name;
  const label = name ? `${name}, your page` : 'Your page';
  const [isShowingSessions, setIsShowingSessions] = useState(false);
  const hideSessions = () => setIsShowingSessions(false);
  return (
    <Wallet data-place={place}>
      <Row as="span">
        <OwnPage to={playerPath(walletAddress)} title={label} aria-label={label}>
          <Identicon address={walletAddress} size={24} />
          {name && <bdi data-part="name">{name}</bdi>}
        </OwnPage>
        <span data-part="copy">
          <CopyAddress address={walletAddress} isBare={Boolean(name) && place === 'header'} />
        </span>
      </Row>
      <Button
        tone="quiet"
        title="Where you are signed in"
        data-part="sessions"
        onClick={() => setIsShowingSessions(true)}
      >
        <Shield size={18} aria-hidden />
        <span>Sessions</span>
      </Button>
      <Button tone="quiet" title="Disconnect wallet" onClick={onDisconnect}>
        <Unplug size={18} aria-hidden />
        <span data-part="disconnect">Disconnect</span>
      </Button>
      {isShowingSessions && (
        <SessionsDialog.Component
          walletAddress={walletAddress}
          onClose={hideSessions}
          onMissing={hideSessions}
        />
      )}
    </Wallet>
  );
}
