/** Build (/dashboard): one's nation, what it is worth, and what can be done for it now. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { LeaderboardTable } from '../../features/leaderboard/LeaderboardTable.tsx';
import { DenaStaking } from '../../features/staking/DenaStaking.tsx';
import { STAKE_AMOUNT_ID } from '../../features/staking/StakeForm.tsx';
import { CurrentGdp } from '../../features/standing/CurrentGdp.tsx';
import { NationHead } from '../../features/standing/NationHead.tsx';
import { Stats } from '../../features/standing/Stats.tsx';
import { useOwnRow } from '../../live/use-own-row.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';

const NationDialog = lazy(() =>
  import('../../features/nation-choice/NationDialog.tsx').then((module) => ({
    default: module.NationDialog,
  })),
);

const Waiting = styled.div`
  display: grid;
  place-items: center;
  min-block-size: 60vh;
  color: var(--ink-muted);
`;

/** Twelve columns: the cards of later pages of the atlas find their place beside these. */
const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  gap: var(--space-5);
  margin-block-start: var(--space-6);

  > * {
    grid-column: 1 / -1;
  }

  @media (min-width: 72rem) {
    > :nth-child(1) {
      grid-column: span 8;
    }

    > :nth-child(2) {
      grid-column: span 4;
    }
  }
`;

export function DashboardPage() {
  const { walletAddress, status, connect } = useWallet();
  const player = useQuery(playerNationQuery(walletAddress));
  const ownRank = useOwnRow()?.rank;
  usePageTitle(ownRank === undefined ? 'Build' : `#${ownRank} Build`, PRODUCT_NAME);

  if (status === 'starting' || (walletAddress && player.isPending)) {
    return (
      <Page>
        <Waiting>
          <Spinner size={40} label="Loading your nation" />
        </Waiting>
      </Page>
    );
  }
  if (!walletAddress) {
    return (
      <Notice
        title="Connect Your Wallet"
        text="Your wallet is your name in the game. Connect it to see your nation and to build it."
      >
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
  return player.data ? <Dashboard player={player.data} /> : <NationNeeded />;
}

function NationNeeded() {
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <Notice
        title="Nation Selection Required"
        text="Four nations wait for you. Choose one to start with its GDP and its bonus; the choice is for good."
      >
        <Button tone="primary" onClick={() => setIsChoosing(true)}>
          Choose Your Nation
        </Button>
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </Notice>
      {isChoosing && (
        <Suspense>
          <NationDialog open onOpenChange={setIsChoosing} />
        </Suspense>
      )}
    </>
  );
}

function Dashboard({ player }: { readonly player: PlayerNationView }) {
  const { walletAddress } = player.playerNation;
  return (
    <Page>
      <NationHead player={player} stakeAnchor={STAKE_AMOUNT_ID} />
      <Stats player={player} />
      <Grid>
        <DenaStaking walletAddress={walletAddress} />
        <CurrentGdp player={player} />
        <LeaderboardTable you={walletAddress} />
      </Grid>
    </Page>
  );
}
