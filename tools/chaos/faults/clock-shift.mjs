/**
 * Preloaded into a built server, only by the chaos tool: shifts the process's clock by the number of
 * milliseconds in a file, which may change at any moment. Timers are not affected.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 25;
const file = process.env.CHAOS_CLOCK_FILE;

if (file) {
  const RealDate = globalThis.Date;
  const realNow = RealDate.now;
  let shiftMs = 0;
  const look = () => {
    try {
      shiftMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // The file is being written, or does not exist yet.
    }
  };
  look();
  setInterval(look, LOOK_MS).unref();
  RealDate.now = () => realNow() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [RealDate.now()] : args, newTarget),
    apply: () => new RealDate(RealDate.now()).toString(),
  });
}
