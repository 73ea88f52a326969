/** Seeds that found something, each with what it was: the long tier runs each of them for a while. */
export interface Seed {
  readonly seed: number;
  /** Those of `npm run chaos`, beside the seed. */
  readonly args: readonly string[];
  readonly found: string;
}

export const SEEDS: readonly Seed[] = [
  {
    seed: 7,
    args: ['--mongo'],
    found: 'of two processes whose clocks are 5 s apart, the later player became president [ORD1]',
  },
  {
    seed: 2,
    args: [],
    found: 'a process whose store was lost for good neither worked nor exited',
  },
];
