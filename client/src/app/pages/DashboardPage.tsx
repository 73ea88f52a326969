/** Build (/dashboard): the player's nation, what it is worth, and what can be done for it now. */
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { ActivityFeed } from '../../features/activity/ActivityFeed.tsx';
import { LeaderboardTable } from '../../features/dashboard-leaderboard/LeaderboardTable.tsx';
import { DenaStaking } from '../../features/dena-staking/DenaStaking.tsx';
import { VisitorStaking } from '../../features/dena-staking/VisitorStaking.tsx';
import { useAvailableDena } from '../../features/dena-staking/use-available-dena.ts';
import { NationsAtlas } from '../../features/nation-choice/NationsAtlas.tsx';
import { CulturalNftCard, NationalNftCard } from '../../features/nft-staking/NftCards.tsx';
import { CurrentGdp } from '../../features/player-overview/CurrentGdp.tsx';
import { HoldingsVerified } from '../../features/player-overview/HoldingsVerified.tsx';
import { NationHead } from '../../features/player-overview/NationHead.tsx';
import { NationWhole } from '../../features/player-overview/NationWhole.tsx';
import { Stats } from '../../features/player-overview/Stats.tsx';
import { ResourcesCard } from '../../features/trade/ResourcesCard.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PHONE } from '../../ui/layout/phone.ts';
import { PhoneFold } from '../../ui/phone-fold.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { PlayerGate } from '../PlayerGate.tsx';
import { OwnRankTitle } from './PageTitle.tsx';

const Waiting = styled.div`
  display: grid;
  place-items: center;
  min-block-size: 60vh;
  color: var(--ink-muted);
`;

/** Twelve columns: cards of later pages of the atlas can be placed beside these. */
const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  gap: var(--space-5);
  margin-block-start: var(--space-6);

  > * {
    grid-column: 1 / -1;
  }

  @media ${PHONE} {
    gap: var(--space-3);
    margin-block-start: var(--space-4);
  }

  @media (min-width: 72rem) {
    > :nth-child(1) {
      grid-column: span 8;
    }

    > :nth-child(2) {
      grid-column: span 4;
    }

    > :nth-child(3),
    > :nth-child(4),
    > :nth-child(7),
    > :nth-child(8) {
      grid-column: span 6;
    }
  }
`;

const Visit = styled.div`
  display: grid;
  gap: var(--space-5);
`;

export function DashboardPage() {
  return (
    <>
      <OwnRankTitle>Build</OwnRankTitle>
      <PlayerGate
        connectText="Your wallet is your identity in the game. Connect it to see your nation and to build it."
        visitor={
          <Visit>
            <VisitorStaking />
            <NationsAtlas />
          </Visit>
        }
        loading={
          <Page>
            <Waiting>
              <Spinner size={40} label="Loading your nation" />
            </Waiting>
          </Page>
        }
      >
        {(player) => <Dashboard player={player} />}
      </PlayerGate>
    </>
  );
}

function Dashboard({ player }: { readonly player: PlayerNationView }) {
  const { walletAddress, nationId, denaAvailable } = player.playerNation;
  const available = useAvailableDena();
  // If the wallet cannot be read, the server's last verified balance replaces it.
  const availableWei =
    available.status === 'known' ? available.wei : (parseDena(denaAvailable) ?? 0n);
  return (
    <Page>
      <NationHead player={player} />
      <Stats player={player} />
      <HoldingsVerified player={player} />
      <Grid>
        <DenaStaking player={player} />
        <PhoneFold value="folded">
          <CurrentGdp player={player} />
          <NationalNftCard player={player} />
          <CulturalNftCard player={player} />
          <ResourcesCard player={player} availableWei={availableWei} />
          <LeaderboardTable you={walletAddress} />
          <NationWhole nationId={nationId} />
          <ActivityFeed nationId={nationId} you={walletAddress} lines={6} />
        </PhoneFold>
      </Grid>
    </Page>
  );
}
