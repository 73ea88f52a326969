/**
 * Loaded ahead of a built server by built-server.ts, and of nothing else: answers what its process
 * takes and how late its event loop is, over Node's own channel (tools/processes.ts).
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
    /** What is left is held by something. */
    collect: () => globalThis.gc?.(),
    /** From here on, the lags are those of what comes. */
    forget: () => delay.reset(),
  };
  process.on('message', ({ id, name }) => {
    process.send({ id, result: handlers[name]() ?? null });
  });
  process.on('disconnect', () => process.exit());
  process.send({ id: 0 });
  // A server that was told to end ends.
  process.channel.unref();
}
