/** Batches all work within one animation frame, so that a burst of messages renders once. */

const FRAME_MS = 16;

interface Frame {
  /** Schedules the work to run once, a frame from now; further calls before then are merged. */
  readonly request: () => void;
  readonly cancel: () => void;
}

/** A timer, because `requestAnimationFrame` pauses in a hidden tab. */
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
