/**
 * Replays a player's events from the first: each must follow from the one before, and the stakes
 * that it says began and ended must be those on record, with their effect on the GDP [GDP1], what
 * it says was contributed must add up to what the player has contributed [WRK1], and the player's
 * figures for the weeks' race must follow from all of them [SEA2].
 */
import { standingAfter, standingOf, type StakeChange } from '../../common/rules/gdp.ts';
import { unstakeableAt } from '../../common/rules/lock.ts';
import { boardRow } from '../../common/rules/ranking.ts';
import { seasonAfter } from '../../common/rules/season.ts';
import { formatDena } from '../../common/values/amount.ts';
import { boardRowSchema, type BoardRow } from '../../common/values/board-row.ts';
import type { EventDraft, EventKind } from '../../common/values/stored-event.ts';
import type { StakeId } from '../../common/values/ids.ts';
import type { Player, SeasonFigures, Standing } from '../../common/values/player.ts';
import { eachResource, RESOURCE_TYPES, type ResourceType } from '../../common/values/resources.ts';
import type { Stake, StakeKind } from '../../common/values/stake.ts';
import { weekId } from '../../common/values/week.ts';
import { NOTHING_CONTRIBUTED } from '../../common/values/works.ts';
import type { KeptEvent, KeptStake } from './kept-wallets.ts';
import { dollars } from './words.ts';

/** Called with each difference: what is wrong, in words. */
export type Report = (difference: string) => void;

const BEGINS: Readonly<Partial<Record<EventKind, StakeKind>>> = {
  'dena-staked': 'dena',
  'national-staked': 'national',
  'cultural-staked': 'cultural',
};

const ENDS: Readonly<Partial<Record<EventKind, readonly StakeKind[]>>> = {
  'dena-unstaked': ['dena'],
  'national-unstaked': ['national'],
  'cultural-unstaked': ['cultural'],
  'stakes-unbacked': ['dena', 'national', 'cultural'],
};

const NOTHING_BEFORE: Pick<BoardRow, 'resources' | 'contributed'> = {
  resources: eachResource(() => 0),
};

const ROW_FIELDS = boardRowSchema.keyof().options;

export class Replay {
  readonly #wallet: string;
  readonly #player: Player;
  readonly #stakes: ReadonlyMap<string, Stake | null>;
  readonly #report: Report;
  readonly #begun = new Set<StakeId>();
  readonly #ended = new Set<StakeId>();
  #version = 0;
  #first: EventDraft | null = null;
  #last: EventDraft | null = null;
  /** The row after the last event; null if that could not be read. */
  #row: BoardRow | null = null;
  /** What the stakes add up to so far; null once that is unknown, or differed. */
  #standing: Standing | null;
  /** [SEA2] What follows from the events so far; null once one is lost. */
  #season: SeasonFigures | null = null;
  /** An event's detail was lost, and with it which stakes it began or ended. */
  #isBlind = false;

  constructor(
    { wallet, stakes }: { readonly wallet: string; readonly stakes: readonly KeptStake[] },
    player: Player,
    report: Report,
  ) {
    this.#wallet = wallet;
    this.#player = player;
    this.#report = report;
    this.#stakes = new Map(stakes.map(({ id, stake }) => [id, stake]));
    this.#standing = standingOf(player.nationId, []);
  }

  /** The first and the last event that could be read. */
  get ends(): readonly [EventDraft | null, EventDraft | null] {
    return [this.#first, this.#last];
  }

  take({ version, event }: KeptEvent): void {
    const expected = this.#version + 1;
    if (version !== expected) {
      this.#report(`commit ${version} stands where commit ${expected} is due`);
      this.#row = null;
      this.#season = null;
      this.#goBlind();
    }
    this.#version = version;
    if (event.lost === null) {
      this.#takeReadable(event.event);
      return;
    }
    this.#goBlind();
    this.#row = event.lost === 'detail' ? event.row : null;
    if (event.lost === 'row') {
      this.#season = null;
      return;
    }
    this.#follow(event);
    this.#checkRow(event.row);
  }

  /** Call it after the last event. */
  finish(): void {
    const { version } = this.#player;
    if (this.#version !== version) {
      this.#report(`the player is at version ${version}, its last event at ${this.#version}`);
    } else if (this.#row) {
      this.#compareRow(this.#row);
      this.#compareSeason();
    }
    if (this.#isBlind) return;
    for (const [id, stake] of this.#stakes) {
      if (!stake) continue;
      if (!this.#begun.has(stake.id)) this.#report(`no event began the stake ${id}`);
      else if (stake.state.status === 'ended' && !this.#ended.has(stake.id)) {
        this.#report(`the stake ${id} has ended, and no event ended it`);
      }
    }
  }

  #takeReadable(event: EventDraft): void {
    const { kind, gdpBefore, row } = event;
    const isFirst = this.#version === 1;
    if (isFirst !== (kind === 'nation-chosen')) {
      this.#say(
        isFirst ? `is ${kind}, and a player begins with nation-chosen` : 'chooses a nation again',
      );
    }
    if (isFirst && event.at !== this.#player.joinedAt) {
      this.#say('was at another time than the player is said to have joined');
    }
    const before = isFirst ? 0 : this.#row?.gdp;
    if (before !== undefined && gdpBefore !== before) {
      this.#say(
        `starts from a GDP of ${dollars(gdpBefore)}, the one before left ${dollars(before)}`,
      );
    }
    this.#follow(event);
    this.#checkRow(row);
    this.#addUp(event);
    const changes = this.#changesOf(event);
    this.#first ??= event;
    this.#last = event;
    this.#row = row;
    this.#compareStanding(changes, row);
  }

  /** [WRK1] A contribution debits what it gives, and nothing else takes resources. */
  #addUp({ kind, detail, row }: EventDraft): void {
    const { resourceType, quantity = 0 } = detail;
    const gave = (type: ResourceType) =>
      kind === 'contributed' && type === resourceType ? quantity : 0;
    // Nothing precedes the first commit; what precedes one whose row is lost is unknown.
    const before = this.#version === 1 ? NOTHING_BEFORE : this.#row;
    if (!before) return;
    for (const type of RESOURCE_TYPES) {
      if (row.resources[type] >= before.resources[type] - gave(type)) continue;
      this.#say(
        `left ${row.resources[type]} ${type} of ${before.resources[type]}, and contributed ${gave(type)}`,
      );
    }
    const due = eachResource((type) => (before.contributed?.[type] ?? 0) + gave(type));
    const { contributed = NOTHING_CONTRIBUTED } = row;
    if (textOf(contributed) !== textOf(due)) {
      this.#say(`left ${textOf(contributed)} contributed, its events come to ${textOf(due)}`);
    }
  }

  /** [SEA2] */
  #follow({ at, row }: Pick<EventDraft, 'at' | 'row'>): void {
    const isKnown = this.#season !== null || this.#version === 1;
    this.#season = isKnown ? seasonAfter(this.#season, { at, gdp: row.gdp }) : null;
  }

  #checkRow({ wallet, nationId }: BoardRow): void {
    const { nationId: own } = this.#player;
    if (wallet !== this.#wallet) this.#say(`is of the wallet ${wallet}`);
    if (nationId !== own) this.#say(`is of the nation ${nationId}, the player's is ${own}`);
  }

  /** The stakes that an event says it began or ended, as they are on record. */
  #changesOf({ kind, detail, at }: EventDraft): StakeChange[] {
    const ids = detail.stakeIds ?? [];
    const begun = BEGINS[kind];
    const ended = ENDS[kind];
    if (begun) return ids.flatMap((id) => this.#begin(id, begun, detail, at));
    if (!ended) return [];
    const reason = kind === 'stakes-unbacked' ? 'unbacked' : 'unstaked';
    return ids.flatMap((id) => this.#end(id, ended, reason, at));
  }

  #begin(id: StakeId, kind: StakeKind, detail: EventDraft['detail'], at: number): StakeChange[] {
    const stake = this.#onRecord(id, [kind]);
    if (this.#begun.has(id)) this.#say(`begins the stake ${id} again`);
    this.#begun.add(id);
    if (!stake) return [];
    const { stakedAt, playerVersion } = stake;
    if (stakedAt !== at) this.#say(`began the stake ${id} at another time than is on record`);
    if (stake.unstakeableAt !== unstakeableAt(at)) {
      this.#say(`began the stake ${id}, whose lock ends at another time than is on record`);
    }
    if (playerVersion !== this.#version) {
      this.#say(`began the stake ${id}, which names version ${playerVersion}`);
    }
    const [told, kept] =
      stake.kind === 'dena'
        ? [detail.amount, formatDena(stake.amountWei)]
        : [detail.quantity, stake.quantity];
    if (told !== kept) this.#say(`began the stake ${id} with ${told}, on record are ${kept}`);
    return [{ before: null, after: active(stake) }];
  }

  #end(id: StakeId, kinds: readonly StakeKind[], reason: string, at: number): StakeChange[] {
    const stake = this.#onRecord(id, kinds);
    if (!this.#begun.has(id) && !this.#isBlind) {
      this.#say(`ends the stake ${id}, which no event began`);
    }
    if (this.#ended.has(id)) this.#say(`ends the stake ${id} again`);
    this.#ended.add(id);
    if (!stake) return [];
    const { state } = stake;
    if (state.status === 'active') {
      this.#say(`ends the stake ${id}, which is active on record`);
    } else if (state.reason !== reason || state.endedAt !== at) {
      this.#say(`ends the stake ${id} for another reason or at another time than is on record`);
    }
    return [{ before: active(stake), after: ended(stake, at) }];
  }

  #onRecord(id: StakeId, kinds: readonly StakeKind[]): Stake | null {
    const stake = this.#stakes.get(id);
    if (stake === undefined) this.#say(`names the stake ${id}, which is not on record`);
    else if (stake && !kinds.includes(stake.kind)) {
      this.#say(`is not of the ${stake.kind} stake ${id} that it names`);
    }
    // Without one of its stakes, nothing can be added up any more.
    if (!stake) this.#standing = null;
    return stake ?? null;
  }

  #compareStanding(changes: readonly StakeChange[], { gdp, culturalCount }: BoardRow): void {
    if (!this.#standing) return;
    const { nationId } = this.#player;
    const standing = standingAfter({ nationId, standing: this.#standing }, changes);
    this.#standing = standing;
    if (standing?.gdp === gdp && standing.culturalCount === culturalCount) return;
    const computed = standing
      ? `${dollars(standing.gdp)} and ${standing.culturalCount} cultural NFTs`
      : 'more than a GDP can be';
    this.#say(
      `left a GDP of ${dollars(gdp)} and ${culturalCount} cultural NFTs, its stakes come to ${computed}`,
    );
    // Later events would differ in the same way.
    this.#standing = null;
  }

  #compareRow(row: BoardRow): void {
    const kept = boardRow(this.#player);
    for (const field of ROW_FIELDS) {
      if (textOf(kept[field]) === textOf(row[field])) continue;
      this.#say(`left ${field} ${textOf(row[field])}, the player has ${textOf(kept[field])}`);
    }
  }

  #compareSeason(): void {
    const { season: kept } = this.#player;
    const season = this.#season;
    if (!season) return;
    for (const name of ['week', 'base', 'best'] as const) {
      if (kept[name] === season[name]) continue;
      const text = name === 'week' ? weekId : dollars;
      this.#report(
        `season.${name} is stored as ${text(kept[name])}, its events come to ${text(season[name])}`,
      );
    }
  }

  #goBlind(): void {
    this.#isBlind = true;
    this.#standing = null;
  }

  #say(what: string): void {
    this.#report(`commit ${this.#version} ${what}`);
  }
}

function active(stake: Stake): Stake {
  return { ...stake, state: { status: 'active' } };
}

function ended(stake: Stake, endedAt: number): Stake {
  return { ...stake, state: { status: 'ended', endedAt, reason: 'unstaked' } };
}

function textOf(value: BoardRow[keyof BoardRow]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? 'nothing');
}
