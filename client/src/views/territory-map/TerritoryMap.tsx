/**
 * A picture of the nation, divided into parcels: one is inked per staked NFT, from the capital
 * outwards, what has just been staked before the player's eyes. Beside the list of what is held,
 * the parcels of what is pointed at are lit, in the one by the other, and the next one to be
 * claimed is dashed.
 */
import { useId, useMemo } from 'react';
import { styled } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { Capital, Hatch, NationMap } from '../../ui/atlas/NationMap.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { copiesIn } from '../staked.ts';
import { fills, isJustStaked, parcelHoldings } from './holdings.ts';
import { divisionFor, surveyOf } from './survey.ts';

/** In the outline's units; denser and heavier than on other maps, because this land is held. */
const HATCH = { gap: 12, line: 3 };

/** How far an outline's graticule reaches beyond its view box, in its units. */
const GRATICULE_REACH = 400;

/**
 * As large as its plate, a size container, allows, in the outline's own proportions, so that points
 * can be percentages.
 */
const Sheet = styled.div<{ $width: number; $height: number }>`
  position: relative;
  aspect-ratio: ${({ $width, $height }) => `${$width} / ${$height}`};
  inline-size: min(100%, calc(100cqb * ${({ $width, $height }) => $width / $height}));
  margin: auto;

  > svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }

  /* The meridians end beyond the sheet: this fades them out, however wide the plate is. */
  &::after {
    --beyond: ${({ $width }) => (GRATICULE_REACH / $width) * 100}%;
    --share: ${({ $width }) => (GRATICULE_REACH / ($width + 2 * GRATICULE_REACH)) * 90}%;
    content: '';
    position: absolute;
    inset-block: -50%;
    /* The outermost's stroke is half beyond them. */
    inset-inline: calc(-1 * var(--beyond) - 1px);
    background:
      linear-gradient(90deg, var(--surface) 10%, transparent) 0 0 / var(--share) 100% no-repeat,
      linear-gradient(-90deg, var(--surface) 10%, transparent) 100% 0 / var(--share) 100% no-repeat;
    pointer-events: none;
  }
`;

const Survey = styled.svg`
  overflow: visible;
  fill: none;
  pointer-events: none;

  path {
    vector-effect: non-scaling-stroke;
    stroke-linejoin: round;
  }
`;

const Plot = styled.path<{ $colour: string }>`
  fill: ${({ $colour }) => $colour};
  fill-opacity: 0.42;
  pointer-events: auto;
  transition: fill-opacity var(--motion-fast) var(--ease);

  &[data-lit] {
    fill-opacity: 0.78;
  }

  &[data-new] {
    ${fills}
  }
`;

/** The list of what is held stands beside it. */
interface BesideList {
  /** The stake that is pointed at; null: none. */
  readonly lit: string | null;
  readonly onLight: (stakeId: string | null) => void;
  /** Whether all that is held is known, and so the next parcel. */
  readonly isKnown: boolean;
}

export function TerritoryMap({
  nationId,
  land: stakes,
  list = null,
}: {
  readonly nationId: NationId;
  /** The stakes that hold it. */
  readonly land: readonly NftStakeView[];
  /** Null: it stands by itself. */
  readonly list?: BesideList | null;
}) {
  const id = useId();
  const now = useGameNow();
  const outline = OUTLINES[nationId];
  const { width, height, land } = outline;
  const { colour } = NATION_STYLES[nationId];
  const copies = copiesIn(stakes);
  // A survey takes a phone some time, and empty land to look at needs none.
  const isSurveyed = list !== null || copies > 0;
  const parcels = useMemo(
    () => (isSurveyed ? surveyOf(outline, divisionFor(copies).parcels) : []),
    [isSurveyed, outline, copies],
  );
  const holdings = parcelHoldings(stakes, divisionFor(copies).copiesEach);

  const held = parcels.flatMap((parcel, index) => {
    const stake = holdings[index];
    return stake ? [{ ...parcel, index, stake }] : [];
  });
  const next = parcels[held.length];

  return (
    <Sheet $width={width} $height={height}>
      <NationMap nation={nationId} light={list || copies > 0 ? 0 : 0.7} graticule />
      <Survey viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <defs>
          <clipPath id={`${id}coast`}>
            <path d={land} />
          </clipPath>
          <Hatch id={`${id}hatch`} nation={nationId} {...HATCH} />
        </defs>
        {isSurveyed && <path d={land} fill="var(--surface)" />}
        <g clipPath={`url(#${id}coast)`}>
          {parcels.slice(held.length).map(({ path }) => (
            <path key={path} d={path} stroke="var(--rule)" strokeWidth="1" />
          ))}
          {held.map(({ path, index }) => (
            <path key={index} d={path} fill={`url(#${id}hatch)`} />
          ))}
          {list?.isKnown && next && (
            <path
              d={next.path}
              fill="var(--action)"
              fillOpacity="0.1"
              stroke="var(--action)"
              strokeWidth="2"
              strokeDasharray="7 6"
            />
          )}
          <g onPointerLeave={() => list?.onLight(null)}>
            {held.map(({ path, index, stake }) => (
              <Plot
                key={index}
                $colour={colour}
                d={path}
                stroke="var(--surface)"
                strokeWidth="2"
                data-parcel
                data-lit={list?.lit === stake.id || undefined}
                data-new={isJustStaked(stake, now()) || undefined}
                onPointerEnter={() => list?.onLight(stake.id)}
              />
            ))}
          </g>
        </g>
        <path d={land} stroke={colour} strokeWidth="1.4" />
        <Capital nation={nationId} surface="var(--surface)" />
      </Survey>
    </Sheet>
  );
}
