/**
 * Replays a log leaf by leaf, by the rules in force at each: every player, and with them the board
 * and the weeks.
 */
import type { Leaf, PlayerLeaf } from '../../../common/ledger/leaf.ts';
import { changesBetween, followedBy, rulesObjection } from '../../../common/rules/change-rules.ts';
import { UNCHANGED_RULES } from '../../../common/rules/specified.ts';
import type { Address } from '../../../common/values/address.ts';
import { revSchema, type Rev } from '../../../common/values/ids.ts';
import { instantText } from '../../../common/values/instant.ts';
import { byNation, type NationId } from '../../../common/values/nations.ts';
import type { ResourceUnits } from '../../../common/values/resources.ts';
import { weekAt, weekBegins } from '../../../common/values/week.ts';
import { NOTHING_CONTRIBUTED } from '../../../common/values/works.ts';
import { Board } from '../../leaderboard/board.ts';
import { applied, changeOf, Forbidden, type ReplayedPlayer } from '../leaf-change.ts';
import { Difference } from './difference.ts';
import { WeekReplay, type ServedWeeks } from './week-replay.ts';

/** How far a commit may be dated before one that the log has before it. */
const BEHIND_MS = 10_000;
/**
 * How far a machine's clock may have been set back: further than that, somebody dates commits as
 * they please.
 */
const SET_BACK_MS = 10 * 60_000;
/** Longer than a command ever takes, and than the clocks of two processes differ. */
const UNDER_WAY_MS = 30_000;

/** A leaf's number as a rev: the board of a replay counts leaves. */
function revOf(n: number): Rev {
  return revSchema.parse((n + 1).toString(16).padStart(16, '0'));
}

interface PlayerOfLog extends ReplayedPlayer {
  /** [ORD1] The last one of a commit that changed the GDP. */
  readonly order: number;
}

type ContinuedLeaf = Extract<Leaf, { readonly kind: 'continued' }>;
type RulesLeaf = Extract<Leaf, { readonly kind: 'rules' }>;

export class LogReplay {
  readonly board = new Board();
  readonly weeks: WeekReplay;
  readonly players = new Map<Address, PlayerOfLog>();
  /** In force after the last leaf. */
  rules = UNCHANGED_RULES;
  /** Those that changed them. */
  readonly rulesLeaves: RulesLeaf[] = [];
  /** The leaf that a continued log begins with. */
  continued: ContinuedLeaf | null = null;
  /** What is only its operator's word, beside what every log leaves to it: sentences. */
  readonly claims: string[] = [];
  /** How many leaves it has taken. */
  size = 0;
  #latest = { at: 0, n: 0 };
  /** A developer moves the clock while commands are under way: those are not old by that. */
  readonly #mayJump: boolean;
  #jumpedAt = 0;
  /** [ORD1] Above all numbers of commits that were answered before any later one was sent. */
  #highestOrder = { order: 0, n: 0 };
  readonly #orders = new OlderThan<{ readonly order: number; readonly n: number }>((one) => {
    if (one.order > this.#highestOrder.order) this.#highestOrder = one;
  });
  /** [WRK1] Contributions under way at the same time may together exceed the need. */
  readonly #totals: Record<NationId, ResourceUnits> = byNation(() => NOTHING_CONTRIBUTED);
  readonly #contributions = new OlderThan<PlayerLeaf & { readonly kind: 'contributed' }>((leaf) => {
    const nationId = this.players.get(leaf.wallet)?.player.nationId;
    if (!nationId) return;
    const { [nationId]: totals } = this.#totals;
    this.#totals[nationId] = { ...totals, [leaf.resource]: totals[leaf.resource] + leaf.quantity };
  });
  readonly #traits = new Map<string, { readonly traits: string; readonly n: number }>();

  constructor(served: ServedWeeks) {
    this.weeks = new WeekReplay(this.board, served);
    this.#mayJump = served.now === Infinity;
  }

  /** @throws Difference if the rules forbid it. */
  take(leaf: Leaf): void {
    const n = this.size;
    if (leaf.n !== n) throw new Difference(`Leaf ${n} says that it is leaf ${leaf.n}.`);
    this.size += 1;
    if (leaf.kind === 'continued') {
      if (n > 0) throw new Difference(`Leaf ${n} continues another log; only the first leaf may.`);
      this.continued = leaf;
      return;
    }
    if (leaf.kind === 'week-ended') {
      this.weeks.end(leaf);
      return;
    }
    try {
      if (leaf.kind === 'rules') this.#changeRules(leaf);
      else this.#takeOf(leaf);
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error;
      const { kind, at } = leaf;
      const what = leaf.kind === 'rules' ? kind : `${kind} of ${leaf.wallet}`;
      throw new Difference(
        `Leaf ${n} (${what}, ${instantText(at)}) breaks the rules. ${error.message}`,
        { cause: error },
      );
    }
  }

  #changeRules(leaf: RulesLeaf): void {
    const { at, rules } = leaf;
    this.#checkMoment(at);
    const last = this.rulesLeaves.at(-1);
    if (last && at < last.at) {
      throw new Forbidden(`It is dated before leaf ${last.n}, the change of the rules before it.`);
    }
    if (at < this.weeks.openSince) {
      throw new Forbidden('It is dated before the end of the last week that a leaf ended.');
    }
    const objection = rulesObjection(this.rules, rules);
    if (objection) throw new Forbidden(objection);
    if (changesBetween(this.rules, rules).length === 0) {
      throw new Forbidden('It changes nothing: these rules are in force.');
    }
    this.rules = followedBy(this.rules, rules, at);
    this.rulesLeaves.push(leaf);
  }

  #takeOf(leaf: PlayerLeaf): void {
    const { at, wallet } = leaf;
    this.#checkMoment(at);
    if (at >= this.#jumpedAt + UNDER_WAY_MS) {
      this.#orders.upTo(at);
      this.#contributions.upTo(at);
    }
    const known = this.players.get(wallet) ?? null;
    const change = changeOf(leaf, known, {
      rules: this.rules,
      totals: (nationId) => this.#totals[nationId],
    });
    this.#checkOrder(leaf, known);
    if (leaf.kind === 'national-staked') this.#noteTraits(leaf);
    this.weeks.before(at, this.size - 1);
    this.board.apply({ ...change.event, rev: revOf(this.size - 1) });
    this.weeks.after(at, change.event.row);
    const order = ('order' in leaf ? leaf.order : undefined) ?? known?.order ?? 0;
    this.players.set(wallet, { ...applied(change, known), order });
    if (leaf.kind === 'contributed') this.#contributions.add(at, leaf);
  }

  #checkMoment(at: number): void {
    const { at: latest, n } = this.#latest;
    const own = this.size - 1;
    if (this.#mayJump && at > latest + UNDER_WAY_MS) this.#jumpedAt = at;
    // One that a moved clock has taken past the week is dated at its last moment [SEA1].
    const isMoved = this.#mayJump && at === weekBegins(weekAt(at) + 1) - 1;
    if (at > latest && !isMoved) this.#latest = { at, n: own };
    if (at >= latest - BEHIND_MS) return;
    const isDated = `is dated ${Math.ceil((latest - at) / 1000)} s before leaf ${n}, which the log has before it`;
    if (at < latest - SET_BACK_MS) {
      throw new Forbidden(
        `It ${isDated}; ${BEHIND_MS / 1000} s are possible, and ${SET_BACK_MS / 60_000} min if a clock was set back.`,
      );
    }
    this.claims.push(`Leaf ${own} ${isDated}: its operator’s clock was set back, or was ahead.`);
    // Those that follow are by the same clock.
    this.#latest = { at, n: own };
  }

  /** [ORD1] */
  #checkOrder(leaf: PlayerLeaf, known: PlayerOfLog | null): void {
    const order = 'order' in leaf ? leaf.order : undefined;
    if (order === undefined) return;
    const highest = this.#highestOrder;
    if (known && order <= known.order) {
      throw new Forbidden(
        `Its order number ${order} does not rise: its player’s last one is ${known.order}.`,
      );
    }
    if (order <= highest.order) {
      throw new Forbidden(
        `Its order number ${order} is not above ${highest.order}, that of leaf ${highest.n}, which was answered long before.`,
      );
    }
    this.#orders.add(leaf.at, { order, n: this.size - 1 });
  }

  /** [NFT1] The same token is worth the same to everyone, unless its metadata changed. */
  #noteTraits({
    token,
    territory,
    production,
  }: Extract<PlayerLeaf, { readonly kind: 'national-staked' }>): void {
    const traits = `${territory} km² and ${production} hundredths of production`;
    const last = this.#traits.get(token);
    if (last?.traits === traits) return;
    const n = this.size - 1;
    this.#traits.set(token, { traits, n });
    if (!last) return;
    this.claims.push(
      `Leaf ${n} gives a copy of the token ${token} ${traits}, leaf ${last.n} gave it ${last.traits}: its collection’s owner changed the metadata.`,
    );
  }
}

/** Values that are applied once no later commit can have been decided without them. */
class OlderThan<Value> {
  readonly #apply: (value: Value) => void;
  readonly #waiting: { readonly at: number; readonly value: Value }[] = [];

  /** @param apply called with each value, in their order, once it is old enough. */
  constructor(apply: (value: Value) => void) {
    this.#apply = apply;
  }

  add(at: number, value: Value): void {
    this.#waiting.push({ at, value });
  }

  /** Applies everything up to the first value that a commit of this moment may have missed. */
  upTo(at: number): void {
    for (let [one] = this.#waiting; one && one.at <= at - UNDER_WAY_MS; [one] = this.#waiting) {
      this.#apply(one.value);
      this.#waiting.shift();
    }
  }
}
