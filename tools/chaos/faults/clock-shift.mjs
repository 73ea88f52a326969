/**
 * Loaded ahead of a built server by the chaos tool, and of nothing else: its process's clock is wrong by as
 * many milliseconds as a file says, from one moment to the next. Timers run on as they are.
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
      // It is being written, or is not there yet.
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
