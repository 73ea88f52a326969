/**
 * Recomputes one wallet from its events, each decided again by the rules (leaf-change.ts), and
 * compares that with what is stored of it. From an event on that can't be read, or that the rules
 * forbid, only the totals are compared, with the stakes.
 */
import type { Change } from '../../common/rules/decision.ts';
import { standingOf } from '../../common/rules/gdp.ts';
import { receiptOf } from '../../common/rules/receipt.ts';
import { formatDena } from '../../common/values/amount.ts';
import { formatCount, formatDollars } from '../../common/values/figures.ts';
import type { StakeId } from '../../common/values/ids.ts';
import { instantText } from '../../common/values/instant.ts';
import type { Player } from '../../common/values/player.ts';
import { isActive, type Stake } from '../../common/values/stake.ts';
import type { EventDraft } from '../../common/values/stored-event.ts';
import { NOTHING_CONTRIBUTED } from '../../common/values/works.ts';
import { leafFrom, NoLeaf } from '../ledger/commit-leaves.ts';
import type { VersionedEvent, StoredStake, StoredWallet } from './stored-wallets.ts';
import { applied, changeOf, Forbidden, type ReplayedPlayer } from './leaf-change.ts';

/** Called with each difference: what is wrong, in words. */
export type Report = (difference: string) => void;

export type WalletCheck = ReturnType<typeof checkWallet>;

/** No event has a stake's picture or contract: the rules don't depend on them. */
const IN_NO_EVENT = { imageUrl: undefined, contract: undefined };

/** @param report called with every difference. */
export function checkWallet(stored: StoredWallet, report: Report) {
  const stakes = stored.stakes.flatMap(({ stake }) => stake ?? []);
  const events = stored.events.flatMap(({ event }) => event ?? []);
  const player = stored.player === 'unreadable' ? null : stored.player;
  if (!player) {
    report(stored.player ? 'the player can’t be read' : 'there is no player of these records');
  }
  for (const { id, stake } of stored.stakes) if (!stake) report(`the stake ${id} can’t be read`);
  const replay = new WalletReplay(stored.rules, report);
  if (player) for (const event of stored.events) replay.take(event);
  if (player && player.wallet !== stored.wallet) {
    report(`the player says that it is ${player.wallet}`);
  }
  if (player) replay.compare(player, stored.stakes);
  return {
    /** Null if there is none, or it can't be read. */
    player,
    /** [GDP1] Recomputed; null without a player. */
    receipt: player && receiptOf(player.startingGdp, stakes),
    stakes: { all: stored.stakes.length, active: stakes.filter(isActive).length },
    events: {
      all: stored.events.length,
      first: events.at(0),
      last: events.at(-1),
      unreadable: stored.events.length - events.length,
    },
  };
}

class WalletReplay {
  readonly #rules: StoredWallet['rules'];
  readonly #report: Report;
  #version = 0;
  /** After the last event; null before the first, and once that is unknown. */
  #known: ReplayedPlayer | null = null;
  #isLost = false;
  /** As they must be on record, by their ids. */
  readonly #stakes = new Map<string, Stake>();
  /** By the versions that began them. */
  readonly #ids = new Map<number, StakeId>();
  /** Fields of rows that differed: later commits differ in the same way. */
  readonly #reported = new Set<string>();

  constructor(rules: StoredWallet['rules'], report: Report) {
    this.#rules = rules;
    this.#report = report;
  }

  take({ version, event }: VersionedEvent): void {
    const due = this.#version + 1;
    this.#version = version;
    if (version !== due) this.#lose(`stands where commit ${due} is due`);
    if (!event) return this.#lose();
    if (!this.#isLost) this.#decide(event);
  }

  /** Call it after the last event. */
  compare(player: Player, records: readonly StoredStake[]): void {
    const known = this.#known?.player;
    if (known) {
      for (const [name, is, due] of differing(player, known)) {
        this.#report(`${name} is stored as ${is}, its events come to ${due}`);
      }
      this.#compareStakes(records);
      return;
    }
    if (!this.#isLost) this.#report('no event made the player');
    const stakes = records.flatMap(({ stake }) => stake ?? []);
    // One that can't be read was reported, and would make all totals differ.
    if (stakes.length < records.length) return;
    const standing = standingOf(player.startingGdp, stakes);
    if (!standing) return this.#report('its stakes come to more than a GDP can be');
    for (const [name, is, due] of differing(player.standing, standing)) {
      this.#report(`standing.${name} is stored as ${is}, its stakes come to ${due}`);
    }
  }

  /** Compares an event with what the rules make of it. */
  #decide(event: EventDraft): void {
    const { row, detail, kind, facts, gdpBefore } = event;
    const changes = facts.rules ?? 0;
    const rules = this.#rules[changes];
    if (!rules) {
      return this.#lose(
        `counts ${changes} changes of the rules before it, the era has ${this.#rules.length - 1}`,
      );
    }
    let change: Change;
    try {
      const leaf = leafFrom(event, { n: 0, version: facts.version });
      // [WRK1] What the nation still needed when it was decided is not known here.
      const totals = () => NOTHING_CONTRIBUTED;
      change = changeOf(leaf, this.#known, { rules, totals });
    } catch (error) {
      if (error instanceof NoLeaf) return this.#lose(`can’t be followed: ${error.message}`);
      if (error instanceof Forbidden) return this.#lose(`breaks the rules. ${error.message}`);
      throw error;
    }
    // [NAM1] No leaf has a name.
    if (kind === 'name-checked') change = withName(change, row.name);
    this.#known = applied(change, this.#known);
    if (gdpBefore !== change.event.gdpBefore) {
      this.#say(
        `starts from a GDP of ${formatDollars(gdpBefore)}, the one before left ${formatDollars(change.event.gdpBefore)}`,
      );
    }
    for (const [field, is, due] of differing(row, change.event.row)) {
      if (this.#reported.has(field)) continue;
      this.#reported.add(field);
      this.#say(`left ${field} ${is}, by the rules it left ${due}`);
    }
    const ids = change.stakes.map((stake) => this.#record(stake, detail.stakeIds));
    const due = ids.length > 0 ? { ...change.event.detail, stakeIds: ids } : change.event.detail;
    for (const [field, is, computed] of differing(detail, due)) {
      this.#say(`says ${field} ${is}, by the rules it is ${computed}`);
    }
  }

  /** Notes what a stake must be on record. @returns its id, by the event that began it. */
  #record(stake: Stake, [named]: readonly StakeId[] = []): StakeId {
    const { playerVersion } = stake;
    const id = this.#ids.get(playerVersion) ?? named ?? stake.id;
    if (isActive(stake)) {
      if (this.#stakes.has(id)) this.#say(`begins the stake ${id} again`);
      this.#ids.set(playerVersion, id);
    }
    this.#stakes.set(id, { ...stake, id });
    return id;
  }

  #compareStakes(records: readonly StoredStake[]): void {
    const missing = new Map(this.#stakes);
    for (const { id, stake } of records) {
      const due = missing.get(id);
      missing.delete(id);
      if (!due) this.#report(`no event began the stake ${id}`);
      if (!due || !stake) continue;
      const fields = { ...stake, ...IN_NO_EVENT };
      for (const [name, is, computed] of differing(fields, { ...due, ...IN_NO_EVENT })) {
        this.#report(`the stake ${id} has ${name} ${is}, its events come to ${computed}`);
      }
    }
    for (const [id, { playerVersion }] of missing) {
      this.#report(`commit ${playerVersion} began the stake ${id}, which is not on record`);
    }
  }

  /** What follows can't be computed. @param why of what is a difference. */
  #lose(why?: string): void {
    if (why !== undefined) this.#say(why);
    this.#isLost = true;
    this.#known = null;
  }

  #say(what: string): void {
    this.#report(`commit ${this.#version} ${what}`);
  }
}

function withName(change: Change, name: string | null): Change {
  const { player, event } = change;
  const row = { ...event.row, name };
  return { ...change, player: { ...player, name }, event: { ...event, row } };
}

type Differing = readonly [name: string, is: string, due: string];

/** The fields in which two values differ: their names, and both in words. */
function differing(is: Fields, due: Fields, of = ''): Differing[] {
  const found: Differing[] = [];
  // A million commits are compared: what is the same takes no list of fields.
  for (const key in due) {
    if (is[key] !== due[key]) found.push(...between(of + key, is[key], due[key]));
  }
  for (const key in is) if (!(key in due)) found.push(...between(of + key, is[key], undefined));
  return found;
}

function between(name: string, is: unknown, due: unknown): Differing[] {
  if (is === due) return [];
  if (isObject(is) && isObject(due)) return differing(is, due, `${name}.`);
  return [[name, textOf(name, is), textOf(name, due)]];
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'bigint')
    return name.endsWith('Wei') ? `${formatDena(value)} DENA` : `${value}`;
  if (typeof value === 'number')
    return /(At|Since)$/.test(name) ? instantText(value) : formatCount(value);
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
