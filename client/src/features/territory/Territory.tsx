/** The player's territory: totals, the survey map, and beside it the holdings that fill it. */
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { ButtonAnchor, ButtonLink } from '../../ui/Button.tsx';
import { Facts, figureFact } from '../../ui/Facts.tsx';
import { formatCount, formatDeltaDollars } from '../../ui/format.ts';
import { PHONE, Row, Stack } from '../../ui/layout/boxes.ts';
import { Columns } from '../../ui/layout/sections.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink, PanelNote } from '../../ui/PanelRows.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption } from '../../ui/text.ts';
import { landOf } from '../../views/earnings.ts';
import { OfferLine } from '../../views/forecast/OfferLine.tsx';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { Marketplace } from '../../views/Marketplace.tsx';
import { activeOf, activeStakes, copiesIn, totalWorth, type Worth } from '../../views/staked.ts';
import { StakedNft } from '../../views/StakedNft.tsx';
import { divisionFor } from '../../views/territory-map/survey.ts';
import { TerritoryMap, type Lit } from '../../views/territory-map/TerritoryMap.tsx';
import { useToken } from '../../views/use-token.ts';
import { useNftBalances } from '../../wallet/balances.ts';

const Plate = styled.figure`
  display: grid;
  grid-template-rows: minmax(0, 1fr) auto;
  min-inline-size: 0;
  min-block-size: 38rem;
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface);

  > div {
    display: grid;
    padding: var(--space-5);
    overflow: hidden;
  }

  > figcaption {
    position: relative;
    padding: 0 var(--space-5) var(--space-3);
  }

  @media (max-width: 48rem) {
    min-block-size: 26rem;

    > div {
      padding: var(--space-4);
    }
  }
`;

const Holdings = styled.ul`
  > li {
    display: grid;
    grid-template-columns: 5rem minmax(0, 1fr) auto;
    gap: 0 var(--space-4);
    padding: var(--space-3) var(--card-gutter);
    scroll-margin-block: calc(var(--header-height) + var(--space-4));

    &:first-child {
      border: 0;
    }

    &[data-lit] {
      background: var(--surface-hover);
    }

    > :first-child {
      inline-size: 100%;
    }

    /* The button below the words. */
    @media ${PHONE} {
      grid-template-columns: 5rem minmax(0, 1fr);

      > :first-child {
        grid-row: span 2;
      }

      > button {
        justify-self: start;
      }
    }
  }
`;

export function Territory({ player }: { readonly player: PlayerNationView }) {
  const { nation, playerNation } = player;
  const query = useQuery(territoryQuery(playerNation.walletAddress));
  const { data, isError } = query;
  const [lit, setLit] = useState<Lit | null>(null);

  const stakes = data ? activeStakes(data) : null;
  const land = activeOf(data ?? [], 'national');
  const copies = copiesIn(land);
  const { copiesEach } = divisionFor(copies);
  const { capital } = OUTLINES[nation.id];

  const goTo = (stakeId: string): void => {
    const row = document.getElementById(stakeId);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
    setLit({ stakeId, parcel: null });
  };
  return (
    <>
      <Totals worth={stakes && totalWorth(stakes, nation.startingGdp)} />
      <Columns>
        <Plate>
          <div>
            <TerritoryMap
              nationId={nation.id}
              land={land}
              lit={lit}
              onLight={setLit}
              onPick={goTo}
            />
          </div>
          <Row as="figcaption" $justify="space-between" $gap={[0, 4]} $wrap>
            <Caption>
              {copies === 0
                ? 'Unclaimed land'
                : copiesEach === 1
                  ? 'One parcel for each staked copy'
                  : `One parcel for every ${copiesEach} staked copies`}
            </Caption>
            <Caption>{`${capital.name} ${capital.coordinates}`}</Caption>
          </Row>
        </Plate>
        <Panel
          title="Holdings"
          flush
          aside={!!stakes?.length && <PanelLink to="/dashboard">Stake more</PanelLink>}
        >
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
                      untilWords="until"
                      id={stake.id}
                      tabIndex={-1}
                      data-lit={stake.id === lit?.stakeId || undefined}
                      onPointerEnter={() => setLit({ stakeId: stake.id, parcel: null })}
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

/** @param worth null while unknown. */
export function Totals({ worth }: { readonly worth: Worth | null }) {
  return (
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
  );
}

/** What the next copy claims, and where it comes from: the dashboard, or a marketplace. */
function NextParcel({
  player,
  isFirst,
}: {
  readonly player: PlayerNationView;
  /** Nothing is staked yet. */
  readonly isFirst: boolean;
}) {
  const { nation, playerNation } = player;
  const { national, cultural } = useNftBalances(nation.id);
  const { worth } = useToken(nation.id, 'national');
  const { territory, production } = landOf(nation.id, worth);
  const ownsSome = (national ?? 0n) > 0n || (cultural ?? 0n) > 0n;
  const ownsNone = national === 0n && cultural === 0n;
  const toDashboard = (
    <ButtonLink tone="primary" to="/dashboard">
      {ownsSome ? 'Stake your first NFT' : 'Go to Dashboard'}
    </ButtonLink>
  );
  return (
    <Stack as={PanelNote} $gap={3} $align="start">
      <p>
        {`${isFirst ? 'Nobody has drawn a border here yet. ' : ''}Every National NFT you stake claims a parcel of ${nationInText(nation.id)}: ${territory} of land and ${production} of production.`}
      </p>
      <OfferLine kind="national" player={player} worth={worth} />
      {isFirst &&
        (ownsNone ? (
          <Marketplace
            kind="national"
            walletAddress={playerNation.walletAddress}
            renderLink={(place) => (
              <ButtonAnchor tone="primary" {...place}>
                Buy National NFTs
                <ArrowUpRight size={16} aria-hidden />
              </ButtonAnchor>
            )}
            otherwise={toDashboard}
          />
        ) : (
          toDashboard
        ))}
    </Stack>
  );
}
