/** What a page of one's own asks for first (SPEC.md §2): a wallet, then a nation. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Notice } from '../ui/layout/Notice.tsx';
import { useWallet } from '../wallet/wallet-context.ts';
import { NationNeeded } from './NationNeeded.tsx';

export function PlayerGate({
  connectText,
  loading,
  visitor,
  children,
}: {
  /** Why a wallet is needed here. */
  readonly connectText: string;
  /** Shown while the wallet and the nation are looked up. */
  readonly loading: ReactNode;
  /** What a visitor without a wallet sees of the page. */
  readonly visitor: ReactNode;
  readonly children: (player: PlayerNationView) => ReactNode;
}) {
  const { walletAddress, status, connect } = useWallet();
  const player = useQuery(playerNationQuery(walletAddress));

  if (status === 'starting' || (walletAddress && player.isPending)) return loading;
  if (!walletAddress) {
    return (
      <Notice title="Connect Your Wallet" text={connectText} below={visitor}>
        <Button tone="primary" pending={status === 'connecting'} onClick={() => void connect()}>
          Connect Wallet
        </Button>
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </Notice>
    );
  }
  if (player.isError) {
    return (
      <Notice
        title="Your nation could not be loaded"
        text="It is safe with the game. Check your connection, then try again."
      >
        <Button tone="primary" pending={player.isFetching} onClick={() => void player.refetch()}>
          Try again
        </Button>
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </Notice>
    );
  }
  if (player.data) return children(player.data);
  return (
    <NationNeeded
      title="Nation Selection Required"
      text="Four nations are waiting for you. Choose one to start with its GDP and its bonus. You can’t change it later."
      otherwise={<ButtonLink to="/">Go to Home Page</ButtonLink>}
    />
  );
}
