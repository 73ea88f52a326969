/** The player's own land on the map (/territory), and the NFTs that hold it. */
import { styled } from 'styled-components';
import { PLATE_HEIGHT, Territory, TerritoryHead } from '../../features/territory/Territory.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PlayerGate } from '../PlayerGate.tsx';
import { PageTitle } from './PageTitle.tsx';

/** In the map's place. */
const Loading = styled.div`
  display: grid;
  place-items: center;
  block-size: ${PLATE_HEIGHT};
  margin-block-start: var(--space-5);
  border: 1px solid var(--rule);
`;

export function TerritoryPage() {
  return (
    <>
      <PageTitle>Territory</PageTitle>
      <PlayerGate
        connectText="Your land is kept under your wallet’s name. Connect it to see what is yours on the map."
        loading={
          <Page>
            <TerritoryHead nationId={null} worth={null} />
            <Loading>
              <Spinner size={40} label="Loading your territory" />
            </Loading>
          </Page>
        }
      >
        {(player) => (
          <Page>
            <Territory player={player} />
          </Page>
        )}
      </PlayerGate>
    </>
  );
}
