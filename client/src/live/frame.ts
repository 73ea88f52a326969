/** Gathers what happens within one picture of the screen, so that a burst of messages draws once. */

const FRAME_MS = 16;

export interface Frame {
  /** Runs the work once, a frame from now, however often it is asked for until then. */
  readonly request: () => void;
  readonly cancel: () => void;
}

/** A timer, not `requestAnimationFrame`, which stands still in a tab that is not looked at. */
export function createFrame(work: () => void): Frame {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    request() {
      timer ??= setTimeout(() => {
        timer = null;
        work();
      }, FRAME_MS);
    },
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
