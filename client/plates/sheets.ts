/** What each nation's sheet of the atlas shows, and where its furniture stands. */
import { geoAlbers, geoConicEqualArea, type GeoConicProjection } from 'd3-geo';
import type { NationId } from '../../common/values/nations.ts';
import type { Point } from './svg.ts';

export interface City {
  readonly name: string;
  readonly at: readonly [lon: number, lat: number];
  /** Where its name stands. */
  readonly side?: 'left' | 'right';
}

export interface Sheet {
  readonly isoNumeric: string;
  readonly projection: () => GeoConicProjection;
  /** Points that the window must show. */
  readonly extent: readonly (readonly [lon: number, lat: number])[];
  readonly degreesApart: number;
  /** The first is the capital. */
  readonly cities: readonly City[];
  /** Where the compass stands, and where the scale begins. */
  readonly compass: Point;
  readonly scale: { readonly at: Point; readonly km: number };
}

export const SHEETS: Readonly<Record<NationId, Sheet>> = {
  usa: {
    isoNumeric: '840',
    projection: () => geoAlbers(),
    extent: [
      [-128.5, 40],
      [-63, 44],
      [-95, 23.2],
      [-95, 51.5],
    ],
    degreesApart: 5,
    cities: [
      { name: 'Washington', at: [-77.04, 38.91], side: 'left' },
      { name: 'New York', at: [-74.0, 40.71] },
      { name: 'Chicago', at: [-87.63, 41.88] },
      { name: 'Denver', at: [-104.99, 39.74] },
      { name: 'San Francisco', at: [-122.42, 37.77] },
      { name: 'Houston', at: [-95.37, 29.76], side: 'left' },
      { name: 'Seattle', at: [-122.33, 47.61] },
      { name: 'Miami', at: [-80.19, 25.76], side: 'left' },
    ],
    compass: [166, 716],
    scale: { at: [640, 782], km: 800 },
  },
  italy: {
    isoNumeric: '380',
    projection: () => geoConicEqualArea().rotate([-12.5, 0]).parallels([38, 46]),
    extent: [
      [6.2, 47.2],
      [18.9, 47.2],
      [6.2, 36.2],
      [18.9, 36.2],
    ],
    degreesApart: 2,
    cities: [
      { name: 'Rome', at: [12.5, 41.9] },
      { name: 'Milan', at: [9.19, 45.46] },
      { name: 'Venice', at: [12.32, 45.44], side: 'left' },
      { name: 'Florence', at: [11.26, 43.77] },
      { name: 'Naples', at: [14.27, 40.85] },
      { name: 'Palermo', at: [13.36, 38.12] },
      { name: 'Cagliari', at: [9.12, 39.22], side: 'left' },
    ],
    compass: [812, 262],
    scale: { at: [150, 782], km: 200 },
  },
  argentina: {
    isoNumeric: '032',
    projection: () => geoConicEqualArea().rotate([64, 0]).parallels([-26, -50]),
    extent: [
      [-66, -20.6],
      [-60, -20.6],
      [-66, -57],
      [-60, -57],
    ],
    degreesApart: 5,
    cities: [
      { name: 'Buenos Aires', at: [-58.38, -34.6], side: 'left' },
      { name: 'Córdoba', at: [-64.18, -31.42], side: 'left' },
      { name: 'Mendoza', at: [-68.85, -32.89], side: 'left' },
      { name: 'Salta', at: [-65.41, -24.79], side: 'left' },
      { name: 'Bariloche', at: [-71.31, -41.13], side: 'left' },
      { name: 'Comodoro', at: [-67.5, -45.86] },
      { name: 'Ushuaia', at: [-68.3, -54.8], side: 'left' },
    ],
    compass: [804, 600],
    scale: { at: [650, 782], km: 600 },
  },
  china: {
    isoNumeric: '156',
    projection: () => geoConicEqualArea().rotate([-104, 0]).parallels([24, 46]),
    extent: [
      [74, 39],
      [134.5, 47],
      [104, 17],
      [121, 54.6],
    ],
    degreesApart: 10,
    cities: [
      { name: 'Beijing', at: [116.4, 39.9], side: 'left' },
      { name: 'Shanghai', at: [121.47, 31.23], side: 'left' },
      { name: 'Guangzhou', at: [113.26, 23.13], side: 'left' },
      { name: 'Chengdu', at: [104.07, 30.67] },
      { name: 'Ürümqi', at: [87.62, 43.83] },
      { name: 'Lhasa', at: [91.12, 29.65] },
      { name: 'Harbin', at: [126.53, 45.8], side: 'left' },
    ],
    compass: [166, 716],
    scale: { at: [690, 782], km: 1000 },
  },
};
