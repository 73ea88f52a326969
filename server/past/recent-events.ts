/** The latest commits that the board applied, kept so that the record's writer need not read them back. */
import type { StoredEvent } from '../../common/values/stored-event.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { Board, BoardChange, BoardListener } from '../leaderboard/board.ts';

/** More are left to the store. */
const MOST = 20_000;

export class RecentEvents implements BoardListener {
  readonly #board: Pick<Board, 'rev'>;
  readonly #unsubscribe: () => void;
  #events: StoredEvent[] = [];
  /** Every commit that the board has after this one is in `#events`. */
  #after: Rev;

  constructor(board: Pick<Board, 'rev' | 'subscribe'>) {
    this.#board = board;
    this.#after = board.rev;
    this.#unsubscribe = board.subscribe(this);
  }

  onChange({ event }: BoardChange): void {
    this.#events.push(event);
    if (this.#events.length > MOST) this.clear();
  }

  onReload(): void {
    this.clear();
  }

  /** Every commit that the board has after this one, in order; null if they are not all known. */
  after(rev: Rev): readonly StoredEvent[] | null {
    if (rev < this.#after) return null;
    return this.#events.filter((event) => event.rev > rev);
  }

  /** Drops what nobody will ask for again. */
  forget(upTo: Rev): void {
    if (upTo <= this.#after) return;
    this.#events = this.#events.filter(({ rev }) => rev > upTo);
    this.#after = upTo;
  }

  clear(): void {
    this.#events = [];
    this.#after = this.#board.rev;
  }

  close(): void {
    this.#unsubscribe();
  }
}
