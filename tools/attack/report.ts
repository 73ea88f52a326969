/** What an attack came to, how it is judged, and the table that shows it. */

/** Of the bystander's latencies, ms; null where nothing was answered. */
export interface Latency {
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

export interface Outcome {
  readonly name: string;
  /** What the server should have refused and did not. */
  readonly complaints: readonly string[];
  readonly note: string;
  /** The server's process was there at the end, the same as at the beginning. */
  readonly isAlive: boolean;
  readonly quiet: Latency;
  readonly during: Latency;
  readonly after: Latency;
  /** What the bystander was not answered as it should be, during and after. */
  readonly failures: readonly string[];
  readonly rssMb: { readonly before: number; readonly peak: number; readonly after: number };
  /** After a collection of garbage. */
  readonly heapMb: { readonly before: number; readonly after: number };
  /** Of the event loop, while it lasted. */
  readonly lag: { readonly p99Ms: number; readonly maxMs: number };
}

/** The targets. */
export const TARGETS = {
  growthMb: 150,
  /** What may stay: caches that have come to be full, code that was compiled. */
  leftMb: 50,
  /** Of the bystander's p99: this, or so many times its quiet figure. */
  p99Ms: 150,
  timesQuiet: 4,
} as const;

/** What is wrong, whatever the machine: it died, kept memory, or let through what it must refuse. */
export function wrongs(outcome: Outcome): string[] {
  const { complaints, isAlive, rssMb, heapMb } = outcome;
  const grown = rssMb.peak - rssMb.before;
  const left = heapMb.after - heapMb.before;
  return [
    ...(isAlive ? [] : ['the process died']),
    ...(grown >= TARGETS.growthMb ? [`memory grew by ${grown.toFixed(0)} MB`] : []),
    ...(left >= TARGETS.leftMb ? [`${left.toFixed(0)} MB did not come back`] : []),
    ...complaints,
  ];
}

/** What made the bystander wait, or go without: it depends on the machine as well. */
export function delays({ quiet, during, failures }: Outcome): string[] {
  const bound = Math.max(TARGETS.p99Ms, TARGETS.timesQuiet * (quiet.p99Ms ?? 0));
  const { p99Ms } = during;
  return [
    ...(p99Ms === null ? ['the bystander was never answered'] : []),
    ...(p99Ms !== null && p99Ms >= bound
      ? [`p99 ${p99Ms.toFixed(0)} ms, above ${bound.toFixed(0)}`]
      : []),
    ...(failures.length > 0
      ? [`${failures.length} failures: ${[...new Set(failures)].slice(0, 3).join(', ')}`]
      : []),
  ];
}

export function latencyOf(samples: readonly number[]): Latency {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? null;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

const HEADINGS = ['attack', 'p50 / p99 quiet', 'during', 'after', 'RSS MB', 'heap MB', 'lag p99 / max', 'verdict']; // prettier-ignore

/** A line for each outcome, below it what was done and what is wrong with it. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = [HEADINGS, ...outcomes.map(cells)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = outcomes.flatMap((outcome, n) => [
    line(rows[n + 1] ?? []),
    `    ${outcome.note}`,
    ...[...wrongs(outcome), ...delays(outcome)].map((words) => `    ! ${words}`),
  ]);
  return [line(HEADINGS), ...lines].join('\n');
}

function cells(outcome: Outcome): string[] {
  const { name, quiet, during, after, rssMb, heapMb, lag } = outcome;
  const ms = (value: number | null) => (value === null ? '–' : value.toFixed(0));
  const latency = ({ p50Ms, p99Ms }: Latency) => `${ms(p50Ms)} / ${ms(p99Ms)}`;
  const through = (...figures: number[]) => figures.map((figure) => figure.toFixed(0)).join(' → ');
  return [
    name,
    latency(quiet),
    latency(during),
    latency(after),
    through(rssMb.before, rssMb.peak, rssMb.after),
    through(heapMb.before, heapMb.after),
    `${ms(lag.p99Ms)} / ${ms(lag.maxMs)}`,
    verdict(outcome),
  ];
}

function verdict(outcome: Outcome): string {
  if (wrongs(outcome).length > 0) return 'FAILED';
  return delays(outcome).length > 0 ? 'SLOW' : 'held';
}
