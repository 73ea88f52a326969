/**
 * How the benchmarks measure: several contenders in the same run, taking turns in rounds, so other load on
 * the machine affects all of them equally. Reports the median of the rounds, their spread, and the ratio of
 * ours to each peer's.
 */

interface Contender {
  readonly name: string;
  /** One run; resolves to its figure. */
  run(): Promise<number>;
}

/** The kind of figure: for a rate, or sockets served, more is better; for a time, a size or another count less is. */
export type Unit =
  '/s' | 'sockets' | 's' | 'ms' | 'µs' | 'B' | 'kB' | 'MB' | '%' | 'calls' | 'commits' | 'pushes';

interface Figure {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Ours over this peer's; null for ours itself. */
  readonly ratio: number | null;
}

/** The goal: ours over the named peer, at least this much, or at most if less is better. */
export type Target = { readonly peer: string; readonly ratio: number } | { readonly value: number };

export interface Comparison {
  readonly title: string;
  readonly unit: Unit;
  readonly figures: readonly Figure[];
  readonly targets: readonly { readonly text: string; readonly met: boolean }[];
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The first contender is ours. Each runs once per round. */
export async function compare(
  title: string,
  unit: Unit,
  contenders: readonly Contender[],
  targets: readonly Target[] = [],
  rounds = 5,
): Promise<Comparison> {
  const runs = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, contender] of contenders.entries()) runs[i]?.push(await contender.run());
  }
  return compared(
    title,
    unit,
    contenders.map(({ name }, i) => ({ name, runs: runs[i] ?? [] })),
    targets,
  );
}

/** The same for figures gathered in another way. */
export function compared(
  title: string,
  unit: Unit,
  measured: readonly { readonly name: string; readonly runs: readonly number[] }[],
  targets: readonly Target[] = [],
): Comparison {
  const ours = median(measured[0]?.runs ?? []);
  const figures = measured.map(({ name, runs }, i) => ({
    name,
    median: median(runs),
    min: Math.min(...runs),
    max: Math.max(...runs),
    ratio: i === 0 ? null : ours / median(runs),
  }));
  const moreIsBetter = unit === '/s' || unit === 'sockets';
  const reaches = (reached: number, wanted: number) =>
    moreIsBetter ? reached >= wanted : reached <= wanted;
  const sign = moreIsBetter ? '≥' : '≤';
  return {
    title,
    unit,
    figures,
    targets: targets.map((target) => {
      if ('value' in target) {
        return { text: `${sign} ${target.value} ${unit}`, met: reaches(ours, target.value) };
      }
      const reached = figures.find(({ name }) => name === target.peer)?.ratio ?? Number.NaN;
      return {
        text: `${sign} ${target.ratio}× ${target.peer}`,
        met: reaches(reached, target.ratio),
      };
    }),
  };
}

/** Calls of `work` per second, with this many in flight for this long. */
export async function throughput(
  inFlight: number,
  ms: number,
  work: (lane: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async (_, lane) => {
      while (performance.now() - startedAt < ms) {
        await work(lane);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - startedAt);
}
