/** The dashboard's National NFTs and Cultural NFTs cards [SCR31, SCR32]. */
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { Panel } from '../../ui/Panel.tsx';
import { StakedList, TwoParts } from '../../ui/StakedList.tsx';
import { Marketplace } from '../../views/Marketplace.tsx';
import { activeOf, copiesIn } from '../../views/staked.ts';
import { StakedNft } from '../../views/StakedNft.tsx';
import { AvailableNfts } from './AvailableNfts.tsx';
import { WORDS } from './collections.ts';

export function NftCard({
  kind,
  player,
}: {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}) {
  const { title, noneStaked } = WORDS[kind];
  const stakes = useQuery(territoryQuery(player.playerNation.walletAddress));
  const active = activeOf(stakes.data ?? [], kind);
  return (
    <Panel
      title={title}
      figure={stakes.data && `${formatCount(copiesIn(active))} staked`}
      flush
      fills
      aside={<Marketplace kind={kind} tone="quiet" />}
    >
      <TwoParts>
        <AvailableNfts kind={kind} player={player} />
        <StakedList label={`Staked ${title}`} stakes={stakes} none={noneStaked}>
          {active.map((stake) => (
            <StakedNft key={stake.id} stake={stake} player={player} />
          ))}
        </StakedList>
      </TwoParts>
    </Panel>
  );
}
