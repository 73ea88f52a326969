/** Seeds that found something, each with what it was: the long tier runs each of them for a while. */
export interface Seed {
  readonly seed: number;
  readonly store: 'embedded' | 'mongo';
  readonly found: string;
}

export const SEEDS: readonly Seed[] = [];
