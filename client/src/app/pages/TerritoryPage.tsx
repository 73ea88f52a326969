/** The player's own land on the map (/territory), and the NFTs that hold it. */
import { styled } from 'styled-components';
import { Territory, Totals } from '../../features/territory/Territory.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { PlayerGate } from '../PlayerGate.tsx';
import { PageTitle } from './PageTitle.tsx';

/** As high as the map that takes its place. */
const Loading = styled.div`
  display: grid;
  place-items: center;
  min-block-size: 38rem;
  margin-block-start: var(--space-5);
  border: 1px solid var(--rule);

  @media (max-width: 48rem) {
    min-block-size: 26rem;
  }
`;

const TITLE = 'Territory';

export function TerritoryPage() {
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PlayerGate
        connectText="Your land is kept under your wallet’s name. Connect it to see what is yours on the map."
        loading={
          <Page>
            <PageHead title={TITLE} lead="The land you hold." />
            <Totals worth={null} />
            <Loading>
              <Spinner size={40} label="Loading your territory" />
            </Loading>
          </Page>
        }
      >
        {(player) => (
          <Page>
            <PageHead
              title={TITLE}
              lead={
                <span>
                  The land you hold in <Flag nation={player.nation.id} height={16} />
                  <span>{` ${player.nation.name}.`}</span>
                </span>
              }
            />
            <Territory player={player} />
          </Page>
        )}
      </PlayerGate>
    </>
  );
}
