/** What is measured beside an attack, how it is judged, and the lines that show it. */
import { z } from 'zod';
import type { Report } from './attack.ts';

/** What the bystander reports for a period. */
export const observedSchema = z.object({
  /** Latency of each request that was answered correctly, ms, by what was asked. */
  latenciesMs: z.record(z.string(), z.array(z.number())),
  /** Requests that were not answered correctly, in words that begin with what was asked. */
  failures: z.array(z.string()),
});
export type Observed = z.infer<typeof observedSchema>;

export interface Measured extends Report {
  readonly name: string;
  /** The bystander before and during the attack. */
  readonly quiet: Observed;
  readonly during: Observed;
  readonly rssMb: { readonly before: number; readonly peak: number };
  /** After a garbage collection. */
  readonly heapMb: { readonly before: number; readonly after: number };
}

/** Memory that may remain: filled caches, compiled code. */
export const LEFT_MB = 50;
const TARGETS = {
  /** Of which 192 are young objects that `npm start` lets stay until they are collected; the heap says what is kept. */
  growthMb: 250,
  /** Bound on the bystander's p99: this, or this many times its quiet figure. */
  p99Ms: 150,
  timesQuiet: 4,
} as const;

/** Failures on any machine: the server kept memory, or let through what it must refuse. */
export function wrongs({ complaints, rssMb, heapMb }: Measured): string[] {
  const grown = rssMb.peak - rssMb.before;
  const left = heapMb.after - heapMb.before;
  return [
    ...(grown >= TARGETS.growthMb ? [`memory grew by ${shown(grown)} MB`] : []),
    ...(left >= LEFT_MB ? [`${shown(left)} MB were not released`] : []),
    ...complaints,
  ];
}

/** What made the bystander wait or go unanswered; this also depends on the machine. */
export function delays({ quiet, during }: Pick<Measured, 'quiet' | 'during'>): string[] {
  const bound = Math.max(TARGETS.p99Ms, TARGETS.timesQuiet * percentileOf(quiet, 0.99));
  const p99Ms = percentileOf(during, 0.99);
  const { failures } = during;
  // The slowest of a kind is one of a few; a kind is slow if half of them are.
  const slow = Object.entries(during.latenciesMs)
    .map(([kind, samples]) => ({ kind, p50Ms: percentile(samples, 0.5) }))
    .filter(({ p50Ms }) => p50Ms >= bound)
    .toSorted((one, other) => other.p50Ms - one.p50Ms)
    .map(({ kind, p50Ms }) => `${kind} ${shown(p50Ms)} ms`);
  return [
    ...(p99Ms >= bound ? [`p99 ${shown(p99Ms)} ms, above ${shown(bound)}`] : []),
    ...(slow.length > 0 ? [`slow kinds (p50): ${some(slow)}`] : []),
    ...(failures.length > 0 ? [`${failures.length} failures: ${some(failures)}`] : []),
  ];
}

/** Different ones. */
function some(words: readonly string[]): string {
  return [...new Set(words)].slice(0, 3).join(', ');
}

/** The verdict and the figures, followed by what was done and what is wrong with it. */
export function linesOf(measured: Measured): string[] {
  const { name, note, quiet, during, rssMb, heapMb } = measured;
  const latency = (observed: Observed) =>
    [0.5, 0.99].map((share) => shown(percentileOf(observed, share))).join(' / ');
  const figures = [
    `bystander's p50 / p99 ${latency(quiet)} → ${latency(during)} ms`,
    `RSS ${shown(rssMb.before)} → ${shown(rssMb.peak)} MB`,
    `heap ${shown(heapMb.before)} → ${shown(heapMb.after)} MB`,
  ];
  return [
    `${verdictOf(measured).padEnd(6)}  ${name}: ${note}`,
    `        ${figures.join(', ')}`,
    ...[...wrongs(measured), ...delays(measured)].map((words) => `        ! ${words}`),
  ];
}

export function verdictOf(measured: Measured): 'failed' | 'slow' | 'held' {
  if (wrongs(measured).length > 0) return 'failed';
  return delays(measured).length === 0 ? 'held' : 'slow';
}

function percentileOf({ latenciesMs }: Observed, share: number): number {
  return percentile(Object.values(latenciesMs).flat(), share);
}

/** Infinite if nothing was answered. */
function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
}

function shown(figure: number): string {
  return figure.toFixed(0);
}
