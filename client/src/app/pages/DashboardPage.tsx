/** Build (/dashboard): what the player can do now, the forms to do it, and what they have. */
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { LeaderboardTable } from '../../features/dashboard-leaderboard/LeaderboardTable.tsx';
import { DenaStaking, VisitorStaking } from '../../features/dena-staking/DenaStaking.tsx';
import { useAvailableDena } from '../../features/dena-staking/StakeForm.tsx';
import { NftCard } from '../../features/nft-staking/NftCards.tsx';
import { CurrentGdp } from '../../features/player-overview/CurrentGdp.tsx';
import { NationHead } from '../../features/player-overview/NationHead.tsx';
import { Stats } from '../../features/player-overview/Stats.tsx';
import { ResourcesCard } from '../../features/trade/ResourcesCard.tsx';
import { PHONE, Stack } from '../../ui/layout/boxes.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { PhoneFold } from '../../ui/Panel.tsx';
import { Spinner, Waiting } from '../../ui/Spinner.tsx';
import { PlayerGate } from '../PlayerGate.tsx';

/** Two screens of a desktop leave no room for wide margins. */
const DashboardColumn = styled(Page)`
  @media (min-width: 48rem) {
    padding-block: var(--space-6) var(--space-7);
  }
`;

const Parts = styled(Stack)`
  gap: var(--space-4);

  @media ${PHONE} {
    gap: var(--space-3);
  }
`;

/** What can be done, two thirds of the page; beside it what there is; below both what takes the whole width. */
const Desk = styled(Parts)`
  grid-template-columns: repeat(3, minmax(0, 1fr));

  > :first-child,
  > :last-child {
    grid-column: 1 / -1;
  }

  > * {
    min-inline-size: 0;
  }

  @media (min-width: 72rem) {
    > :first-child {
      grid-column: span 2;
    }
  }

  @media (max-width: 72rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Its last card ends where the other column does. */
const Column = styled(Parts)`
  align-content: stretch;
  grid-template-rows: auto 1fr;
`;

const Pair = styled(Parts)`
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  align-content: stretch;
`;

/** A narrow column of two, the first of which grows; where the desk is one column they stand beside each other. */
const Side = styled(Pair)`
  @media (min-width: 72rem) {
    grid-template: 1fr auto / minmax(0, 1fr);
  }
`;

export function DashboardPage() {
  return (
    <PlayerGate
      page="Build"
      connectText="Your wallet is your identity in the game. Connect it to see your nation and to build it."
      trial={<VisitorStaking />}
      loading={
        <Page>
          <Waiting style={{ minBlockSize: '60vh' }}>
            <Spinner size={40} label="Loading your nation" />
          </Waiting>
        </Page>
      }
    >
      {(player) => <Dashboard player={player} />}
    </PlayerGate>
  );
}

function Dashboard({ player }: { readonly player: PlayerNationView }) {
  const { denaAvailable } = player.playerNation;
  const available = useAvailableDena();
  // If the wallet cannot be read, the server's last verified balance replaces it.
  const availableWei =
    available.status === 'known' ? available.wei : (parseDena(denaAvailable) ?? 0n);
  return (
    <DashboardColumn>
      <Parts>
        <NationHead player={player} />
        <Stats player={player} />
        <Desk>
          <Column>
            <DenaStaking player={player} />
            <PhoneFold value>
              <Pair>
                <NftCard kind="national" player={player} />
                <NftCard kind="cultural" player={player} />
              </Pair>
            </PhoneFold>
          </Column>
          <PhoneFold value>
            <Side>
              <CurrentGdp player={player} />
              <LeaderboardTable />
            </Side>
            <ResourcesCard player={player} availableWei={availableWei} />
          </PhoneFold>
        </Desk>
      </Parts>
    </DashboardColumn>
  );
}
