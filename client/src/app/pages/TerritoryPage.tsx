/** The player's own land on the map (/territory), and the NFTs that hold it. */
import { PLATE_HEIGHT, Territory, TerritoryHead } from '../../features/territory/Territory.tsx';
import { Spinner, Waiting } from '../../ui/Spinner.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PlayerGate } from '../PlayerGate.tsx';

export function TerritoryPage() {
  return (
    <PlayerGate
      page="Territory"
      connectText="Your land is kept under your wallet’s name. Connect it to see what is yours on the map."
      loading={
        <Page>
          <TerritoryHead nationId={null} worth={null} />
          <Waiting style={{ blockSize: PLATE_HEIGHT }}>
            <Spinner size={40} label="Loading your territory" />
          </Waiting>
        </Page>
      }
    >
      {(player) => (
        <Page>
          <Territory player={player} />
        </Page>
      )}
    </PlayerGate>
  );
}
