/** A player's land on the map, and their plates at full size; nothing until there are some. */
import { useQuery } from '@tanstack/react-query';
import type { NftKind, NftStakeView } from '../../../../common/protocol/nfts.ts';
import { nftName, counted } from '../../../../common/values/nft-names.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { useReadAgain } from '../../api/newer-answer.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { phrases } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useToken } from '../../views/use-token.ts';
import { activeOf, activeStakes, copiesIn, totalWorth } from '../../views/staked.ts';
import { divisionFor } from '../../views/territory-map/survey.ts';
import { TerritoryMap } from '../../views/territory-map/TerritoryMap.tsx';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { MapPlate, Plates, WorkPlate } from '../../views/plates.tsx';

/** The receipt and the stakes come from two responses, so one may be slightly ahead. */
const READ_AGAIN_MS = 1000;

export function Works({ player }: { readonly player: PlayerPageView }) {
  const query = useStakesOf(player);
  const { data, isError } = query;
  if (isError && !data) {
    return (
      <Panel title="Land and works">
        <LoadFailed
          text="The land and the works could not be loaded. They are safe with the game."
          query={query}
        />
      </Panel>
    );
  }
  const land = data ? activeOf(data, 'national') : null;
  const culture = data ? activeOf(data, 'cultural') : null;
  const copies = land ? copiesIn(land) : 0;
  const { copiesEach } = divisionFor(copies);
  if (data && activeStakes(data).length === 0) return null;
  const worth = land && totalWorth(land, player.nation.startingGdp);
  return (
    <Plates
      title="Land and works"
      figure={data && `${formatCount(copiesIn(activeStakes(data)))} NFTs`}
    >
      <MapPlate
        title="Land"
        facts={
          worth &&
          (copies === 0
            ? 'No land is staked.'
            : `${formatCount(worth.territoryKm2)} km² in ${parcelsText(copies, copiesEach)}`)
        }
      >
        <TerritoryMap nationId={player.nationId} land={land ?? []} />
      </MapPlate>
      <Collection kind="national" player={player} stakes={land} />
      <Collection kind="cultural" player={player} stakes={culture} />
    </Plates>
  );
}

/** The player's NFT stakes, fetched again if the receipt lists different ones. */
function useStakesOf({ walletAddress, receipt }: PlayerPageView) {
  const query = useQuery(territoryQuery(walletAddress));
  const { data } = query;
  const wanted = receipt.terms
    .filter(({ term }) => term === 'national' || term === 'cultural')
    .flatMap(({ parts }) => parts.map(({ stakeId }) => stakeId));
  const held = new Set(data && activeStakes(data).map(({ id }) => id));
  const isBehind =
    data !== undefined && (wanted.length !== held.size || wanted.some((id) => !held.has(id)));
  useReadAgain(query, isBehind, READ_AGAIN_MS);
  return query;
}

function parcelsText(copies: number, copiesEach: number): string {
  const parcels = Math.ceil(copies / copiesEach);
  return parcels === 1 ? '1 parcel' : `${formatCount(parcels)} parcels`;
}

/** A player's NFTs of one collection are copies of one token [NFT3], so one plate represents them all. */
function Collection({
  kind,
  player: { nationId, nation },
  stakes,
}: {
  readonly kind: NftKind;
  readonly player: PlayerPageView;
  /** The active ones; null while unknown. */
  readonly stakes: readonly NftStakeView[] | null;
}) {
  const title = kind === 'national' ? 'National NFTs' : 'Cultural NFTs';
  const copies = stakes ? copiesIn(stakes) : 0;
  const own = stakes?.find(({ imageUrl }) => imageUrl)?.imageUrl;
  // A stake may date from before its picture was known [NFT2].
  const token = useToken(copies > 0 && own === undefined ? nationId : null, kind);
  const picture = copies > 0 ? (own ?? token.picture) : stakes && '';
  const worth = stakes && totalWorth(stakes, nation.startingGdp);
  return (
    <WorkPlate
      title={title}
      kind={kind}
      nationId={nationId}
      picture={picture}
      isMissing={stakes !== null && copies === 0}
      facts={
        worth &&
        (copies === 0
          ? 'None are staked.'
          : phrases([
              counted(nftName(kind, nationId), copies),
              ...(kind === 'national' ? [`+${worth.production.toFixed(2)}x production`] : []),
              `${formatDeltaDollars(worth.gdp)} GDP`,
            ]))
      }
    />
  );
}
