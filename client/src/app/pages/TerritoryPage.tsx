/** One's own land on the map (/territory), and the NFTs that hold it. */
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { Territory } from '../../features/territory/Territory.tsx';
import { TerritorySkeleton } from '../../features/territory/TerritorySkeleton.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { PlayerGate } from '../PlayerGate.tsx';

const TITLE = 'Territory';

export function TerritoryPage() {
  usePageTitle(TITLE, PRODUCT_NAME);
  return (
    <PlayerGate
      connectText="Your land is kept under your wallet’s name. Connect it to see what is yours on the map."
      loading={
        <Page>
          <PageHead title={TITLE} lead="The land you hold." />
          <TerritorySkeleton />
        </Page>
      }
    >
      {(player) => (
        <Page>
          <PageHead
            title={TITLE}
            lead={
              <>
                The land you hold in <Flag nation={player.nation.id} height={16} />{' '}
                {player.nation.name}.
              </>
            }
          />
          <Territory player={player} />
        </Page>
      )}
    </PlayerGate>
  );
}
