/** [SEA3] What changed among the first entries of the running week since it was last sent. */
import { SEASON_LIVE_ROWS, type TickSeason } from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import { byNation, NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { weekId } from '../../common/values/week.ts';
import type { Board } from './board.ts';
import type { SeasonRace } from './season-race.ts';
import { seasonEntry, type Racer } from './week-list.ts';

/** What changed, with the nation of everyone who left. */
export type SeasonChange = Omit<TickSeason, 'left'> & {
  readonly left: readonly { readonly wallet: Address; readonly nationId: NationId }[];
};

/** What a week shows at a look. */
interface Seen {
  readonly players: number;
  readonly gained: Readonly<Record<NationId, number>>;
  /** The first entries, best first. */
  readonly first: ReadonlyMap<Address, Racer>;
}

/** What changed from look to look since the last `take`, even if it changed back. */
interface Changes {
  readonly week: number;
  readonly touched: Map<Address, NationId>;
  readonly sums: Set<NationId>;
  isAny: boolean;
}

const NOTHING: Seen = { players: 0, gained: byNation(() => 0), first: new Map() };

export class SeasonWindow {
  readonly #board: Board;
  readonly #race: SeasonRace;
  #seen = NOTHING;
  #changes = noneIn(-1);

  constructor(board: Board, race: SeasonRace) {
    this.#board = board;
    this.#race = race;
    this.take();
  }

  /**
   * Notes what changed since the last look. A client may have polled between two looks, so it may
   * have what was there only then: look with every tick.
   * @returns whether there is anything to take; false while nobody knows.
   */
  look(): boolean {
    const week = this.#race.open;
    if (week === null) return false;
    const before = week === this.#changes.week ? this.#seen : NOTHING;
    if (week !== this.#changes.week) this.#changes = noneIn(week);
    const list = this.#race.list(week);
    const racers = list.slice(SEASON_LIVE_ROWS, 0);
    const first = new Map(racers.map((racer) => [racer.wallet, racer]));
    const { touched, sums } = this.#changes;
    // A racer who changed is another object.
    for (const { wallet, nationId } of [...before.first.values(), ...racers]) {
      if (before.first.get(wallet) !== first.get(wallet)) touched.set(wallet, nationId);
    }
    for (const nationId of NATION_IDS) {
      if (before.gained[nationId] !== list.gained[nationId]) sums.add(nationId);
    }
    this.#seen = { players: list.size, gained: { ...list.gained }, first };
    this.#changes.isAny ||= touched.size + sums.size > 0 || before.players !== list.size;
    return this.#changes.isAny;
  }

  /** What changed since the last call; null if nothing did, or while nobody knows. */
  take(): SeasonChange | null {
    if (!this.look()) return null;
    const { players, gained, first } = this.#seen;
    const { week, touched, sums } = this.#changes;
    this.#changes = noneIn(week);
    return {
      id: weekId(week),
      players,
      nations: NATION_IDS.filter((nationId) => sums.has(nationId)).map((nationId) => ({
        nationId,
        gained: gained[nationId],
      })),
      changed: [...first.values()].flatMap((racer, place) =>
        touched.has(racer.wallet) ? [seasonEntry(this.#board, { racer, rank: place + 1 })] : [],
      ),
      left: [...touched].flatMap(([wallet, nationId]) =>
        first.has(wallet) ? [] : [{ wallet, nationId }],
      ),
    };
  }
}

function noneIn(week: number): Changes {
  return { week, touched: new Map(), sums: new Set(), isAny: false };
}
