/** Build (/dashboard): what the player can do now, the forms to do it, and what they have. */
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { LeaderboardTable } from '../../features/dashboard-leaderboard/LeaderboardTable.tsx';
import { DenaStaking, VisitorStaking } from '../../features/dena-staking/DenaStaking.tsx';
import { useAvailableDena } from '../../features/dena-staking/StakeForm.tsx';
import { NftCard } from '../../features/nft-staking/NftCards.tsx';
import { CurrentGdp } from '../../features/player-overview/CurrentGdp.tsx';
import { Head } from '../../features/player-overview/Head.tsx';
import { OwnLand } from '../../features/player-overview/OwnLand.tsx';
import { Stats } from '../../features/player-overview/Stats.tsx';
import { ResourcesCard } from '../../features/trade/ResourcesCard.tsx';
import { PHONE } from '../../ui/layout/boxes.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { PhoneFold } from '../../ui/Panel.tsx';
import { Spinner, Waiting } from '../../ui/Spinner.tsx';
import { PlayerGate } from '../PlayerGate.tsx';

const AREAS = [
  'head',
  'stats',
  'land',
  'dena',
  'gdp',
  'national',
  'cultural',
  'board',
  'resources',
];

/**
 * The parts in the order in which a phone has them. Wider, what can be done is two thirds of the
 * page, what there is beside it, and what takes the whole width below.
 */
const Desk = styled(Page)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4);

  @media ${PHONE} {
    gap: var(--space-3);
  }

  @media (min-width: 40rem) {
    grid-template:
      'head land'
      'stats stats'
      'dena dena'
      'national cultural'
      'gdp gdp'
      'board board'
      'resources resources' / minmax(0, 1fr) minmax(0, 1fr);
    padding-block: var(--space-5) var(--space-7);

    ${AREAS.map((area, i) => `> :nth-child(${i + 1}) { grid-area: ${area}; }`).join('\n')}
  }

  @media (min-width: 72rem) {
    grid-template:
      'head head land' minmax(14rem, 1fr)
      'stats stats land'
      'dena dena gdp'
      'national cultural board'
      'resources resources resources' / minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr);
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
    <Desk>
      <Head player={player} />
      <Stats player={player} />
      <OwnLand player={player} />
      <DenaStaking player={player} />
      <PhoneFold value>
        <CurrentGdp player={player} />
        <NftCard kind="national" player={player} />
        <NftCard kind="cultural" player={player} />
        <LeaderboardTable />
        <ResourcesCard player={player} availableWei={availableWei} />
      </PhoneFold>
    </Desk>
  );
}
