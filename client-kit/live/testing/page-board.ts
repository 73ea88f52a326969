/** Test support: what a page shows of the game, by its own merge, and of the nations beside their rows. */
import {
  acknowledged,
  emptyBoard,
  fetchFailed,
  fetchStarted,
  listAnswered,
  messageUnreadable,
  resyncAsked,
  tickReceived,
  wantsFetch,
  type Board,
  type BoardState,
  type FetchTicket,
} from '../board-merge.ts';
import type { Tick } from '../../../common/protocol/live.ts';
import type { Epoch, Rev } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';

export type FetchedList = Board;

interface Place {
  readonly epoch: Epoch;
  readonly rev: Rev;
}

/** A request for the list. */
interface Flight {
  readonly ticket: FetchTicket;
  /** Null until a process has received the request. */
  answer: FetchedList | null;
}

/** Of each nation the newest. */
type Totals = Pick<Tick['nations'][number], 'gdp' | 'players' | 'work' | 'president'> & {
  readonly rev: Rev;
};

export class PageBoard {
  readonly totals = new Map<NationId, Totals>();
  /** What its connection was told last. */
  place: Place | null = null;
  /** How often a digest differed from its rows [DIG1]. */
  refutations = 0;
  #state: BoardState = emptyBoard();

  /** Null before the first list. */
  get shown(): Board | null {
    return this.#state.board;
  }

  get wantsList(): boolean {
    return wantsFetch(this.#state);
  }

  onAck(place: Place): void {
    this.#to(acknowledged(this.#state, place));
    this.#enter(place);
  }

  onResync(place: Place): void {
    this.#to(resyncAsked(this.#state, place));
    this.#enter(place);
  }

  onTick(tick: Tick): void {
    if (tick.epoch) this.#enter({ epoch: tick.epoch, rev: tick.rev });
    if (!this.place) throw new Error('a tick came before the acknowledgement');
    this.#to(tickReceived(this.#state, this.place.epoch, tick));
    for (const { nationId, gdp, players, president, work } of tick.nations) {
      const held = this.totals.get(nationId);
      if (held && tick.rev < held.rev) continue;
      this.totals.set(nationId, {
        rev: tick.rev,
        gdp,
        players,
        president: president === undefined ? held?.president : president,
        work: work ?? held?.work,
      });
    }
  }

  onUnreadable(): void {
    this.#to(messageUnreadable(this.#state));
  }

  ask(): Flight {
    const [state, ticket] = fetchStarted(this.#state);
    this.#to(state);
    return { ticket, answer: null };
  }

  /** A request ends, with its answer or without. */
  onFlight({ ticket, answer }: Flight): void {
    const before = this.#state;
    this.#to(answer ? listAnswered(before, ticket, answer) : fetchFailed(before, ticket));
  }

  #enter(place: Place): void {
    if (place.epoch !== this.place?.epoch) this.totals.clear();
    this.place = place;
  }

  #to(state: BoardState): void {
    if (state.refutations > this.#state.refutations) this.refutations += 1;
    this.#state = state;
  }
}
