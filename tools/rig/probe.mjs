/**
 * Preloaded into a built server, only by game-server.ts: reports its process's resource use and event loop
 * lag over Node's IPC channel (tools/processes.ts).
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 10;
const MEGABYTE = 2 ** 20;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const handlers = {
    vitals: () => {
      const { rss, heapUsed, external } = process.memoryUsage();
      return {
        rssMb: rss / MEGABYTE,
        heapMb: (heapUsed + external) / MEGABYTE,
        lagP99Ms: delay.count > 0 ? late(delay.percentile(99)) : 0,
        lagMaxMs: delay.count > 0 ? late(delay.max) : 0,
      };
    },
    /** Whatever remains is still referenced. */
    collect: () => globalThis.gc?.(),
    /** The CPU time of all its threads so far. */
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    /** Resets the lag measurements. */
    forget: () => delay.reset(),
  };
  process.on('message', ({ id, name }) => {
    process.send({ id, result: handlers[name]() ?? null });
  });
  process.on('disconnect', () => process.exit());
  process.send({ id: 0 });
  // The channel must not keep a stopping server alive.
  process.channel.unref();
}
