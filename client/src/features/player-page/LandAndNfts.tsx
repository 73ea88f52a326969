/** A player's land on the map, and their NFTs at full size; nothing until there are some. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { counted, nftName } from '../../../../common/values/nft-names.ts';
import type { NftKind, NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { useReadAgain } from '../../api/newer-answer.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { phrases } from '../../ui/format.ts';
import { PHONE } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelRows.tsx';
import { Phrases } from '../../ui/Phrases.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, Subheading } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { activeOf, activeStakes, copiesIn, totalWorth } from '../../views/staked.ts';
import { divisionFor } from '../../views/territory-map/survey.ts';
import { TerritoryMap } from '../../views/territory-map/TerritoryMap.tsx';
import { startingGdpIn } from './receipt.ts';

const TITLE = 'Land and NFTs';
/** The receipt and the stakes come from two responses, so one may be slightly ahead. */
const READ_AGAIN_MS = 1000;

/** In one line; on a phone two plates below a map as wide as the panel. */
const Line = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--space-4) var(--space-5);

  @media ${PHONE} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > :first-child:nth-last-child(n + 2) {
      grid-column: 1 / -1;
    }
  }

  figcaption {
    margin-block-start: var(--space-2);
  }
`;

/** As high as the square plates beside it. */
const Ground = styled.div`
  display: grid;
  min-inline-size: 0;
  aspect-ratio: 1;
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface);

  > div {
    container-type: size;
    display: grid;
    align-items: center;
    padding: var(--space-5);
    overflow: hidden;
  }
`;

export function LandAndNfts({ player }: { readonly player: PlayerPageView }) {
  const query = useStakesOf(player);
  const { data, isError } = query;
  if (!data) {
    return (
      <Panel title={TITLE}>
        {isError ? (
          <LoadFailed
            text="The land and the NFTs could not be loaded. They are safe with the game."
            query={query}
          />
        ) : (
          <Skeleton $width="100%" $height="20rem" />
        )}
      </Panel>
    );
  }
  const count = copiesIn(activeStakes(data));
  const land = activeOf(data, 'national');
  const parcels = Math.ceil(copiesIn(land) / divisionFor(copiesIn(land)).copiesEach);
  if (count === 0) return null;
  return (
    <Panel
      title={TITLE}
      figure={count === 1 ? '1 NFT' : `${formatCount(count)} NFTs`}
      aside={<PanelLink to="/nft">All at full size</PanelLink>}
    >
      <Line>
        {land.length > 0 && (
          <Plate
            title="Land"
            facts={`${formatCount(totalWorth(land, 0).territoryKm2)} km² in ${parcels === 1 ? '1 parcel' : `${formatCount(parcels)} parcels`}`}
          >
            <Ground>
              <div>
                <TerritoryMap nationId={player.nationId} land={land} />
              </div>
            </Ground>
          </Plate>
        )}
        <Collection kind="national" player={player} stakes={land} />
        <Collection kind="cultural" player={player} stakes={activeOf(data, 'cultural')} />
      </Line>
    </Panel>
  );
}

/** The player's NFT stakes, fetched again if the receipt lists different ones. */
function useStakesOf({ walletAddress, receipt }: PlayerPageView) {
  const query = useQuery(territoryQuery(walletAddress));
  const listed = receipt.terms
    .filter(({ term }) => term === 'national' || term === 'cultural')
    .flatMap(({ parts }) => parts.map(({ stakeId }) => stakeId));
  const known = query.data && activeStakes(query.data).map(({ id }) => id);
  const isBehind = known !== undefined && known.sort().join() !== listed.sort().join();
  useReadAgain(query, isBehind, READ_AGAIN_MS);
  return query;
}

/** A player's NFTs of one collection are one token's [NFT3], so one plate represents them all. */
function Collection({
  kind,
  player: { nationId, receipt },
  stakes,
}: {
  readonly kind: NftKind;
  readonly player: PlayerPageView;
  /** The active ones. */
  readonly stakes: readonly NftStakeView[];
}) {
  if (stakes.length === 0) return null;
  const { copies, production, gdp } = totalWorth(stakes, startingGdpIn(receipt));
  const own = stakes.find(({ imageUrl }) => imageUrl)?.imageUrl;
  return (
    <Plate
      title={kind === 'national' ? 'National NFTs' : 'Cultural NFTs'}
      facts={phrases([
        counted(nftName(kind, nationId), copies),
        ...(kind === 'national' ? [`+${production.toFixed(2)}x production`] : []),
        `${formatDeltaDollars(gdp)} GDP`,
      ])}
    >
      <PlatePicture kind={kind} nation={nationId} own={own} />
    </Plate>
  );
}

function Plate({
  title,
  facts,
  children,
}: {
  readonly title: string;
  readonly facts: string;
  readonly children: ReactNode;
}) {
  return (
    <figure>
      {children}
      <figcaption>
        <Subheading>{title}</Subheading>
        <Caption as="p">
          <Phrases>{facts}</Phrases>
        </Caption>
      </figcaption>
    </figure>
  );
}
