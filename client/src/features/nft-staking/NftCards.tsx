/** The dashboard's National NFTs and Cultural NFTs cards [SCR31, SCR32]. */
import { ArrowUpRight } from 'lucide-react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Marketplace } from '../../views/Marketplace.tsx';
import { AvailableNfts } from './AvailableNfts.tsx';
import { StakedNfts } from './StakedNfts.tsx';
import { WORDS } from './collections.ts';

const Parts = styled.div`
  > * {
    padding: var(--space-5);
  }

  > * + * {
    border-block-start: 1px solid var(--rule);
  }

  @media (max-width: 30rem) {
    > * {
      padding: var(--space-4);
    }
  }
`;

const Buy = styled.a`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  /* As tall as a thumb needs, without pushing the title apart. */
  padding-block: var(--space-3);
  margin-block: calc(-1 * var(--space-3));
  color: var(--action);
  font-weight: 500;
  font-size: var(--text-body);
`;

interface Props {
  readonly player: PlayerNationView;
}

export function NationalNftCard({ player }: Props) {
  return <NftCard kind="national" player={player} />;
}

export function CulturalNftCard({ player }: Props) {
  return <NftCard kind="cultural" player={player} />;
}

function NftCard({ kind, player }: Props & { readonly kind: NftKind }) {
  const { title, buy } = WORDS[kind];
  return (
    <Panel
      title={title}
      flush
      aside={
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
      }
    >
      <Parts>
        <AvailableNfts kind={kind} player={player} />
        <StakedNfts kind={kind} player={player} />
      </Parts>
    </Panel>
  );
}
