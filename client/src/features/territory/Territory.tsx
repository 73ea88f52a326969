/** The player's territory: totals, the survey map, and beside it the holdings that fill it. */
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { landEarns } from '../../views/earnings.ts';
import { PRODUCTION_RANGE, TERRITORY_RANGE } from '../../views/facts.ts';
import { OfferLine } from '../../views/forecast/OfferLine.tsx';
import { Marketplace } from '../../views/Marketplace.tsx';
import { activeOf, activeStakes, copiesIn, totalWorth } from '../../views/staked.ts';
import { parcelHoldings } from '../../views/territory-map/holdings.ts';
import { divisionFor } from '../../views/territory-map/survey.ts';
import { TerritoryMap, type Lit } from '../../views/territory-map/TerritoryMap.tsx';
import { useToken } from '../../views/use-token.ts';
import { useNftBalances } from '../../wallet/nft-balances.ts';
import { holdingId, HoldingsList, HoldingsSkeleton } from './HoldingsList.tsx';
import { Totals } from './Totals.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(22rem, 28rem);
  gap: var(--space-6);
  align-items: start;
  margin-block-start: var(--space-6);

  @media (max-width: 64rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Plate = styled.figure`
  display: grid;
  min-inline-size: 0;
  min-block-size: 40rem;
  margin: 0;
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface);

  > div {
    display: grid;
    padding: var(--space-6) var(--space-5) var(--space-7);
    overflow: hidden;
  }

  @media (max-width: 48rem) {
    min-block-size: 26rem;

    > div {
      padding: var(--space-5) var(--space-4) var(--space-7);
    }
  }
`;

const Legend = styled.figcaption`
  position: absolute;
  inset-block-end: var(--space-4);
  inset-inline: var(--space-5);
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--space-4);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > span {
    padding-inline: var(--space-1);
    background: var(--surface);
  }
`;

const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: var(--space-4);
  margin-block-end: var(--space-4);

  > h2 {
    font-size: var(--text-heading);
  }

  > a {
    color: var(--action);
    font-weight: 500;
  }
`;

const Invitation = styled.div`
  display: grid;
  gap: var(--space-4);
  justify-items: start;
  padding-block: var(--space-5);
  border-block: 1px solid var(--rule-strong);

  > p {
    max-inline-size: 44ch;
    color: var(--ink-muted);
  }
`;

export function Territory({ player }: { readonly player: PlayerNationView }) {
  const { nation, playerNation } = player;
  const { data, isError, refetch } = useQuery(territoryQuery(playerNation.walletAddress));
  const [lit, setLit] = useState<Lit | null>(null);

  const stakes = data ? activeStakes(data) : null;
  const land = activeOf(data ?? [], 'national');
  const copies = copiesIn(land);
  const { parcels, copiesEach } = divisionFor(copies);

  const goTo = (stakeId: string): void => {
    const row = document.getElementById(holdingId(stakeId));
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
    setLit({ stakeId, parcel: null });
  };

  let beside: ReactNode;
  if (isError && !stakes) {
    beside = (
      <Invitation role="alert">
        <p>Your holdings could not be loaded. They are safe with the game.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Invitation>
    );
  } else if (stakes === null) {
    beside = <HoldingsSkeleton nationId={nation.id} />;
  } else if (stakes.length === 0) {
    beside = <FirstStep player={player} />;
  } else {
    beside = (
      <HoldingsList
        stakes={stakes}
        player={player}
        litStakeId={lit?.stakeId ?? null}
        onLight={(stakeId) => setLit(stakeId === null ? null : { stakeId, parcel: null })}
      />
    );
  }

  return (
    <>
      <Totals worth={stakes && totalWorth(stakes, nation.startingGdp)} />
      <Columns>
        <Plate>
          <div>
            <TerritoryMap
              nationId={nation.id}
              startingGdp={nation.startingGdp}
              parcels={parcels}
              holdings={parcelHoldings(land, copiesEach)}
              lit={lit}
              onLight={setLit}
              onPick={goTo}
            />
          </div>
          <Legend>
            <span>
              {copies === 0
                ? 'Unclaimed land'
                : copiesEach === 1
                  ? 'One parcel for each staked copy'
                  : `One parcel for every ${copiesEach} staked copies`}
            </span>
            <span>
              {`${OUTLINES[nation.id].capital.name} ${OUTLINES[nation.id].capital.coordinates}`}
            </span>
          </Legend>
        </Plate>
        <section aria-labelledby="holdings">
          <Head>
            <h2 id="holdings">Holdings</h2>
            {stakes !== null && stakes.length > 0 && (
              <Link data-tap to="/dashboard">
                Stake more
              </Link>
            )}
          </Head>
          {beside}
        </section>
      </Columns>
    </>
  );
}

/** Nothing is staked: offers to stake what the player has, or to get something to stake. */
function FirstStep({ player }: { readonly player: PlayerNationView }) {
  const { nation, playerNation } = player;
  const { national, cultural } = useNftBalances(nation.id);
  const token = useToken(nation.id, 'national');
  const adds =
    token.territoryValue > 0
      ? `${formatCount(token.territoryValue)} km² of land and ${token.productionBonus.toFixed(2)}x of production`
      : `${TERRITORY_RANGE} of land, ${PRODUCTION_RANGE} of production and ${landEarns(nation.id)} GDP`;
  const ownsSome = (national ?? 0n) > 0n || (cultural ?? 0n) > 0n;
  const ownsNone = national === 0n && cultural === 0n;
  const toDashboard = (
    <ButtonLink tone="primary" to="/dashboard">
      {ownsSome ? 'Stake your first NFT' : 'Go to Dashboard'}
    </ButtonLink>
  );
  return (
    <Invitation>
      <p>
        {`Nobody has drawn a border here yet. Every National NFT you stake claims a parcel of ${nationInText(nation.id)}: ${adds}.`}
      </p>
      <OfferLine kind="national" player={player} token={token} />
      {ownsNone ? (
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
      )}
    </Invitation>
  );
}
