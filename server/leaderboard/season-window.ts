/** [SEA3] What changed among the first entries of the running week since the last tick. */
import { SEASON_LIVE_ROWS, type TickSeason } from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { weekAt, weekId } from '../../common/values/week.ts';
import type { Board } from './board.ts';
import type { SeasonRace } from './season-race.ts';
import { seasonEntry, type Racer } from './week-list.ts';

/** What changed, with the nation of everyone who left. */
export type SeasonChange = Omit<TickSeason, 'left'> & {
  readonly left: readonly { readonly wallet: Address; readonly nationId: NationId }[];
};

export class SeasonWindow {
  readonly #board: Board;
  readonly #race: SeasonRace;
  readonly #now: () => number;
  #week = -1;
  #players = 0;
  #gained = new Map<NationId, number>();
  #shown = new Map<Address, Racer>();

  /** @param now the game's clock. */
  constructor(board: Board, race: SeasonRace, now: () => number) {
    this.#board = board;
    this.#race = race;
    this.#now = now;
    this.take();
  }

  /** Returns what changed since the last call; null if nothing did, or while nobody knows. */
  take(): SeasonChange | null {
    if (!this.#race.isStarted) return null;
    const week = weekAt(this.#now());
    const list = this.#race.list(week);
    if (week !== this.#week) {
      this.#shown = new Map();
      this.#gained = new Map();
      this.#players = 0;
    }
    this.#week = week;
    const first = list.slice(SEASON_LIVE_ROWS, 0);
    // A racer who changed is another object.
    const changed = first.flatMap((racer, place) =>
      this.#shown.get(racer.wallet) === racer
        ? []
        : [seasonEntry(this.#board, { racer, rank: place + 1 })],
    );
    const shown = new Map(first.map((racer) => [racer.wallet, racer]));
    const left = [...this.#shown.values()].filter(({ wallet }) => !shown.has(wallet));
    const nations = NATION_IDS.flatMap((nationId) => {
      const gained = list.gained[nationId];
      return gained === (this.#gained.get(nationId) ?? 0) ? [] : [{ nationId, gained }];
    });
    const isSame = changed.length + left.length + nations.length === 0;
    if (isSame && list.size === this.#players) return null;
    this.#shown = shown;
    this.#players = list.size;
    for (const { nationId, gained } of nations) this.#gained.set(nationId, gained);
    return { id: weekId(week), players: list.size, nations, changed, left };
  }
}
