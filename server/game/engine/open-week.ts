/**
 * [SEA1] The week for which a command's commit counts, and the ends of weeks: before the first
 * commit after one, its process ends it by a commit of its own (`store/kept/era.ts`).
 */
import { weekAt, weekBegins } from '../../../common/values/week.ts';
import { within } from '../../lib/deadline.ts';
import { monotonicNow } from '../../lib/machine.ts';
import { firstWeekOpened, noWeekBefore, weekEndedBefore, weeksIn } from '../../store/kept/era.ts';
import { firstJoin, firstWeekToEnd } from '../../store/kept/weeks.ts';
import { StoreUnavailable, type LoadedWallet, type Store } from '../../store/store.ts';
import type { GameClock } from './clock.ts';

type Era = LoadedWallet['era'];
type WeekStore = Pick<Store, 'changeEra' | 'era' | 'events' | 'rows'>;

export class OpenWeeks {
  readonly #store: WeekStore;
  readonly #clock: Pick<GameClock, 'now' | 'settledNow' | 'storeNow'>;
  #ending: Promise<Era> | null = null;

  constructor(store: WeekStore, clock: Pick<GameClock, 'now' | 'settledNow' | 'storeNow'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * The week of a command that is decided now; null: the era under which its wallet was loaded is
   * over.
   * @param deadline by `monotonicNow()`: it waits no longer for weeks to be ended.
   * @throws StoreUnavailable
   */
  async of({ number, value }: Era, deadline: number): Promise<number | null> {
    const weeks = weeksIn(value);
    if (weeks && weekAt(this.#clock.now()) <= weeks.open) return weeks.open;
    const era = await within(
      deadline - monotonicNow(),
      this.endDue(),
      () => new StoreUnavailable('The weeks that are over were not ended in time.'),
    );
    return era.number === number ? (weeksIn(era.value)?.open ?? null) : null;
  }

  /**
   * The moment of a commit that counts for a week, though this machine's clock may differ from the
   * store's.
   */
  nowIn(week: number): number {
    const last = weekBegins(week + 1) - 1;
    return Math.min(Math.max(this.#clock.now(), weekBegins(week)), last);
  }

  /** Ends weeks that are over by the store's time and this machine's. @throws StoreUnavailable */
  endDue(): Promise<Era> {
    this.#ending ??= this.#endDue().finally(() => {
      this.#ending = null;
    });
    return this.#ending;
  }

  async #endDue(): Promise<Era> {
    const storeNow = await this.#clock.storeNow();
    // What has ended stays so: either of the two may be wrong for a moment.
    const now = weekAt(Math.min(storeNow, this.#clock.settledNow()));
    for (;;) {
      const joined = await firstJoin(this.#store);
      // The first commit of a game is a player's: before it, a week is over without an end.
      if (!joined) await this.#store.changeEra(noWeekBefore(now));
      const first = (await firstWeekToEnd(this.#store)) ?? now;
      const era = await this.#store.changeEra(firstWeekOpened(first));
      if (joined) return this.#store.changeEra(weekEndedBefore(now));
      // Otherwise somebody has joined meanwhile, or a process whose clock is behind has opened it.
      if ((weeksIn(era.value)?.open ?? now) >= now) return era;
    }
  }
}
