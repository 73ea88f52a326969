/**
 * Preloaded into a server, only by game-server.ts: reports its process's resource use over Node's
 * IPC channel (tools/processes.ts).
 */
import { isMainThread } from 'node:worker_threads';

const MEGABYTE = 2 ** 20;

if (isMainThread) {
  const handlers = {
    vitals: () => {
      const { rss, heapUsed, external } = process.memoryUsage();
      return { rssMb: rss / MEGABYTE, heapMb: (heapUsed + external) / MEGABYTE };
    },
    /** Whatever remains is still referenced. */
    collect: () => globalThis.gc?.(),
    /** The CPU time of all its threads so far. */
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
  process.on('message', ({ id, name }) => {
    process.send({ id, result: handlers[name]() ?? null });
  });
  process.on('disconnect', () => process.exit());
  process.send({ id: 0 });
  // The channel must not keep a stopping server alive.
  process.channel.unref();
}
