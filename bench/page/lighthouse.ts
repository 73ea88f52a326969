/** Lighthouse's view of a page, mobile preset: medians of several loads, each with an empty cache. */
import lighthouse from 'lighthouse';
import { z } from 'zod';
import { median } from '../measure.ts';
import type { Figure } from './figure.ts';

const RUNS = 5;
/** If the performance of the first runs differs by this much, two more runs decide. */
const WIDE_SPREAD = 5;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** A phone's, as Lighthouse reckons it: four times what the machine took. */
const workSchema = z.object({
  items: z.array(z.object({ group: z.string(), duration: z.number() })),
});
const tasksSchema = z.object({ items: z.array(z.object({ duration: z.number() })) });

const requestsSchema = z.object({
  items: z.array(
    z.object({ resourceType: z.string().optional(), transferSize: z.number(), url: z.string() }),
  ),
});

const score = (category: string) => (result: Result) =>
  Math.round((result.categories[category]?.score ?? 0) * 100);
const audit = (name: string) => (result: Result) => result.audits[name]?.numericValue ?? Number.NaN;

interface Measure extends Omit<Figure, 'value'> {
  readonly of: (result: Result) => number;
}
const PERFORMANCE = score('performance');
const MEASURES: readonly Measure[] = [
  { name: 'performance', unit: '', least: 95, of: PERFORMANCE },
  { name: 'accessibility', unit: '', least: 100, of: score('accessibility') },
  { name: 'best practices', unit: '', least: 100, of: score('best-practices') },
  { name: 'SEO', unit: '', least: 95, of: score('seo') },
  { name: 'first contentful paint', unit: 'ms', of: audit('first-contentful-paint') },
  { name: 'largest contentful paint', unit: 'ms', of: audit('largest-contentful-paint') },
  { name: 'total blocking time', unit: 'ms', of: audit('total-blocking-time') },
  { name: 'script evaluation', unit: 'ms', of: scriptMs },
  { name: 'longest task', unit: 'ms', of: longestTaskMs },
  { name: 'layout shift', unit: '', most: 0.02, of: audit('cumulative-layout-shift') },
  { name: 'JavaScript until idle, as sent', unit: 'kB', of: scriptsKb },
  // Below 1000 the machine is slow today.
  { name: 'benchmark index of the machine', unit: '', of: (one) => one.environment.benchmarkIndex },
];

export async function scorePage(origin: string, path: string, port: number): Promise<Figure[]> {
  const runs: Result[] = [];
  for (let count = 0; count < RUNS; count += 1) runs.push(await runOnce(origin + path, port));
  const performances = runs.map(PERFORMANCE);
  if (Math.max(...performances) - Math.min(...performances) > WIDE_SPREAD) {
    runs.push(await runOnce(origin + path, port), await runOnce(origin + path, port));
  }
  return MEASURES.map(({ name, of, ...figure }) => ({
    ...figure,
    name: `${path}: ${name}`,
    value: median(runs.map(of)),
  }));
}

async function runOnce(url: string, port: number): Promise<Result> {
  const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' });
  if (!result) throw new Error(`Lighthouse did not measure ${url}`);
  const { runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  return result.lhr;
}

function scriptMs({ audits }: Result): number {
  const { items } = workSchema.parse(audits['mainthread-work-breakdown']?.details);
  return items.find(({ group }) => group === 'scriptEvaluation')?.duration ?? 0;
}

function longestTaskMs({ audits }: Result): number {
  const { items } = tasksSchema.parse(audits['long-tasks']?.details ?? { items: [] });
  return Math.max(0, ...items.map(({ duration }) => duration));
}

/** Including what loads after the first paint. */
function scriptsKb({ audits }: Result): number {
  const { items } = requestsSchema.parse(audits['network-requests']?.details);
  return (
    items
      // Late code is fetched, then imported from the cache.
      .filter(({ resourceType, url }) => resourceType === 'Script' || url.endsWith('.js'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
  );
}
