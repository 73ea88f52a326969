/** Servers under a closed loop of requests: their rates and latencies, in rounds, as `compare` measures other things. */
import { join } from 'node:path';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import { percentile } from './measure.ts';

/** The load warms up for a quarter of its time, which costs the server as well. */
const WARMING = 1.25;

const resultSchema = z.object({ perSecond: z.number(), latencyMs: z.array(z.number()) });

export interface Served {
  readonly name: string;
  readonly server: Child;
  readonly port: number;
  /** Complete requests. */
  readonly requests: readonly string[];
}

interface Loop {
  readonly connections: number;
  readonly ms: number;
  readonly rounds: number;
  /** Runs before them, until the code path is compiled. */
  readonly warmUps: number;
  readonly status: number;
  readonly awake?: boolean;
}

/** A figure for each round. */
interface Rounds {
  readonly name: string;
  readonly perSecond: number[];
  readonly perCpuSecond: number[];
  readonly p50Ms: number[];
  readonly p99Ms: number[];
}

/** All servers take turns, round by round. */
export async function closedLoop(servers: readonly Served[], loop: Loop): Promise<Rounds[]> {
  const { rounds, warmUps, ...asked } = loop;
  const load = await Child.start(join(import.meta.dirname, 'load/http-load.ts'));
  const run = ({ port, requests }: Served) =>
    load.call('closed', resultSchema, { ...asked, port, requests });
  try {
    for (const served of servers) for (let n = 0; n < warmUps; n += 1) await run(served);
    const all = servers.map((served): Rounds & { readonly served: Served } => {
      return { served, name: served.name, perSecond: [], perCpuSecond: [], p50Ms: [], p99Ms: [] };
    });
    for (let round = 0; round < rounds; round += 1) {
      for (const { served, perSecond, perCpuSecond, p50Ms, p99Ms } of all) {
        const cpuBefore = await served.server.cpuMs();
        const { perSecond: rate, latencyMs } = await run(served);
        const cpuMs = (await served.server.cpuMs()) - cpuBefore;
        perSecond.push(rate);
        perCpuSecond.push((rate * loop.ms * WARMING) / cpuMs);
        p50Ms.push(percentile(latencyMs, 0.5));
        p99Ms.push(percentile(latencyMs, 0.99));
      }
    }
    return all;
  } finally {
    await load.end();
  }
}

/** What `compared` takes: one kind of figure of every contender. */
export function figuresOf<Key extends string>(
  all: readonly ({ readonly name: string } & Readonly<Record<Key, readonly number[]>>)[],
  key: Key,
): { readonly name: string; readonly runs: readonly number[] }[] {
  return all.map((one) => ({ name: one.name, runs: one[key] }));
}
