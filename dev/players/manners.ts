/** The rivals' manners: how each lives, as figures that life.ts reads. */
import type { Belongings } from '../chain/treasury.ts';

export interface Manner {
  /** A share of the world's DENA, in proportion to the others'. */
  readonly wealth: number;
  /** Copies of its nation's tokens at the start. */
  readonly nationals: number;
  readonly culturals: number;
  /** How often it is its turn, in proportion to the others. */
  readonly activity: number;
  /** The part of its available DENA that one stake takes: the least and the most. */
  readonly stakes: readonly [number, number];
  /** It saves until this part of its DENA is available, and stakes then. */
  readonly savesUntil: number;
  /** How readily it trades, and contributes. */
  readonly trades: number;
  readonly contributes: number;
  /** If a player passes it, it stakes to get ahead again. */
  readonly avenges: boolean;
  /** Actions of the world before it joins. */
  readonly joinsAfter: number;
  /** Days in nine that it stays away. */
  readonly daysAway: number;
}

const MERCHANT: Manner = {
  wealth: 1,
  nationals: 2,
  culturals: 1,
  activity: 3,
  stakes: [0.03, 0.12],
  savesUntil: 0,
  trades: 3,
  contributes: 1,
  avenges: false,
  joinsAfter: 0,
  daysAway: 1,
};

/**
 * The first rival of each nation is a patron; together the others of a nation have every other
 * manner.
 */
const PATRON: Manner = { ...MERCHANT, culturals: 3, trades: 5, contributes: 4 };

const OTHERS: readonly Manner[] = [
  // The avenger.
  { ...MERCHANT, wealth: 1.5, nationals: 3, culturals: 2, trades: 1, avenges: true },
  // The hoarder.
  { ...MERCHANT, wealth: 2, activity: 1, stakes: [0.4, 0.8], savesUntil: 0.3, trades: 1 },
  MERCHANT,
  // The late starter, who stays away for days and returns.
  { ...MERCHANT, wealth: 0.5, nationals: 1, stakes: [0.1, 0.3], joinsAfter: 30, daysAway: 3 },
];

/**
 * @param place among the rivals of its nation, from 0. @param nation the nation's number, from 0.
 */
export function mannerOf(place: number, nation: number): Manner {
  if (place === 0) return PATRON;
  return OTHERS[(place - 1 + nation * 2) % OTHERS.length] ?? MERCHANT;
}

const CYCLE_DAYS = 9;

/**
 * Whether the `i`-th rival takes the day off. The rivals' days differ, so most are always there.
 */
export function isAway(manner: Manner, i: number, day: number): boolean {
  return (day + i * 4) % CYCLE_DAYS < manner.daysAway;
}

/** DENA in the hands of a rival of wealth 1. Together they always have what they had. */
const DENA_PER_WEALTH = 400_000;

/** What a rival starts with. */
export function endowmentOf({ wealth, nationals, culturals }: Manner): Belongings {
  return { dena: wealth * DENA_PER_WEALTH, national: nationals, cultural: culturals };
}
