/** The player's territory: totals, the survey map, and beside it the holdings that fill it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { type NationId, nationInText } from '../../../../common/values/nations.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Facts, figureFact } from '../../ui/Facts.tsx';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { PageHead } from '../../ui/layout/Page.tsx';
import { Columns } from '../../ui/layout/sections.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote } from '../../ui/PanelRows.tsx';
import { Phrases } from '../../ui/Phrases.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption } from '../../ui/text.ts';
import { stakeBrings } from '../../views/earnings.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import {
  activeOf,
  activeStakes,
  copiesIn,
  startingGdpOf,
  totalWorth,
  type Worth,
} from '../../views/staked.ts';
import { StakedNft } from '../../views/StakedNft.tsx';
import { divisionFor } from '../../views/territory-map/survey.ts';
import { TerritoryMap } from '../../views/territory-map/TerritoryMap.tsx';
import { useToken } from '../../views/use-token.ts';

/** As high as the window below the head and above the strip. */
export const PLATE_HEIGHT =
  'clamp(24rem, 100dvh - var(--header-height) - var(--window-foot) - 13rem, 42rem)';

const Figures = styled.div`
  flex: 1 1 32rem;

  @media (min-width: 64rem) {
    max-inline-size: 40rem;
  }
`;

const Plate = styled.figure`
  display: grid;
  grid-template-rows: minmax(0, 1fr) auto;
  min-inline-size: 0;
  block-size: ${PLATE_HEIGHT};
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface);

  > div {
    container-type: size;
    display: grid;
    padding: var(--space-5);
    overflow: hidden;
  }

  > figcaption {
    position: relative;
    padding: 0 var(--space-5) var(--space-3);
  }
`;

const Holdings = styled.ul`
  --picture: 5rem;
  --name-line: 100%;

  > li {
    padding: var(--space-3) var(--card-gutter);

    &:first-child {
      border: 0;
    }

    &[data-lit] {
      background: var(--surface-hover);
    }
  }
`;

export function Territory({ player }: { readonly player: PlayerNationView }) {
  const { nation, playerNation } = player;
  const query = useQuery(territoryQuery(playerNation.walletAddress));
  const { data, isError } = query;
  const [lit, setLit] = useState<string | null>(null);

  const stakes = data ? activeStakes(data) : null;
  const land = activeOf(data ?? [], 'national');
  const copies = copiesIn(land);
  const { copiesEach } = divisionFor(copies);
  const { capital } = OUTLINES[nation.id];

  return (
    <>
      <TerritoryHead
        nationId={nation.id}
        worth={stakes && totalWorth(stakes, startingGdpOf(player))}
      />
      <Columns>
        <Plate>
          <div>
            <TerritoryMap
              nationId={nation.id}
              land={land}
              list={{ lit, onLight: setLit, isKnown: data !== undefined }}
            />
          </div>
          <Row as="figcaption" $justify="space-between" $gap={[0, 4]} $wrap>
            <Caption>
              {copiesEach === 1
                ? 'One parcel for each NFT you stake. The dashed one is next.'
                : `One parcel for every ${copiesEach} NFTs you stake`}
            </Caption>
            <Caption>{`${capital.name} ${capital.coordinates}`}</Caption>
          </Row>
        </Plate>
        <Panel title="Holdings" flush>
          {isError && !stakes ? (
            <PanelNote>
              <LoadFailed
                text="Your holdings could not be loaded. They are safe with the game."
                query={query}
              />
            </PanelNote>
          ) : stakes === null ? (
            <PanelNote aria-busy>
              <Skeleton $width="100%" $height="7rem" />
            </PanelNote>
          ) : (
            <>
              {stakes.length > 0 && (
                <Holdings aria-label="Your holdings">
                  {stakes.map((stake) => (
                    <StakedNft
                      key={stake.id}
                      stake={stake}
                      player={player}
                      data-lit={stake.id === lit || undefined}
                      onPointerEnter={() => setLit(stake.id)}
                      onPointerLeave={() => setLit(null)}
                    />
                  ))}
                </Holdings>
              )}
              <NextParcel player={player} isFirst={stakes.length === 0} />
            </>
          )}
        </Panel>
      </Columns>
    </>
  );
}

/** The title and the totals. */
export function TerritoryHead({
  nationId,
  worth,
}: {
  /** Null while the player is unknown. */
  readonly nationId: NationId | null;
  /** Null while unknown. */
  readonly worth: Worth | null;
}) {
  return (
    <PageHead
      title="Territory"
      lead={
        nationId ? (
          <span>
            The land you hold in <Flag nation={nationId} height={16} />
            <span>{` ${nationInText(nationId)}.`}</span>
          </span>
        ) : (
          'The land you hold.'
        )
      }
    >
      <Figures>
        <Facts
          label="Totals"
          facts={[
            figureFact('Territory', worth?.territoryKm2, (km2) => `${formatCount(km2)} km²`),
            figureFact(
              'Production',
              worth?.production,
              (production) => `${production > 0 ? '+' : ''}${production.toFixed(2)}x`,
            ),
            figureFact('GDP from NFTs', worth?.gdp, (gdp) =>
              gdp > 0 ? formatDeltaDollars(gdp) : '$0',
            ),
            figureFact('NFTs staked', worth?.copies, formatCount),
          ]}
        />
      </Figures>
    </PageHead>
  );
}

const Next = styled(PanelNote)`
  display: grid;
  grid-template-columns: minmax(7rem, 1fr) minmax(0, 1.2fr);
  gap: var(--space-4);
  align-items: start;
`;

/** What the next NFT claims, and the way to stake it. */
function NextParcel({
  player,
  isFirst,
}: {
  readonly player: PlayerNationView;
  /** Nothing is staked yet. */
  readonly isFirst: boolean;
}) {
  const { nation } = player;
  const { worth, picture } = useToken(nation.id, 'national');
  return (
    <Next>
      <PlatePicture kind="national" nation={nation.id} own={picture} />
      <Stack $gap={3} $align="start">
        <p>
          {isFirst
            ? 'Nobody has drawn a border here yet. Your first national NFT claims the dashed parcel.'
            : 'Your next national NFT claims the dashed parcel.'}
        </p>
        {/* Of a token that is not read there is nothing to say, but room. */}
        <Caption as="div" $tone="rise" style={{ minBlockSize: '3em' }}>
          {worth && (
            <Phrases>
              {stakeBrings({ ...worth, nftType: 'national', quantity: 1 }, startingGdpOf(player))}
            </Phrases>
          )}
        </Caption>
        <ButtonLink tone="primary" to="/dashboard" style={{ whiteSpace: 'normal' }}>
          {isFirst ? 'Stake your first NFT' : 'Stake more'}
        </ButtonLink>
      </Stack>
    </Next>
  );
}
