/**
 * Lighthouse's view of a page, mobile preset: medians of several loads, each with an empty cache.
 */
import lighthouse from 'lighthouse';
import { z } from 'zod';
import { compared, alternate, type Comparison } from '../measure.ts';

const RUNS = 5;

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

interface Measure {
  readonly unit: string;
  readonly target?: { readonly least: number } | { readonly most: number };
  readonly of: (result: Result) => number;
}
const MEASURES: Readonly<Record<string, Measure>> = {
  Performance: { unit: '', target: { least: 98 }, of: score('performance') },
  Accessibility: { unit: '', target: { least: 100 }, of: score('accessibility') },
  'Best practices': { unit: '', target: { least: 100 }, of: score('best-practices') },
  SEO: { unit: '', target: { least: 100 }, of: score('seo') },
  'First contentful paint': { unit: 'ms', of: audit('first-contentful-paint') },
  'Largest contentful paint': {
    unit: 'ms',
    target: { most: 1800 },
    of: audit('largest-contentful-paint'),
  },
  'Total blocking time': { unit: 'ms', target: { most: 120 }, of: audit('total-blocking-time') },
  'Script evaluation': { unit: 'ms', of: scriptMs },
  'Longest task': { unit: 'ms', of: longestTaskMs },
  'Layout shift': { unit: '', target: { most: 0.002 }, of: audit('cumulative-layout-shift') },
  'JavaScript until idle, as sent': { unit: 'kB', of: scriptsKb },
  // Below 1000 the machine is slow today.
  'Benchmark index of the machine': { unit: '', of: (one) => one.environment.benchmarkIndex },
};

/** @param port of the browser's DevTools. */
export async function scorePages(
  origin: string,
  paths: readonly string[],
  port: number,
): Promise<Comparison[]> {
  const contenders = paths.map((path) => ({
    name: path,
    async run() {
      const result = await load(origin + path, port);
      const figures = Object.entries(MEASURES).map(([name, { of }]) => [name, of(result)] as const);
      return Object.fromEntries(figures);
    },
  }));
  const measured = await alternate(contenders, RUNS);
  return Object.entries(MEASURES).map(([name, { unit, target }]) =>
    compared(name, [name, unit], measured, target && [target]),
  );
}

async function load(url: string, port: number): Promise<Result> {
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
