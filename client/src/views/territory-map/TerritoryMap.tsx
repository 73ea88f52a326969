/**
 * The nation's outline, divided into parcels: one is inked per staked NFT, from the capital outwards, what has just
 * been staked before the player's eyes. If it can be picked from, the next one to be claimed is dashed; it is a single
 * tab stop, and the arrow keys move from parcel to parcel.
 */
import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { Capital, Hatch, NationMap } from '../../ui/atlas/NationMap.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { landOf } from '../earnings.ts';
import { copiesIn } from '../staked.ts';
import { fills, type Holding, isJustStaked, parcelHoldings } from './holdings.ts';
import { divisionFor, surveyOf } from './survey.ts';

/** In the outline's units; denser and heavier than on other maps, because this land is held. */
const HATCH = { gap: 12, line: 3 };

/** How far an outline's graticule reaches beyond its view box, in its units. */
const GRATICULE_REACH = 400;

/** As large as its plate, a size container, allows, in the outline's own proportions, so that points can be percentages. */
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

  path {
    vector-effect: non-scaling-stroke;
    stroke-linejoin: round;
  }
`;

const Plot = styled.path<{ $colour: string }>`
  fill: ${({ $colour }) => $colour};
  fill-opacity: 0.42;
  transition: fill-opacity var(--motion-fast) var(--ease);

  &[role] {
    cursor: pointer;
  }

  &[data-lit] {
    fill-opacity: 0.78;
  }

  &[data-new] {
    ${fills}
  }

  &:focus {
    outline: none;
  }
`;

/** The highlighted parcel of a stake or, from the list, all of the stake's parcels. */
export interface Lit {
  readonly stakeId: string;
  /** The parcel with the label; null if the list is hovered. */
  readonly parcel: number | null;
}

/** Its parcels can be pointed at and picked. */
interface Pickable {
  readonly lit: Lit | null;
  readonly onLight: (lit: Lit | null) => void;
  readonly onPick: (stakeId: string) => void;
  /** Whether all that is held is known, and so the next parcel. */
  readonly isKnown: boolean;
}

export function TerritoryMap({
  nationId,
  land: stakes,
  pickable = null,
}: {
  readonly nationId: NationId;
  /** The stakes that hold it. */
  readonly land: readonly NftStakeView[];
  /** Null: it is only looked at. */
  readonly pickable?: Pickable | null;
}) {
  const id = useId();
  const now = useGameNow();
  const plots = useRef<SVGGElement>(null);
  const outline = OUTLINES[nationId];
  const { width, height, land } = outline;
  const { colour } = NATION_STYLES[nationId];
  const copies = copiesIn(stakes);
  // A survey takes a phone some time, and empty land to look at needs none.
  const isSurveyed = pickable !== null || copies > 0;
  const parcels = useMemo(
    () => (isSurveyed ? surveyOf(outline, divisionFor(copies).parcels) : []),
    [isSurveyed, outline, copies],
  );
  const holdings = parcelHoldings(stakes, divisionFor(copies).copiesEach);

  const held = parcels.flatMap((parcel, index) => {
    const holding = holdings[index];
    return holding ? [{ parcel, index, holding }] : [];
  });
  const next = parcels[held.length];
  const { lit = null, onLight, onPick } = pickable ?? {};
  const labelled = lit === null || lit.parcel === null ? undefined : held[lit.parcel];
  const stop = labelled?.index ?? 0;

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = held.length - 1;
    const next: Readonly<Record<string, number>> = {
      ArrowRight: Math.min(last, stop + 1),
      ArrowDown: Math.min(last, stop + 1),
      ArrowLeft: Math.max(0, stop - 1),
      ArrowUp: Math.max(0, stop - 1),
      Home: 0,
      End: last,
    };
    const holding = held[stop]?.holding;
    if (event.key === 'Escape') onLight?.(null);
    if (holding && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onPick?.(holding.stake.id);
    }
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const plot = plots.current?.children[to];
    if (plot instanceof SVGElement) plot.focus();
  };

  return (
    <Sheet $width={width} $height={height}>
      <NationMap nation={nationId} light={pickable || copies > 0 ? 0 : 0.7} graticule />
      <Survey
        viewBox={`0 0 ${width} ${height}`}
        {...(pickable && held.length > 0
          ? { role: 'group', 'aria-label': 'Your parcels' }
          : { 'aria-hidden': true })}
      >
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
          {held.map(({ parcel, index }) => (
            <path key={index} d={parcel.path} fill={`url(#${id}hatch)`} />
          ))}
          {pickable?.isKnown && next && (
            <path
              d={next.path}
              fill="var(--action)"
              fillOpacity="0.1"
              stroke="var(--action)"
              strokeWidth="2"
              strokeDasharray="7 6"
            />
          )}
          <g ref={plots} onKeyDown={onKeyDown} onPointerLeave={() => onLight?.(null)}>
            {held.map(({ parcel, index, holding }) => {
              const { stake } = holding;
              const light = (): void => onLight?.({ stakeId: stake.id, parcel: index });
              return (
                <Plot
                  key={index}
                  $colour={colour}
                  d={parcel.path}
                  stroke="var(--surface)"
                  strokeWidth="2"
                  data-parcel
                  data-lit={lit?.stakeId === stake.id || undefined}
                  data-new={isJustStaked(stake, now()) || undefined}
                  {...(pickable && {
                    role: 'button',
                    tabIndex: index === stop ? 0 : -1,
                    onPointerEnter: light,
                    onFocus: light,
                    onBlur: () => pickable.onLight(null),
                    onClick: () => pickable.onPick(stake.id),
                  })}
                >
                  <title>{nameOf(nationId, holding)}</title>
                </Plot>
              );
            })}
          </g>
          {labelled && (
            <path
              d={labelled.parcel.path}
              stroke="var(--focus)"
              strokeWidth="3"
              pointerEvents="none"
            />
          )}
        </g>
        <path d={land} stroke={colour} strokeWidth="1.4" pointerEvents="none" />
        <Capital nation={nationId} surface="var(--surface)" />
      </Survey>
    </Sheet>
  );
}

/** Also what a pointer reads at it. */
function nameOf(nationId: NationId, { stake, number, of }: Holding): string {
  const { territory, gdp } = landOf(nationId, stake);
  return `Parcel ${number} of ${of}: ${territory}, ${gdp} GDP`;
}
