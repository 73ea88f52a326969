/**
 * The nation's outline, divided into parcels: one is inked per staked copy, from the capital outwards. A
 * single tab stop; the arrow keys move from parcel to parcel.
 */
import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { Capital, Hatch, NationMap } from '../../ui/atlas/NationMap.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { formatCountdown, phrases } from '../../ui/format.ts';
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
    inset-inline: calc(-1 * var(--beyond));
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
  cursor: pointer;
  transition: fill-opacity var(--motion-fast) var(--ease);

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

const Label = styled.div<{ $below: boolean }>`
  position: absolute;
  z-index: 1;
  inline-size: max-content;
  max-inline-size: 15rem;
  padding: var(--space-2) var(--space-3);
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface-overlay);
  box-shadow: var(--shadow);
  font-size: var(--text-caption);
  pointer-events: none;
  transform: translate(-50%, ${({ $below }) => ($below ? '1.25rem' : 'calc(-100% - 1.25rem)')});

  > strong {
    display: block;
    font-weight: 600;
  }
`;

/** The highlighted parcel of a stake or, from the list, all of the stake's parcels. */
export interface Lit {
  readonly stakeId: string;
  /** The parcel with the label; null if the list is hovered. */
  readonly parcel: number | null;
}

export function TerritoryMap({
  nationId,
  land: stakes,
  lit,
  onLight,
  onPick,
}: {
  readonly nationId: NationId;
  /** The stakes that hold it. */
  readonly land: readonly NftStakeView[];
  readonly lit: Lit | null;
  readonly onLight: (lit: Lit | null) => void;
  readonly onPick: (stakeId: string) => void;
}) {
  const id = useId();
  const now = useGameNow();
  const plots = useRef<SVGGElement>(null);
  const outline = OUTLINES[nationId];
  const { width, height, land } = outline;
  const { colour } = NATION_STYLES[nationId];
  const copies = copiesIn(stakes);
  const parcels = useMemo(() => surveyOf(outline, divisionFor(copies).parcels), [outline, copies]);
  const holdings = parcelHoldings(stakes, divisionFor(copies).copiesEach);

  const held = parcels.flatMap((parcel, index) => {
    const holding = holdings[index];
    return holding ? [{ parcel, index, holding }] : [];
  });
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
    if (event.key === 'Escape') onLight(null);
    if (holding && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onPick(holding.stake.id);
    }
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const plot = plots.current?.children[to];
    if (plot instanceof SVGElement) plot.focus();
  };

  return (
    <Sheet $width={width} $height={height}>
      <NationMap nation={nationId} light={0} graticule />
      <Survey
        viewBox={`0 0 ${width} ${height}`}
        {...(held.length > 0
          ? { role: 'group', 'aria-label': 'Your parcels' }
          : { 'aria-hidden': true })}
      >
        <defs>
          <clipPath id={`${id}coast`}>
            <path d={land} />
          </clipPath>
          <Hatch id={`${id}hatch`} nation={nationId} {...HATCH} />
        </defs>
        <path d={land} fill="var(--surface)" />
        <g clipPath={`url(#${id}coast)`}>
          {parcels.slice(held.length).map(({ path }) => (
            <path key={path} d={path} stroke="var(--rule)" strokeWidth="1" />
          ))}
          {held.map(({ parcel, index }) => (
            <path key={index} d={parcel.path} fill={`url(#${id}hatch)`} />
          ))}
          <g ref={plots} onKeyDown={onKeyDown} onPointerLeave={() => onLight(null)}>
            {held.map(({ parcel, index, holding }) => {
              const { stake } = holding;
              const light = (): void => onLight({ stakeId: stake.id, parcel: index });
              return (
                <Plot
                  key={index}
                  $colour={colour}
                  d={parcel.path}
                  stroke="var(--surface)"
                  strokeWidth="2"
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SVG has no buttons.
                  role="button"
                  tabIndex={index === stop ? 0 : -1}
                  aria-label={nameOf(nationId, holding)}
                  data-lit={lit?.stakeId === stake.id || undefined}
                  data-new={isJustStaked(stake, now()) || undefined}
                  onPointerEnter={light}
                  onFocus={light}
                  onBlur={() => onLight(null)}
                  onClick={() => onPick(stake.id)}
                />
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
      {labelled && (
        <ParcelLabel
          nationId={nationId}
          holding={labelled.holding}
          left={labelled.parcel.at[0] / width}
          top={labelled.parcel.at[1] / height}
        />
      )}
    </Sheet>
  );
}

function nameOf(nationId: NationId, { stake, number, of }: Holding): string {
  const { territory, gdp } = landOf(nationId, stake);
  return `Parcel ${number} of ${of}: ${territory}, ${gdp} GDP`;
}

function ParcelLabel({
  nationId,
  holding,
  left,
  top,
}: {
  readonly nationId: NationId;
  readonly holding: Holding;
  /** Fractions of the sheet. */
  readonly left: number;
  readonly top: number;
}) {
  const now = useGameNow();
  const { stake, number, of } = holding;
  const { territory, production, gdp } = landOf(nationId, stake);
  const leftMs = instantOf(stake.unstakeableAt) - now();
  return (
    // The parcel's own name says the same to screen readers.
    <Label
      aria-hidden
      $below={top < 0.4}
      style={{
        // At least half its width from either edge, so that none of it is cut off.
        insetInlineStart: `clamp(7.5rem, ${left * 100}%, calc(100% - 7.5rem))`,
        insetBlockStart: `${top * 100}%`,
      }}
    >
      <strong>{phrases([`Parcel ${number} of ${of}`, territory])}</strong>
      <span>{phrases([`+${production} production`, `${gdp} GDP`])}</span>
      <br />
      <span>{leftMs > 0 ? `Locked for ${formatCountdown(leftMs)}` : 'Unlocked'}</span>
    </Label>
  );
}
