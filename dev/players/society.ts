/**
 * The rivals together: whose turn it is, who has joined, and which nation rises. The same seed, on
 * the same game, makes the same actions. Nothing of it is stored: after a restart they go on with
 * what the game has.
 */
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import type { Answered } from './api-player.ts';
import { BROKE, chooseAction, sale, type Character, type Sight, type Standing } from './life.ts';
import { endowmentOf, isAway } from './manners.ts';
import { createRandom, type Random } from './random.ts';
import type { RivalActions } from './rival-actions.ts';

interface Member extends Character {
  readonly i: number;
  readonly random: Random;
  hasJoined: boolean;
  isBusy: boolean;
  /** As last seen. */
  balance: number;
  behind: ReadonlySet<Address>;
  /** The week of its last wage. */
  paidWeek: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The part of its first endowment that a broke rival gets before its week is over. */
const ADVANCE = 0.25;
/**
 * Actions for which a nation rises: its rivals act more often, and buy from those of the leading
 * one.
 */
const TIDE_ACTIONS = 400;
const SELLS_TO_RISING = 0.06;
const ACTS_FOR_RISING = 0.45;

export class Society {
  readonly #members: readonly Member[];
  readonly #actions: RivalActions;
  readonly #turn: Random;
  /** The nations in the order in which they rise. */
  readonly #order: readonly NationId[];
  /** Nobody is away on the first day. */
  readonly #firstDay: number;
  readonly #isNew: boolean;
  #done = 0;

  constructor(actions: RivalActions, seed: number) {
    const { rivals, joined } = actions;
    const chance = createRandom(seed);
    this.#actions = actions;
    this.#isNew = joined.size === 0;
    this.#firstDay = dayOf(actions.now());
    this.#turn = chance.fork(-1);
    this.#members = rivals.map((rival, i) => ({
      ...rival,
      i,
      random: chance.fork(i),
      hasJoined: joined.has(rival.walletAddress),
      isBusy: false,
      balance: endowmentOf(rival.manner).dena,
      behind: new Set(),
      paidWeek: weekOf(actions.now(), i),
    }));
    const drawn = NATION_IDS.map((id) => ({ id, place: this.#turn.next() }));
    this.#order = drawn
      .toSorted((a, b) => a.place - b.place)
      .map(({ id }) => id)
      .filter((id) => rivals.some(({ nationId }) => nationId === id));
  }

  /**
   * One action of one of them: the first that is acknowledged, of those who could act. Null if
   * nobody could; a failure of the game or the chain is nobody's turn.
   */
  async next(): Promise<Answered<unknown> | null> {
    const late = this.#members.find((one) => !one.hasJoined && this.#isTimeToJoin(one));
    if (late) return this.#join(late);
    const standings = await this.#actions.standings();
    let last: Answered<unknown> | null = null;
    for (const turn of this.#turns(standings)) {
      const { member } = turn;
      if (member.isBusy) continue;
      member.isBusy = true;
      const done = await this.#act(turn, standings).catch(
        (error: unknown) =>
          ({ kind: 'failed', status: null, code: null, words: String(error) }) as const,
      );
      member.isBusy = false;
      if (done && done.kind !== 'refused') return done;
      last = done ?? last;
    }
    return last;
  }

  /** Until everybody who comes at the beginning has done something. */
  get isOpening(): boolean {
    return this.#isNew && this.#done < 4 * this.#members.length;
  }

  #isTimeToJoin({ manner }: Member): boolean {
    return this.#done >= manner.joinsAfter || this.#members.every(({ hasJoined }) => !hasJoined);
  }

  async #join(member: Member): Promise<Answered<unknown>> {
    // Set at once, so that concurrent callers let somebody else join.
    member.hasJoined = true;
    const done = await this.#actions.join(member.walletAddress, member.nationId);
    if (done.kind === 'acknowledged') this.#done += 1;
    // Somebody else has joined with that wallet, for another nation: it plays on for that one.
    else if (done.code !== 'nation-chosen-already') member.hasJoined = false;
    return done;
  }

  /** Who may act, in this order; the first may be there for the rising nation. */
  #turns(standings: readonly Standing[]): Turn[] {
    // Each after a time of its own, which is shorter for the more active ones.
    const queue = this.#present()
      .map((member) => ({ member, at: -Math.log(1 - this.#turn.next()) / member.manner.activity }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ member }) => member);
    const rising = this.#order[Math.floor(this.#done / TIDE_ACTIONS) % this.#order.length];
    const buyer = queue.find(({ nationId }) => nationId === rising);
    const leading = leadOf(standings);
    const drawn = this.#turn.next();
    const turns: Turn[] = queue.map((member) => ({ member, buyer: null }));
    if (buyer && leading !== rising && drawn < SELLS_TO_RISING) {
      const rich = queue.filter(({ nationId }) => nationId === leading);
      const [seller] = rich.toSorted((a, b) => b.balance - a.balance);
      if (seller) turns.unshift({ member: seller, buyer });
    } else if (buyer && drawn < ACTS_FOR_RISING) turns.unshift({ member: buyer, buyer: null });
    return turns;
  }

  /** Those who play and haven't taken the day off; all, if all have. */
  #present(): readonly Member[] {
    const joined = this.#members.filter(({ hasJoined }) => hasJoined);
    const day = dayOf(this.#actions.now());
    if (day === this.#firstDay) return joined;
    const there = joined.filter(({ manner, i }) => !isAway(manner, i, day));
    return there.length > 0 ? there : joined;
  }

  async #act(
    { member, buyer }: Turn,
    standings: readonly Standing[],
  ): Promise<Answered<unknown> | null> {
    const sight = await this.#lookAndBePaid(member);
    const { behind, random } = member;
    member.behind = new Set(
      standings.filter(({ gdp }) => gdp < sight.gdp).map(({ walletAddress }) => walletAddress),
    );
    const action = buyer
      ? sale(member, sight, buyer, random)
      : chooseAction(member, sight, { standings, behind, rivals: this.#present() }, random);
    if (!action) return null;
    const done = await this.#actions.act(member.walletAddress, action);
    if (done.kind === 'acknowledged') this.#done += 1;
    return done;
  }

  /**
   * Wages once a week of the game, and an advance if it is broke, as long as DENA is missing in the
   * world.
   */
  async #lookAndBePaid(member: Member): Promise<Sight> {
    const sight = await this.#actions.look(member.walletAddress);
    member.balance = sight.balance;
    const week = weekOf(this.#actions.now(), member.i);
    const isPayday = week > member.paidWeek;
    if (!isPayday && sight.available > BROKE) return sight;
    member.paidWeek = week;
    const missing = this.#members.reduce(
      (sum, one) => sum + endowmentOf(one.manner).dena - one.balance,
      0,
    );
    const wage = Math.floor(
      Math.min(missing, endowmentOf(member.manner).dena * (isPayday ? 1 : ADVANCE)),
    );
    if (wage <= BROKE) return sight;
    await this.#actions.pay(member.walletAddress, wage);
    return this.#actions.look(member.walletAddress);
  }
}

interface Turn {
  readonly member: Member;
  /** Of the rising nation, whom it sells to; null: it does as it likes. */
  readonly buyer: Member | null;
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** The rivals' weeks begin on different days. */
function weekOf(now: number, i: number): number {
  return Math.floor((dayOf(now) + i) / 7);
}

/** The nation with the highest sum of GDP; null without players. */
function leadOf(standings: readonly Standing[]): NationId | null {
  const totals = new Map<NationId, number>();
  for (const { nationId, gdp } of standings) {
    totals.set(nationId, (totals.get(nationId) ?? 0) + gdp);
  }
  return [...totals].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
