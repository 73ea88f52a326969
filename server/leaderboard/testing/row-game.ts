/**
 * A game for tests in which every commit may change a row in any way: so few values that most rows
 * tie.
 */
import fc from 'fast-check';
import { compareRank } from '../../../common/rules/ranking.ts';
import { seasonAfter } from '../../../common/rules/season.ts';
import { NOW, walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { RESOURCE_TYPES, type ResourceType } from '../../../common/values/resources.ts';
import {
  isOfPlayer,
  type Commit,
  type EraEvent,
  type StoredEvent,
} from '../../../common/values/stored-event.ts';
import { weekBegins } from '../../../common/values/week.ts';
import { NOTHING_CONTRIBUTED, WHOLE_NEED } from '../../../common/values/works.ts';
import type { Store } from '../../store/store.ts';
import type { Snapshot } from '../../store/store.ts';
import type { RankedRow } from '../board.ts';
import { EPOCH, revOf } from './fixtures.ts';

export const NAMES = ['ada', 'adam', 'bob', 'bobo'];

const FIELDS = {
  name: fc.option(fc.constantFrom(...NAMES)),
  gdp: fc.nat({ max: 3 }),
  gdpSince: fc.nat({ max: 1 }),
  gdpOrder: fc.nat({ max: 2 }),
  denaHoldingsWei: fc.bigInt({ min: 0n, max: 1n }).map((dena) => dena * 10n ** 18n),
  culturalCount: fc.nat({ max: 2 }),
  culturalOrder: fc.nat({ max: 2 }),
};

const one = <T>(name: string, value: fc.Arbitrary<T>) => value.map((of) => ({ [name]: of }));

/** All fields, a single one, or none. */
const anyFields: fc.Arbitrary<Partial<BoardRow>> = fc.oneof(
  fc.constant({}),
  { weight: 4, arbitrary: fc.record(FIELDS) },
  ...Object.entries(FIELDS).map(([name, value]) => one<unknown>(name, value)),
);

export interface RowChange {
  readonly player: number;
  readonly fields: Partial<BoardRow>;
  readonly resource: Partial<BoardRow['resources']>;
  /** Thousandths of the work's whole need of a resource; newcomers give nothing. */
  readonly gift: { readonly type: ResourceType; readonly share: number } | null;
  /** Whether this version can read the event. */
  readonly isKnown: boolean;
}

export function anyRowChange(players: number): fc.Arbitrary<RowChange> {
  return fc.record({
    player: fc.nat({ max: players - 1 }),
    fields: anyFields,
    resource: fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      ...RESOURCE_TYPES.map((type) => one(type, fc.nat({ max: 1 }))),
    ),
    gift: fc.option(
      fc.record({
        type: fc.constantFrom(...RESOURCE_TYPES),
        // Too little for a stage, enough for one, and for several.
        share: fc.constantFrom(1, 10, 50, 400),
      }),
      { freq: 5 },
    ),
    isKnown: fc.boolean(),
  });
}

type Writable = { -readonly [Key in keyof BoardRow]: BoardRow[Key] };

/** Of another kind: nothing of it was given to the work. */
const OTHER = { resourceType: 'wood', quantity: 5 } as const;

type Query = Parameters<Store['events']>[0];

export class RowGame {
  epoch = EPOCH;
  now = NOW;
  readonly history: Commit[] = [];
  /** Of players. */
  get played(): StoredEvent[] {
    return this.history.filter(isOfPlayer);
  }

  readonly #rows = new Map<Address, BoardRow>();

  commit({ player, fields, resource, gift, isKnown }: RowChange): StoredEvent {
    const wallet = walletOf(player);
    const before = this.#rows.get(wallet);
    const known = before ?? newcomer(player);
    const row: Writable = {
      ...known,
      ...fields,
      resources: { ...known.resources, ...resource },
    };
    const given = before &&
      gift && {
        resourceType: gift.type,
        quantity: Math.ceil((WHOLE_NEED[gift.type] * gift.share) / 1000),
      };
    if (given) {
      const was = known.contributed ?? NOTHING_CONTRIBUTED;
      row.contributed = { ...was, [given.resourceType]: was[given.resourceType] + given.quantity };
    }
    const commit = { at: this.now, gdp: row.gdp };
    delete row.season;
    const season = seasonAfter(before?.season ?? null, commit);
    this.#rows.set(wallet, { ...row, season });
    const rev = revOf(this.history.length + 1);
    const kind = given ? 'contributed' : before ? 'dena-staked' : 'nation-chosen';
    const gdpBefore = before?.gdp ?? 0;
    const detail = given ?? OTHER;
    // Nothing here reads versions.
    const facts = { version: 1 };
    const event: StoredEvent = isKnown
      ? { kind, at: this.now, row, rev, gdpBefore, detail, rank: null, facts }
      : { kind: 'unknown', at: this.now, row, rev };
    this.now += 1;
    this.history.push(event);
    return event;
  }

  /** [SEA1] The game goes on after the week's end. */
  endWeek(week: number, at = weekBegins(week + 1)): EraEvent {
    const rev = revOf(this.history.length + 1);
    const event = { kind: 'week-ended', at, week, rev } as const;
    this.now = Math.max(this.now, at);
    this.history.push(event);
    return event;
  }

  /** As a store answers. */
  readonly events = async (query: Query): Promise<Commit[]> => {
    const { wallet, after, before, limit, order, ofEras } = query;
    // A commit may be made before the answer.
    await Promise.resolve();
    const found = this.history.filter(
      (commit) =>
        (!wallet || (isOfPlayer(commit) && commit.row.wallet === wallet)) &&
        (!ofEras || commit.kind === ofEras) &&
        (!after || commit.rev > after) &&
        (!before || commit.rev < before),
    );
    if (order === 'newest-first') found.reverse();
    return found.slice(0, limit);
  };

  /** Every row with its rank, best first. */
  ranking(rows = [...this.#rows.values()]): RankedRow[] {
    return rows.toSorted(compareRank).map((row, i) => ({ row, rank: i + 1 }));
  }

  /** In two batches, in the order in which the players joined. */
  snapshot(): Snapshot {
    const rows = [...this.#rows.values()];
    const { epoch, history } = this;
    async function* players() {
      yield await Promise.resolve(rows.slice(0, 2));
      yield rows.slice(2);
    }
    return { epoch, rev: revOf(history.length), players: players() };
  }
}

function newcomer(player: number): BoardRow {
  return {
    wallet: walletOf(player),
    name: null,
    // [NAT3] For good.
    nationId: NATION_IDS[player % 2] ?? 'usa',
    gdp: 0,
    gdpSince: 0,
    gdpOrder: 0,
    denaBalanceWei: 0n,
    denaHoldingsWei: 0n,
    resources: NOTHING_CONTRIBUTED,
    culturalCount: 0,
    culturalSince: 0,
    culturalOrder: 0,
  };
}
