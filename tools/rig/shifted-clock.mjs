/**
 * A clock that is ahead of the machine's, or behind it. Preloaded into a program (NODE_OPTIONS) it
 * is shifted by DENARIA_SHIFT_MS, in its worker threads too.
 */
const TrueDate = Date;

export function shiftClock(shiftMs) {
  globalThis.Date = class Date extends TrueDate {
    constructor(...given) {
      if (given.length === 0) super(TrueDate.now() + shiftMs);
      else super(...given);
    }

    static now() {
      return TrueDate.now() + shiftMs;
    }
  };
}

const { DENARIA_SHIFT_MS } = process.env;
if (DENARIA_SHIFT_MS !== undefined) shiftClock(Number(DENARIA_SHIFT_MS));
