/** Lighthouse's view of a page, mobile preset: medians of several loads, each with an empty cache. */
import lighthouse from 'lighthouse';
import { z } from 'zod';
import { median } from '../measure.ts';

const RUNS = 5;
/** If the performance of the first runs differs by this much, two more runs decide. */
const WIDE_SPREAD = 5;

const requestsSchema = z.object({
  items: z.array(
    z.object({ resourceType: z.string().optional(), transferSize: z.number(), url: z.string() }),
  ),
});

export interface PageScore {
  readonly path: string;
  readonly runs: number;
  /** 0 to 100. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** First and largest contentful paint, total blocking time: ms on a simulated phone. */
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /**
   * JavaScript over the wire until the page is idle, in bytes, including what loads after the first paint.
   */
  readonly idleJsBytes: number;
  /** CPU speed by Lighthouse's own benchmark: below 1000 means that the machine is slow today. */
  readonly benchmarkIndex: number;
  /** The imperfect audits of the last run, by Lighthouse's names. */
  readonly remarks: readonly string[];
}

type Run = Omit<PageScore, 'path' | 'runs'>;

export async function scorePage(origin: string, path: string, port: number): Promise<PageScore> {
  const runs: Run[] = [];
  for (let count = 0; count < RUNS; count += 1) runs.push(await runOnce(origin + path, port));
  const performances = runs.map(({ performance }) => performance);
  if (Math.max(...performances) - Math.min(...performances) > WIDE_SPREAD) {
    runs.push(await runOnce(origin + path, port), await runOnce(origin + path, port));
  }
  const mid = (key: Exclude<keyof Run, 'remarks'>) => median(runs.map((run) => run[key]));
  return {
    path,
    runs: runs.length,
    performance: mid('performance'),
    accessibility: mid('accessibility'),
    bestPractices: mid('bestPractices'),
    seo: mid('seo'),
    fcpMs: mid('fcpMs'),
    lcpMs: mid('lcpMs'),
    tbtMs: mid('tbtMs'),
    cls: mid('cls'),
    idleJsBytes: mid('idleJsBytes'),
    benchmarkIndex: mid('benchmarkIndex'),
    remarks: runs.at(-1)?.remarks ?? [],
  };
}

async function runOnce(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' });
  if (!result) throw new Error(`Lighthouse did not measure ${url}`);
  const { audits, categories, environment, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    idleJsBytes: scriptBytes(audits['network-requests']?.details),
    benchmarkIndex: environment.benchmarkIndex,
    remarks: Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map((audit) => `${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`),
  };
}

function scriptBytes(details: unknown): number {
  const parsed = requestsSchema.parse(details);
  return (
    parsed.items
      // Late code is fetched, then imported from the cache.
      .filter(({ resourceType, url }) => resourceType === 'Script' || url.endsWith('.js'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)
  );
}
