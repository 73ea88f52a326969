/** The dashboard's National NFTs and Cultural NFTs cards [SCR31, SCR32]. */
import { ArrowUpRight } from 'lucide-react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { Panel } from '../../ui/Panel.tsx';
import { panelLink } from '../../ui/PanelRows.ts';
import { TwoParts } from '../../ui/StakedList.tsx';
import { Marketplace } from '../../views/Marketplace.tsx';
import { AvailableNfts } from './AvailableNfts.tsx';
import { StakedNfts } from './StakedNfts.tsx';
import { WORDS } from './collections.ts';

/** As high as a link, whatever stands there. */
const Source = styled.div`
  margin-block: calc(-1 * var(--space-2));
`;

const Buy = styled.a`
  ${panelLink}
  gap: var(--space-1);
`;

export function NftCard({
  kind,
  player,
}: {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}) {
  const { title, buy } = WORDS[kind];
  return (
    <Panel
      title={title}
      flush
      fills
      aside={
        <Source>
          <Marketplace
            kind={kind}
            walletAddress={player.playerNation.walletAddress}
            renderLink={(place) => (
              <Buy {...place}>
                <span>{buy}</span>
                <ArrowUpRight size={16} aria-hidden />
              </Buy>
            )}
          />
        </Source>
      }
    >
      <TwoParts>
        <AvailableNfts kind={kind} player={player} />
        <StakedNfts kind={kind} player={player} />
      </TwoParts>
    </Panel>
  );
}
