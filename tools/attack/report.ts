/** The outcome of an attack, how it is judged, and the table that shows it. */
import type { Observed } from './observed.ts';

/** The bystander's latencies, ms; null if nothing was answered. */
interface Latency {
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/** One kind of the bystander's requests: its latency, and how many were answered and failed. */
interface Kind extends Latency {
  readonly answered: number;
  readonly failed: number;
}

export interface Outcome {
  readonly name: string;
  /** Anything the server should have refused but did not. */
  readonly complaints: readonly string[];
  readonly note: string;
  /** The server's process was still running at the end, without a restart. */
  readonly isAlive: boolean;
  readonly quiet: Latency;
  readonly during: Latency;
  readonly after: Latency;
  /** During the attack, by what the bystander asked. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Requests of the bystander that failed, during and after the attack. */
  readonly failures: readonly string[];
  readonly rssMb: { readonly before: number; readonly peak: number; readonly after: number };
  /** After a garbage collection. */
  readonly heapMb: { readonly before: number; readonly after: number };
  /** Event loop lag during the attack. */
  readonly lag: { readonly p99Ms: number; readonly maxMs: number };
}

const TARGETS = {
  /** Of which 192 are young objects that `npm start` lets stay until they are collected; the heap says what is kept. */
  growthMb: 250,
  /** Memory that may remain: filled caches, compiled code. */
  leftMb: 50,
  /** Bound on the bystander's p99: this, or this many times its quiet figure. */
  p99Ms: 150,
  timesQuiet: 4,
} as const;

/** Failures on any machine: the server died, kept memory, or let through what it must refuse. */
export function wrongs(outcome: Outcome): string[] {
  const { complaints, isAlive, rssMb, heapMb } = outcome;
  const grown = rssMb.peak - rssMb.before;
  const left = heapMb.after - heapMb.before;
  return [
    ...(isAlive ? [] : ['the process died']),
    ...(grown >= TARGETS.growthMb ? [`memory grew by ${grown.toFixed(0)} MB`] : []),
    ...(left >= TARGETS.leftMb ? [`${left.toFixed(0)} MB were not released`] : []),
    ...complaints,
  ];
}

/** What made the bystander wait or go unanswered; this also depends on the machine. */
export function delays({
  quiet,
  during,
  kinds,
  failures,
}: Pick<Outcome, 'quiet' | 'during' | 'kinds' | 'failures'>): string[] {
  const bound = Math.max(TARGETS.p99Ms, TARGETS.timesQuiet * (quiet.p99Ms ?? 0));
  const { p99Ms } = during;
  return [
    ...(p99Ms === null ? ['the bystander was never answered'] : []),
    ...(p99Ms !== null && p99Ms >= bound
      ? [`p99 ${p99Ms.toFixed(0)} ms, above ${bound.toFixed(0)}`]
      : []),
    // The slowest of a kind is one of a few; a kind is slow if half of them are.
    ...Object.entries(kinds).flatMap(([kind, { p50Ms }]) =>
      p50Ms !== null && p50Ms >= bound ? [`${kind}: p50 ${p50Ms.toFixed(0)} ms`] : [],
    ),
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

export function kindsOf({ latenciesMs, failures }: Observed): Record<string, Kind> {
  const whatFailed = failures.map((words) => words.split(':', 1)[0] ?? '');
  const kinds = new Set([...Object.keys(latenciesMs), ...whatFailed]);
  return Object.fromEntries(
    [...kinds].map((kind) => {
      const samples = latenciesMs[kind] ?? [];
      const failed = whatFailed.filter((what) => what === kind).length;
      return [kind, { ...latencyOf(samples), answered: samples.length, failed }];
    }),
  );
}

/** The kind whose median is the slowest, in words. */
function slowestOf(kinds: Outcome['kinds']): string {
  const [slowest] = Object.entries(kinds).toSorted(
    ([, a], [, b]) => (b.p50Ms ?? 0) - (a.p50Ms ?? 0),
  );
  if (!slowest) return 'nothing was asked';
  const [kind, { p50Ms, answered, failed }] = slowest;
  return `slowest: ${kind}, p50 ${(p50Ms ?? 0).toFixed(0)} ms, ${answered} answered, ${failed} failed`;
}

const HEADINGS = ['attack', 'p50 / p99 quiet', 'during', 'after', 'RSS MB', 'heap MB', 'lag p99 / max', 'verdict']; // prettier-ignore

/** A line for each outcome, followed by what was done and what is wrong with it. */
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
    `    ${slowestOf(outcome.kinds)}`,
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
