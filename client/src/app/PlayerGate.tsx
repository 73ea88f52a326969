/** What a player's own page requires first [SCR23–25]: a wallet, then a nation. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { failureReason } from '../../../client-kit/api/api-error.ts';
import { useConnect } from '../views/use-connect.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { useWallet } from '../wallet/wallet-context.ts';
import { NationNeeded } from './NationNeeded.tsx';
import { OwnRankTitle } from './pages/PageTitle.tsx';
import { WideNotice } from './WideNotice.tsx';

export function PlayerGate({
  page,
  connectText,
  loading,
  trial,
  children,
}: {
  /** For the browser's tab, behind what is missing. */
  readonly page: string;
  /** Why a wallet is needed here. */
  readonly connectText: string;
  /** Shown while the wallet and the nation are looked up. */
  readonly loading: ReactNode;
  /** What a visitor without a wallet can try. */
  readonly trial?: ReactNode;
  readonly children: (player: PlayerNationView) => ReactNode;
}) {
  const { walletAddress, status } = useWallet();
  const { connect, isConnecting } = useConnect();
  const player = useQuery(playerNationQuery(walletAddress));

  if (status === 'starting' || (walletAddress && player.isPending)) {
    return <Titled page={page}>{loading}</Titled>;
  }
  if (!walletAddress) {
    return (
      <WideNotice
        page={`Connect Your Wallet · ${page}`}
        title="Connect Your Wallet"
        text={connectText}
        under={trial}
      >
        <Button tone="primary" pending={isConnecting} onClick={() => void connect()}>
          Connect Wallet
        </Button>
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </WideNotice>
    );
  }
  // A later read that fails leaves the page as it is, with all that was typed into it.
  if (player.data) return <Titled page={page}>{children(player.data)}</Titled>;
  if (player.data === undefined) {
    return (
      <WideNotice
        page={page}
        title="Your nation could not be loaded"
        text={`It is safe with the game. ${failureReason(player.error) ?? ''}`}
      >
        <Button tone="primary" pending={player.isFetching} onClick={() => void player.refetch()}>
          Try again
        </Button>
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </WideNotice>
    );
  }
  return (
    <NationNeeded
      page={`Nation Selection Required · ${page}`}
      title="Nation Selection Required"
      text="Four nations are waiting for you. Choose one to start with its GDP and its bonus. You can’t change it later."
      otherwise={<ButtonLink to="/">Go to Home Page</ButtonLink>}
    />
  );
}

function Titled({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  return (
    <>
      <OwnRankTitle>{page}</OwnRankTitle>
      {children}
    </>
  );
}
