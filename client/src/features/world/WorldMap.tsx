/**
 * The live world: the four nations on one chart, scaled and lit by their GDP, each with its rank.
 * An outline pulses when its total changes.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { useStandings, type LiveStanding } from '../../live/standings.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { formatGdpK, formatPlayers } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { prefersReducedMotion } from '../../ui/motion/use-glide.ts';
import { nationPath } from '../../views/paths.ts';

/** A nation without players still has to be visible, to be chosen. */
const SMALLEST_SCALE = 0.62;

interface Room {
  /** From the chart's left and top edges, in percent of its width and height. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Each nation's area on the chart; captions take more of a small chart, so that has its own layout.
 */
const ROOMS: Readonly<Record<NationId, { readonly large: Room; readonly small: Room }>> = {
  usa: { large: { x: 2, y: 3, width: 47 }, small: { x: 0, y: 0, width: 49 } },
  italy: { large: { x: 58, y: 0, width: 31 }, small: { x: 56, y: 0, width: 32 } },
  argentina: { large: { x: 22, y: 48, width: 20.5 }, small: { x: 14, y: 44, width: 21 } },
  china: { large: { x: 54, y: 50, width: 43 }, small: { x: 53, y: 52, width: 46 } },
};

const Frame = styled.figure`
  container-type: inline-size;
`;

const SMALL = '(max-width: 31rem)';

const Chart = styled.div`
  position: relative;
  aspect-ratio: 1 / 0.94;

  @container ${SMALL} {
    aspect-ratio: 1 / 1.32;
  }
`;

const Marker = styled.div<{ $large: Room; $small: Room }>`
  position: absolute;
  inset-block-start: ${({ $large }) => $large.y}%;
  inset-inline-start: ${({ $large }) => $large.x}%;
  display: grid;
  /* The room's: a longer caption hangs over on both sides, and leaves the outline its size. */
  grid-template-columns: 100%;
  justify-items: center;
  gap: var(--space-2);
  inline-size: ${({ $large }) => $large.width}%;

  @container ${SMALL} {
    inset-block-start: ${({ $small }) => $small.y}%;
    inset-inline-start: ${({ $small }) => $small.x}%;
    inline-size: ${({ $small }) => $small.width}%;
  }
`;

const Outline = styled.div`
  inline-size: 100%;
  transform-origin: 50% 100%;
  transition: transform var(--motion-slow) var(--ease);
`;

const Caption = styled.div`
  display: grid;
  inline-size: max-content;
  justify-items: center;
  line-height: 1.3;
  text-align: center;
`;

/** Its link covers the outline above it as well. */
const Name = styled(Link)`
  font-family: var(--font-display);
  font-size: var(--text-lead);
  font-weight: 500;
  text-decoration: none;
  white-space: nowrap;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  &:hover {
    text-decoration: underline;
  }
`;

const Small = styled.span`
  display: flex;
  /* As wide as keeps it clear of its neighbour's. */
  flex-wrap: wrap;
  justify-content: center;
  gap: 0 0.3em;
  align-items: baseline;
  max-inline-size: 46cqi;
  min-block-size: 1.3em;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  white-space: nowrap;
`;

export function WorldMap() {
  const standings = useStandings();
  const most = standings?.[0]?.gdp ?? 0;
  return (
    <Frame aria-label="The nations by GDP">
      <Chart>
        {NATION_LIST.map(({ id, name }) => (
          <NationOnMap
            key={id}
            id={id}
            name={name}
            most={most}
            standing={standings?.find(({ nationId }) => nationId === id)}
          />
        ))}
      </Chart>
    </Frame>
  );
}

/**
 * A nation's side grows with the root of its GDP, relative to the leading nation, which fills its
 * area and is fully lit. In a world without any GDP all nations are equally small and dim.
 */
function NationOnMap({
  id,
  name,
  most,
  standing,
}: {
  readonly id: NationId;
  readonly name: string;
  /** The GDP of the leading nation. */
  readonly most: number;
  /** Undefined while unknown. */
  readonly standing: LiveStanding | undefined;
}) {
  const share = standing && most > 0 ? Math.sqrt(standing.gdp / most) : 0;
  const scale = SMALLEST_SCALE + (1 - SMALLEST_SCALE) * share;
  const hasPlayers = standing !== undefined && standing.players > 0;
  const beat = useRef<HTMLDivElement>(null);
  usePulse(beat, standing?.gdp ?? null);
  return (
    <Marker $large={ROOMS[id].large} $small={ROOMS[id].small}>
      <Outline style={{ transform: `scale(${scale})` }}>
        <div ref={beat} data-pulse={id}>
          <NationMap nation={id} light={most > 0 ? share : 0.15} />
        </div>
      </Outline>
      <Caption>
        <span>
          {hasPlayers && <span style={{ color: 'var(--action)' }}>{`#${standing.rank} `}</span>}
          <Name to={nationPath(id)}>{name}</Name>
        </span>
        <Small>
          {!standing ? (
            <Skeleton $width="7rem" />
          ) : hasPlayers ? (
            <>
              <span>
                <Figure value={standing.gdp} text={`$${formatGdpK(standing.gdp)}`} />
                {' · '}
              </span>
              <span>{formatPlayers(standing.players)}</span>
            </>
          ) : (
            'Nobody’s yet'
          )}
        </Small>
      </Caption>
    </Marker>
  );
}

/** `--motion-slow`. */
const PULSE_MS = 240;

/**
 * Pulses an element briefly whenever its figure changes; not when it first appears.
 * @param value null while it is unknown.
 */
function usePulse(element: RefObject<HTMLElement | null>, value: number | null): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before === null || value === null || before === value || prefersReducedMotion()) return;
    element.current?.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: 'scale(1.04)', opacity: 0.6, offset: 0.4 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: PULSE_MS, easing: 'ease-out' },
    );
  }, [element, value]);
}
