/** The page's live status, without false alarms: a tab that wakes up gets time to reconnect. */

export type LiveStatus = 'connecting' | 'live' | 'polling' | 'reconnecting';

/** A shorter loss is not reported. */
const GRACE_MS = 3000;

/** A timer that fires this late was suspended with the machine, and proves nothing. */
const SLEPT_MS = 1000;

/**
 * Derives the status from the socket and the polls. If the socket is down for longer than the grace
 * period, the status is 'polling' if a list has been answered since, otherwise 'reconnecting'.
 */
export class StatusKeeper {
  readonly #onChange: () => void;
  readonly #graceMs: number;
  #isUp = false;
  #wasUp = false;
  #isGraceOver = false;
  #isListed = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(onChange: () => void, graceMs: number = GRACE_MS) {
    this.#onChange = onChange;
    this.#graceMs = graceMs;
  }

  get status(): LiveStatus {
    if (this.#isUp) return 'live';
    if (!this.#isGraceOver) return this.#wasUp ? 'live' : 'connecting';
    return this.#isListed ? 'polling' : 'reconnecting';
  }

  /** From now on the socket is expected to connect. */
  start(): void {
    this.#startGrace();
  }

  stop(): void {
    this.#clearTimer();
  }

  socketUp(): void {
    this.#isUp = true;
    this.#wasUp = true;
    this.#isGraceOver = false;
    this.#clearTimer();
    this.#onChange();
  }

  socketDown(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#isListed = false;
    this.#startGrace();
    this.#onChange();
  }

  /** The server answered a request for the list. */
  listAnswered(): void {
    if (this.#isUp || this.#isListed) return;
    this.#isListed = true;
    this.#onChange();
  }

  /** The page is visible again, or the network is back: the grace period restarts. */
  wake(): void {
    if (this.#isUp) return;
    this.#isGraceOver = false;
    this.#startGrace();
    this.#onChange();
  }

  #startGrace(): void {
    this.#clearTimer();
    const dueAt = performance.now() + this.#graceMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (performance.now() - dueAt > SLEPT_MS) {
        this.#startGrace();
        return;
      }
      this.#isGraceOver = true;
      this.#onChange();
    }, this.#graceMs);
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
