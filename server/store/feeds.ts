/**
 * The followers of an adapter's commits: each feed first reads what it missed, a page at a time,
 * and goes live when a page ends at or beyond the last commit published here. That leaves no gap:
 * whatever a page does not include has yet to be published.
 */
import type { Commit } from '../../common/values/stored-event.ts';
import type { Rev } from '../../common/values/ids.ts';
import { StoreUnavailable, type Feed, type FeedListener } from './store.ts';

export interface FeedPage {
  /** Every event after the given rev and up to `upTo`, oldest first. */
  readonly events: readonly Commit[];
  /** At or beyond the tip if no event is left; before the given rev: that rev does not exist. */
  readonly upTo: Rev;
}

type ReadPage = (after: Rev) => Promise<FeedPage>;

interface Follower {
  readonly listener: FeedListener;
  /** It has received every event up to here. */
  at: Rev;
  state: 'catching-up' | 'live' | 'lost' | 'closed';
}

export class Feeds {
  /** The last published commit; everything up to it can be read in pages. */
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
    else if (after === this.#tip) follower.state = 'live';
    else void this.#catchUp(follower);
    return {
      close: () => {
        follower.state = 'closed';
        this.#followers.delete(follower);
        return Promise.resolve();
      },
    };
  }

  /** Sends a commit that has just become durable to all live followers. */
  publish(event: Commit): void {
    this.#tip = event.rev;
    for (const follower of this.#followers) {
      // A page may already have included what is published now.
      if (follower.state === 'live' && follower.at < event.rev) this.#send(follower, event);
    }
  }

  /** No feed can continue without a gap; new ones can, from `tip` on. */
  interrupt(error: Error, tip: Rev): void {
    this.#tip = tip;
    for (const follower of this.#followers) this.#lose(follower, error);
  }

  /** No feed can continue, and no new one can start. */
  loseAll(error: Error): void {
    this.#ended = error;
    for (const follower of this.#followers) this.#lose(follower, error);
  }

  /** Nothing is sent any more; a new feed is refused. */
  close(): void {
    this.#ended = new StoreUnavailable('The store is closed.');
    for (const follower of this.#followers) follower.state = 'closed';
    this.#followers.clear();
  }

  async #catchUp(follower: Follower): Promise<void> {
    try {
      while (follower.state === 'catching-up') {
        this.#takePage(follower, await this.#readPage(follower.at));
      }
    } catch (error) {
      this.#lose(follower, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #takePage(follower: Follower, { events, upTo }: FeedPage): void {
    const from = follower.at;
    for (const event of events) {
      if (follower.state === 'catching-up') this.#send(follower, event);
    }
    // Its listener may have closed it meanwhile.
    if (follower.state !== 'catching-up') return;
    if (upTo < from) throw new Error(`the data set ends before commit ${from}`);
    follower.at = upTo;
    if (upTo >= this.#tip) follower.state = 'live';
  }

  #send(follower: Follower, event: Commit): void {
    try {
      follower.listener.onEvent(event);
      follower.at = event.rev;
    } catch (error) {
      // It missed an event, which makes it lost; the others and the store continue.
      this.#lose(follower, new Error('the listener of a feed failed', { cause: error }));
    }
  }

  /** Its listener is notified in a later turn, or not at all if it closes the feed first. */
  #lose(follower: Follower, error: Error): void {
    if (follower.state === 'lost' || follower.state === 'closed') return;
    follower.state = 'lost';
    this.#followers.delete(follower);
    queueMicrotask(() => {
      if (follower.state === 'lost') follower.listener.onLost(error);
    });
  }
}
