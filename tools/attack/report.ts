/** What is measured beside an attack, how it is judged, and the lines that show it. */
import type { Report } from './attack.ts';

export interface Sample {
  readonly what: string;
  readonly ms: number;
}

/** What the bystander saw for a while. */
export interface Observed {
  /** Of requests that were answered correctly. */
  readonly samples: readonly Sample[];
  /** The others, in words that begin with what was asked. */
  readonly failures: readonly string[];
}

/** What the servers hold. */
export interface Resources {
  readonly rssMb: number;
  /** After a garbage collection. */
  readonly heapMb: number;
  /** Open files, connections among them. */
  readonly files: number;
}

interface Measured extends Report {
  readonly before: Resources;
  readonly after: Resources;
  readonly peakRssMb: number;
  /** The connections that the servers' own pools may have opened meanwhile. */
  readonly pooled: number;
}

/** What may remain: filled caches, compiled code; connections that end by and by. */
const LEFT = { heapMb: 50, files: 50 };
/** Of which 192 are young objects that `npm start` lets stay until they are collected. */
const GROWTH_MB = 250;
/** Bound on the bystander's p99: this, or this many times its quiet figure. */
const P99_MS = 150;
const TIMES_QUIET = 4;

export const isBack = (before: Resources, after: Resources, pooled: number): boolean =>
  after.heapMb < before.heapMb + LEFT.heapMb && after.files < before.files + LEFT.files + pooled;

/** Failures on any machine: the server leaked something, or let through what it must refuse. */
export function wrongsOf({ complaints, before, after, peakRssMb, pooled }: Measured): string[] {
  const grownMb = peakRssMb - before.rssMb;
  return [
    ...(grownMb >= GROWTH_MB ? [`memory grew by ${grownMb.toFixed(0)} MB`] : []),
    ...(isBack(before, after, pooled) ? [] : [`not released: ${resourcesText(before, after)}`]),
    ...complaints,
  ];
}

/** What made the bystander wait or go unanswered; this also depends on the machine. */
export function delaysOf(quiet: Observed, { samples, failures }: Observed): string[] {
  const bound = Math.max(P99_MS, TIMES_QUIET * percentile(quiet.samples, 0.99).ms);
  const { what, ms } = percentile(samples, 0.99);
  const different = [...new Set(failures)].slice(0, 3).join(', ');
  return [
    ...(ms >= bound ? [`p99 ${ms.toFixed(0)} ms (${what}), above ${bound.toFixed(0)}`] : []),
    ...(failures.length > 0 ? [`${failures.length} failures: ${different}`] : []),
  ];
}

/** The line of figures of a row. */
export function figuresOf({ before, after, peakRssMb }: Measured, { samples }: Observed): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(samples, share).ms.toFixed(0));
  const rss = `RSS ${before.rssMb.toFixed(0)} → ${peakRssMb.toFixed(0)} MB`;
  return `bystander's p50 / p99 ${p50} / ${p99} ms, ${rss}, ${resourcesText(before, after)}`;
}

function resourcesText(before: Resources, after: Resources): string {
  const heap = `heap ${before.heapMb.toFixed(0)} → ${after.heapMb.toFixed(0)} MB`;
  return `${heap}, ${before.files} → ${after.files} open files`;
}

/** Infinite if nothing was answered. */
function percentile(samples: readonly Sample[], share: number): Sample {
  const sorted = samples.toSorted((a, b) => a.ms - b.ms);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? { what: 'nothing', ms: Infinity };
}
