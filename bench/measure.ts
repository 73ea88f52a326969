/** How the benchmarks measure and print: medians of several runs, beside a peer in the same run. */
import { cpus } from 'node:os';

export interface Contender {
  readonly name: string;
  /** One run; resolves to a rate per second. */
  run(): Promise<number>;
}

const RUNS = 5;

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function machine(): string {
  const [cpu] = cpus();
  return `${cpu?.model ?? 'unknown'} × ${cpus().length}, Node ${process.version}`;
}

/** Runs ours and its peer in turn, A B A B, and prints medians, spread and the ratio of the medians. */
export async function compare(title: string, ours: Contender, peer: Contender): Promise<void> {
  const rates: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    rates[0].push(await ours.run());
    rates[1].push(await peer.run());
  }
  console.log(`\n${title}`);
  for (const [i, { name }] of [ours, peer].entries()) {
    const figures = rates[i] ?? [];
    const spread = `${whole(Math.min(...figures))}–${whole(Math.max(...figures))}`;
    console.log(`  ${name.padEnd(44)} ${whole(median(figures)).padStart(12)}/s  (${spread})`);
  }
  console.log(`  ratio ${(median(rates[0]) / median(rates[1])).toFixed(2)}×`);
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}

/** Calls a second of `work`, made with this many in flight for this long. */
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
