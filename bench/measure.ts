/**
 * How the benchmarks measure: contenders alternate in rounds, so that other load on the machine
 * affects all of them alike. A figure is the median of the rounds, with their spread and the ratio
 * of ours to each peer's.
 */
import { cpus, loadavg, release, totalmem } from 'node:os';

/** Figures of one run, by their names. */
type Run = Readonly<Record<string, number>>;

interface Contender {
  readonly name: string;
  /** Ours are compared with it. */
  readonly isPeer?: boolean;
  readonly run: () => Promise<Run>;
}

export interface Measured extends Omit<Contender, 'run'> {
  readonly runs: readonly Run[];
}

/** Ours over the named peer's, at least; or the least or the most that each of ours may be. */
type Target =
  | { readonly peer: string; readonly ratio: number }
  | { readonly least: number }
  | { readonly most: number };

interface Figure {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The first contender's median over this peer's. */
  readonly ratio?: number;
}

export interface Comparison {
  readonly title: string;
  readonly unit: string;
  readonly figures: readonly Figure[];
  readonly targets: readonly { readonly text: string; readonly met: boolean }[];
}

/** Each contender runs once per round. */
export async function alternate(
  contenders: readonly Contender[],
  rounds = 5,
): Promise<readonly Measured[]> {
  const measured = contenders.map(({ run, ...one }) => ({ ...one, run, runs: new Array<Run>() }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { run, runs } of measured) runs.push(await run());
  }
  return measured;
}

/** One figure of every contender that has it. @param key its name in the runs. */
export function compared(
  title: string,
  [key, unit]: readonly [key: string, unit: string],
  measured: readonly Measured[],
  targets: readonly Target[] = [],
): Comparison {
  const figures: Figure[] = [];
  const ours: number[] = [];
  for (const { name, isPeer = false, runs } of measured) {
    const all = runs.flatMap(({ [key]: figure }) => (figure === undefined ? [] : [figure]));
    if (all.length === 0) continue;
    const middle = median(all);
    const spread = { min: Math.min(...all), max: Math.max(...all) };
    if (!isPeer) ours.push(middle);
    const ratio = isPeer && { ratio: (ours[0] ?? Number.NaN) / middle };
    figures.push({ name, median: middle, ...spread, ...ratio });
  }
  return {
    title,
    unit,
    figures,
    targets: targets.map((target) => {
      if ('least' in target) {
        const met = ours.every((figure) => figure >= target.least);
        return { text: `≥ ${target.least} ${unit}`, met };
      }
      if ('most' in target) {
        const met = ours.every((figure) => figure <= target.most);
        return { text: `≤ ${target.most} ${unit}`, met };
      }
      const { ratio = Number.NaN } = figures.find(({ name }) => name === target.peer) ?? {};
      return { text: `≥ ${target.ratio}× ${target.peer}`, met: ratio >= target.ratio };
    }),
  };
}

export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5);
}

export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function machine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    /** Load average of the last minute before the run: what else the machine was doing. */
    load: loadavg()[0] ?? 0,
  };
}

export function comparisonText({ title, unit, figures, targets }: Comparison): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, median: middle, min, max, ratio }) => {
    const cells = [
      name.padEnd(width),
      `${shown(middle)} ${unit}`.padStart(14),
      (min === max ? '' : `(${shown(min)}–${shown(max)})`).padEnd(20),
      ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    ];
    return `  ${cells.join('  ').trimEnd()}`;
  });
  const aims = targets.map(({ text, met }) => `  ${met ? 'reached' : 'MISSED '}  ${text}`);
  return ['', title, ...lines, ...aims].join('\n');
}

function shown(figure: number): string {
  const rounded = Math.abs(figure) < 1000 ? Number(figure.toPrecision(3)) : Math.round(figure);
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 6 });
}
