/**
 * A page whose HTML shows the game: rendered once per rev (and again when a minute has passed), at most once
 * per `FRESH_MS`, only if somebody asks, and never on this thread. Requests share what is held, or wait a
 * moment for the render that is under way: one takes as long as 280 answers of what is held
 * (bench/RESULTS.md). Whatever goes wrong, they get null, and with it the page as it was built.
 */
import type { PageFacts } from '../../common/protocol/page-facts.ts';
import { after, monotonicNow, type Timer } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import type { PageFactsSource } from './page-facts.ts';
import type { PageTemplate } from './page-template.ts';
import type { PageSlot } from './pages.ts';

/** The HTML may be this much behind the board, which may change 20 times a second. */
const FRESH_MS = 1000;
/** And this old while the board stands still: gains and losses of ten minutes shift as time passes. */
const MAX_AGE_MS = 60_000;
/** How long a request waits for a render: it takes some 20 ms. */
const WAIT_MS = 500;
/** After a failure, how long the page is served as it was built. */
const REST_MS = 10_000;

interface Held {
  readonly epoch: string;
  readonly rev: string;
  /** When its facts were read, in ms. */
  readonly readAtMs: number;
  readonly template: PageTemplate<PageSlot>;
}

interface FilledPageParts {
  readonly source: PageFactsSource;
  readonly render: (facts: PageFacts) => Promise<PageTemplate<PageSlot>>;
  readonly log: Log;
  /** Monotonic, in ms. */
  readonly now?: () => number;
}

export class FilledPage {
  readonly #parts: Required<FilledPageParts>;
  #held: Held | null = null;
  /** The render under way, as its callers wait for it: null if it takes too long or fails. */
  #coming: Promise<Held | null> | null = null;
  #restUntilMs = 0;

  constructor(parts: FilledPageParts) {
    this.#parts = { now: monotonicNow, ...parts };
  }

  /** The page if it is held, fresh enough and of the board's data set. */
  ready(): PageTemplate<PageSlot> | null {
    const { epoch, rev } = this.#parts.source.revision();
    const held = this.#held;
    if (held?.epoch !== epoch) return null;
    const maxAgeMs = held.rev === rev ? MAX_AGE_MS : FRESH_MS;
    return this.#parts.now() - held.readAtMs < maxAgeMs ? held.template : null;
  }

  /** The page as of at most `FRESH_MS` ago; null if it can't be had in time. */
  async take(): Promise<PageTemplate<PageSlot> | null> {
    const ready = this.ready();
    if (ready) return ready;
    if (this.#parts.now() < this.#restUntilMs) return null;
    this.#coming ??= this.#next();
    return (await this.#coming)?.template ?? null;
  }

  async #next(): Promise<Held | null> {
    let timer: Timer | undefined;
    const late = new Promise<null>((resolve) => {
      timer = after(WAIT_MS, () => resolve(null));
    });
    const rendered = this.#renderNow();
    // A render that is late is used by later requests; until then nobody waits for it.
    void rendered.finally(() => {
      timer?.stop();
      this.#coming = null;
    });
    return Promise.race([rendered, late]);
  }

  /** Never rejects. */
  async #renderNow(): Promise<Held | null> {
    try {
      const readAtMs = this.#parts.now();
      const facts = this.#parts.source.read();
      const template = await this.#parts.render(facts);
      this.#held = { epoch: facts.epoch, rev: facts.rev, readAtMs, template };
      return this.#held;
    } catch (error) {
      this.#restUntilMs = this.#parts.now() + REST_MS;
      this.#parts.log.error(
        { err: error },
        'a page could not be rendered; it is served without figures',
      );
      return null;
    }
  }
}
