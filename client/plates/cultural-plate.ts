/**
 * The picture of a cultural token: a work engraved in light on ink, before the guilloche that banknotes
 * are guarded with.
 */
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { nftName } from '../../common/values/nft-names.ts';
import { bandoneon } from './landmarks/bandoneon.ts';
import { colosseum } from './landmarks/colosseum.ts';
import { ENGRAVING_STYLE } from './landmarks/engraving.ts';
import { libertyBell } from './landmarks/liberty-bell.ts';
import { templeOfHeaven } from './landmarks/temple-of-heaven.ts';
import { frame, INK, lettering, plateDocument, plateNumber, SIDE } from './plate.ts';
import { SUBJECTS } from './subjects.ts';
import { el, polyline, steps, type Point } from './svg.ts';

const WORKS: Readonly<Record<NationId, () => string>> = {
  usa: libertyBell,
  italy: colosseum,
  argentina: bandoneon,
  china: templeOfHeaven,
};

/** The document of a cultural token's picture. */
export function culturalPlate(nationId: NationId): string {
  const nation = NATIONS[nationId];
  const title = nftName('cultural', nationId);
  const { place, year, accent } = SUBJECTS[nationId];
  return plateDocument(
    `${title}: a plate of Denaria’s museum`,
    el(
      'defs',
      {},
      el(
        'radialGradient',
        { id: 'night', cx: '50%', cy: '46%', r: '66%' },
        el('stop', { offset: 0, 'stop-color': '#1a2f4d' }),
        el('stop', { offset: 0.62, 'stop-color': INK.ground }),
        el('stop', { offset: 1, 'stop-color': INK.shade }),
      ),
    ),
    el('rect', { width: SIDE, height: SIDE, fill: 'url(#night)' }),
    guilloche([500, 450], nation.tokenId, accent.onInk),
    frame(INK.brass),
    el('style', {}, ENGRAVING_STYLE),
    WORKS[nationId](),
    lettering([88, 92], plateNumber(nation.tokenId), {
      size: 19,
      fill: INK.brass,
      anchor: 'start',
      tracking: 0.04,
    }),
    lettering([912, 92], nation.name, {
      size: 19,
      fill: INK.brass,
      anchor: 'end',
      tracking: 0.04,
    }),
    lettering([500, 850], title.toUpperCase(), {
      size: 44,
      fill: INK.paper,
      weight: 540,
      tracking: 0.12,
    }),
    lettering([500, 890], `${place}, ${year}`, {
      size: 24,
      fill: INK.paper,
      tracking: 0.05,
      opacity: 0.78,
    }),
    lettering([500, 938], `+$${nation.culturalGdpBonus.toLocaleString('en-US')} GDP`, {
      size: 32,
      fill: accent.onInk,
      weight: 620,
    }),
  );
}

/** A rosette of many closed waves around a circle, each turned a little against the last. */
function guilloche(centre: Point, seed: number, colour: string): string {
  const lobes = 10 + 2 * seed;
  const turns = 16;
  const wave = (turn: number): string => {
    const shift = (2 * Math.PI * turn) / turns / lobes;
    return polyline(
      steps(0, 2 * Math.PI, 360).map((angle): Point => {
        const radius =
          302 + 52 * Math.sin(lobes * (angle + shift)) + 14 * Math.cos(3 * lobes * (angle + shift));
        return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
      }),
      true,
    );
  };
  return el(
    'g',
    { fill: 'none', stroke: colour, 'stroke-width': 0.75, opacity: 0.4 },
    ...steps(0, turns - 1, turns - 1).map((turn) => el('path', { d: wave(turn) })),
  );
}
