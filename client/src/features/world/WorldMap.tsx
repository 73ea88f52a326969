/** The live world: the four nations on one chart, as large and as bright as their GDP makes them. */
import { styled } from 'styled-components';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNationTotals } from '../../live/use-nation-totals.ts';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { Figure } from '../../ui/motion/Figure.tsx';
import { formatCount, formatGdpK } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { placeNations, SMALLEST_SCALE, totalsOf } from './world-layout.ts';

interface Room {
  /** From the chart's left and top edges, in percent of its width and height. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where each nation's room lies; captions take more of a small chart, so it is laid out by itself. */
const ROOMS: Readonly<Record<NationId, { readonly large: Room; readonly small: Room }>> = {
  usa: { large: { x: 2, y: 3, width: 47 }, small: { x: 0, y: 0, width: 49 } },
  italy: { large: { x: 58, y: 0, width: 31 }, small: { x: 56, y: 0, width: 32 } },
  argentina: { large: { x: 22, y: 45, width: 20.5 }, small: { x: 14, y: 44, width: 21 } },
  china: { large: { x: 54, y: 50, width: 43 }, small: { x: 53, y: 52, width: 46 } },
};

const Frame = styled.figure`
  container-type: inline-size;
`;

const SMALL = '(max-width: 26rem)';

const Chart = styled.div`
  position: relative;
  aspect-ratio: 1 / 0.94;

  @container ${SMALL} {
    aspect-ratio: 1 / 1.32;
  }
`;

const Place = styled.div<{ $large: Room; $small: Room }>`
  position: absolute;
  inset-block-start: ${({ $large }) => $large.y}%;
  inset-inline-start: ${({ $large }) => $large.x}%;
  display: grid;
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
  transform: scale(${SMALLEST_SCALE});
  transform-origin: 50% 100%;
  transition: transform var(--motion-slow) var(--ease);
`;

const Caption = styled.p`
  display: grid;
  justify-items: center;
  line-height: 1.3;
  text-align: center;
`;

const Name = styled.span`
  font-family: var(--font-display);
  font-size: var(--text-lead);
  font-weight: 500;
  white-space: nowrap;
`;

const Total = styled.span`
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

export function WorldMap() {
  const { rows, isPending } = useLeaderboard();
  const live = useNationTotals();
  const places = placeNations({ ...totalsOf(rows), ...live });
  return (
    <Frame aria-label="The nations by GDP">
      <Chart>
        {NATION_LIST.map(({ id, name }) => {
          const { scale, light, gdp, players } = places[id];
          return (
            <Place key={id} $large={ROOMS[id].large} $small={ROOMS[id].small}>
              <Outline style={isPending ? undefined : { transform: `scale(${scale})` }}>
                <NationMap nation={id} light={isPending ? 0.15 : light} />
              </Outline>
              <Caption>
                <Name>{name}</Name>
                <Total>
                  {isPending ? (
                    <Skeleton $width="7rem" />
                  ) : players === 0 ? (
                    'Nobody’s yet'
                  ) : (
                    <>
                      <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
                      {' · '}
                      {players === 1 ? '1 player' : `${formatCount(players)} players`}
                    </>
                  )}
                </Total>
              </Caption>
            </Place>
          );
        })}
      </Chart>
    </Frame>
  );
}
