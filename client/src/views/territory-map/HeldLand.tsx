/**
 * The nation's outline with the player's parcels, display only: what has just been staked fills in before the
 * player's eyes. TerritoryMap is the interactive one.
 */
import { useId, useMemo } from 'react';
import { styled } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { copiesIn } from '../staked.ts';
import { fills, type Holding, isJustStaked, parcelHoldings } from './holdings.ts';
import { divisionFor, surveyOf } from './survey.ts';

const Sheet = styled.div`
  display: grid;
  block-size: 100%;

  > svg {
    grid-area: 1 / 1;
    inline-size: 100%;
    block-size: 100%;
    min-block-size: 0;
  }
`;

const Parcels = styled.svg`
  overflow: visible;
  pointer-events: none;
`;

const Parcel = styled.path`
  fill-opacity: 0.5;
  stroke: var(--surface);
  stroke-width: 1.5px;
  vector-effect: non-scaling-stroke;

  &[data-new] {
    ${fills}
  }
`;

export function HeldLand({
  nationId,
  land,
}: {
  readonly nationId: NationId;
  /** The stakes that hold it. */
  readonly land: readonly NftStakeView[];
}) {
  const { parcels, copiesEach } = divisionFor(copiesIn(land));
  const isEmpty = land.length === 0;
  return (
    <Sheet>
      <NationMap nation={nationId} light={isEmpty ? 0.7 : 0.25} graticule capital />
      {/* A survey takes a phone some time, and empty land needs none. */}
      {!isEmpty && (
        <HeldParcels
          nationId={nationId}
          wanted={parcels}
          holdings={parcelHoldings(land, copiesEach)}
        />
      )}
    </Sheet>
  );
}

function HeldParcels({
  nationId,
  wanted,
  holdings,
}: {
  readonly nationId: NationId;
  /** How finely the land is divided. */
  readonly wanted: number;
  readonly holdings: readonly Holding[];
}) {
  const id = useId();
  const now = useGameNow();
  const outline = OUTLINES[nationId];
  const parcels = useMemo(() => surveyOf(outline, wanted), [outline, wanted]);
  return (
    <Parcels viewBox={`0 0 ${outline.width} ${outline.height}`} aria-hidden>
      <clipPath id={`${id}coast`}>
        <path d={outline.land} />
      </clipPath>
      <g clipPath={`url(#${id}coast)`}>
        {parcels.slice(0, holdings.length).map(({ path }, i) => (
          <Parcel
            key={path}
            d={path}
            fill={NATION_STYLES[nationId].colour}
            data-parcel
            data-new={isJustStaked(holdings[i]?.stake, now()) || undefined}
          />
        ))}
      </g>
    </Parcels>
  );
}
