/**
 * Who follows the commits: each feed first reads what it missed, a page at a time, and goes live at
 * the moment when a page ends at the last commit that is known here. That leaves no gap, since the
 * worker answers in the order of its work: with a page, all commits up to it are known.
 */
import type { GameEvent } from '../../../common/values/game-event.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { StoreUnavailable, type Feed, type FeedListener } from '../store.ts';

/** Reads the events after a rev, oldest first; the callback runs in the order of the worker's work. */
export type ReadPage = (
  after: Rev,
  onPage: (page: readonly GameEvent[]) => void,
  onError: (error: Error) => void,
) => void;

interface Follower {
  readonly listener: FeedListener;
  /** The rev of the last event that it was told of. */
  at: Rev;
  state: 'catching-up' | 'live' | 'lost' | 'closed';
}

export class Feeds {
  /** The last durable commit that this thread knows of. */
  #tip: Rev;
  readonly #readPage: ReadPage;
  readonly #followers = new Set<Follower>();
  #ended: Error | null = null;

  constructor(tip: Rev, readPage: ReadPage) {
    this.#tip = tip;
    this.#readPage = readPage;
  }

  follow(after: Rev, listener: FeedListener): Feed {
    const follower: Follower = { listener, at: after, state: 'catching-up' };
    this.#followers.add(follower);
    if (this.#ended) this.#lose(follower, this.#ended);
    else this.#catchUp(follower);
    return {
      close: () => {
        follower.state = 'closed';
        this.#followers.delete(follower);
        return Promise.resolve();
      },
    };
  }

  /** Tells everyone who is live of a commit that has just become durable. */
  publish(event: GameEvent): void {
    this.#tip = event.rev;
    for (const follower of this.#followers) {
      if (follower.state === 'live') this.#tell(follower, event);
    }
  }

  /** No feed can go on, nor can a new one. */
  loseAll(error: Error): void {
    this.#ended = error;
    for (const follower of this.#followers) this.#lose(follower, error);
  }

  /** Nothing is told any more; a new feed is refused. */
  close(): void {
    this.#ended = new StoreUnavailable('The store is closed.');
    for (const follower of this.#followers) follower.state = 'closed';
    this.#followers.clear();
  }

  #catchUp(follower: Follower): void {
    if (follower.at === this.#tip) {
      follower.state = 'live';
      return;
    }
    this.#readPage(
      follower.at,
      (page) => this.#takePage(follower, page),
      (error) => this.#lose(follower, error),
    );
  }

  #takePage(follower: Follower, page: readonly GameEvent[]): void {
    for (const event of page) {
      if (follower.state === 'catching-up') this.#tell(follower, event);
    }
    // Its listener may have closed it meanwhile.
    if (follower.state !== 'catching-up') return;
    if (page.length > 0) this.#catchUp(follower);
    else this.#lose(follower, new Error(`the data set ends before commit ${follower.at}`));
  }

  #tell(follower: Follower, event: GameEvent): void {
    try {
      follower.listener.onEvent(event);
      follower.at = event.rev;
    } catch (error) {
      // It missed an event, which is what being lost means; the others and the store go on.
      this.#lose(follower, new Error('the listener of a feed failed', { cause: error }));
    }
  }

  /** Its listener hears of it in a moment of its own, and not at all if it closes the feed before. */
  #lose(follower: Follower, error: Error): void {
    if (follower.state === 'lost' || follower.state === 'closed') return;
    follower.state = 'lost';
    this.#followers.delete(follower);
    queueMicrotask(() => {
      if (follower.state === 'lost') follower.listener.onLost(error);
    });
  }
}
