/** What the game was right after each of its commits, by the rules. */
import { unitsOf } from './accrual.ts';
import { differences } from './differences.ts';
import { NATION_IDS, type NationId } from './facts.ts';
import { presidentOf, ranked, type Orders } from './ranking.ts';
import { holdingsText, type WalletState } from './wallet.ts';
import type { PlayerAnswer, Row, WireEvent } from './wire.ts';

/** The part of a row that a list of any moment has. */
type PastRow = Pick<
  Row,
  | 'rank'
  | 'walletAddress'
  | 'nationId'
  | 'gdp'
  | 'denaHoldings'
  | 'presidentWallet'
  | 'presidentStakedCount'
>;

interface Moment {
  readonly event: WireEvent;
  /** Never before that of an earlier one: the clocks of several processes differ. */
  readonly at: number;
  readonly rows: readonly PastRow[];
  /** Of its wallet. */
  readonly own: Pick<PlayerAnswer, 'playerNation' | 'resources'> | object;
}

/** A tick, as a client was sent it [PRO14]. */
export interface Heard {
  readonly since: string;
  readonly rev: string;
  readonly events: readonly {
    readonly id: string;
    readonly rankBefore: number | null;
    readonly rankAfter: number;
  }[];
  readonly leftOut: number;
}

/** What a process answered of one rev: the list, or a player. */
export interface Answered {
  readonly rev: string;
  readonly rows?: readonly Row[];
  readonly player?: PlayerAnswer;
}

export class History {
  readonly #moments: Moment[] = [];
  #at = 0;

  /** A commit is dated then. */
  pass(at: number): void {
    this.#at = Math.max(this.#at, at);
  }

  /** @param states of all players, right after the next event. @param orders of all commits. */
  add(event: WireEvent, states: ReadonlyMap<string, WalletState>, orders: Orders): void {
    const order = ranked(states.values(), orders);
    const presidents = new Map(NATION_IDS.map((id) => [id, presidentOf(id, order, orders)]));
    const rows = order.map((state, place) => ({
      rank: place + 1,
      walletAddress: state.wallet,
      nationId: state.nationId,
      gdp: state.gdp,
      denaHoldings: holdingsText(state),
      presidentWallet: null,
      presidentStakedCount: 0,
      ...presidents.get(state.nationId),
    }));
    const state = states.get(event.walletAddress);
    const own = state
      ? { playerNation: { gdp: state.gdp }, resources: unitsOf(state.resources) }
      : {};
    this.pass(event.at);
    this.#moments.push({ event, at: this.#at, rows, own });
  }

  /** [PRO8] */
  wrongAnswer({ rev, rows, player }: Answered): string[] {
    const wallet = player?.playerNation.walletAddress;
    const last = this.#moments.findLast(
      ({ event }) => event.id <= rev && (!wallet || event.walletAddress === wallet),
    );
    return [
      ...(rows ? differences(`the list at ${rev}`, rows, last?.rows ?? []) : []),
      ...(player && last ? differences(`${wallet} at ${rev}`, player, last.own) : []),
    ];
  }

  /** The first rows as of a moment: fewer if the next ones are not known any more. */
  wrongThen(at: number, rows: readonly PastRow[]): string[] {
    const then = this.#momentAt(at)?.rows ?? [];
    const isMissing = rows.length === 0 && then.length > 0;
    const due = isMissing ? then : then.slice(0, rows.length);
    return differences(`the list as of ${new Date(at).toISOString()}`, rows, due);
  }

  /** [PRO31] The steps of a history of totals that have ended; null before the game began. */
  wrongTotals(from: number, stepMs: number, series: Record<NationId, (number | null)[]>): string[] {
    return NATION_IDS.flatMap((nationId) => {
      const right = series[nationId].slice(0, -1).map((_is, n) => {
        const then = this.#momentAt(from + (n + 1) * stepMs - 1);
        const own = then?.rows.filter((row) => row.nationId === nationId);
        return own?.reduce((sum, { gdp }) => sum + gdp, 0) ?? null;
      });
      return differences(`the totals of ${nationId}`, series[nationId].slice(0, -1), right);
    });
  }

  /** [PRE1] Each nation's, right after the commits up to a rev. */
  presidentsAt(rev: string) {
    const rows = this.#moments.findLast(({ event }) => event.id <= rev)?.rows ?? [];
    return NATION_IDS.flatMap((nationId) => {
      const row = rows.find((one) => one.nationId === nationId);
      if (!row?.presidentWallet) return [];
      const { presidentWallet: walletAddress, presidentStakedCount: staked } = row;
      return [{ nationId, walletAddress, staked }];
    });
  }

  /** Each event that moved a GDP or a work comes once, with its ranks, or is counted. */
  wrongTick({ since, rev, events, leftOut }: Heard): string[] {
    const due = this.#moments.flatMap(({ event, rows }, n) => {
      const { id, kind, gdpBefore, gdpAfter, walletAddress } = event;
      const isDue = id > since && id <= rev && (gdpBefore !== gdpAfter || kind === 'contributed');
      if (!isDue) return [];
      const rankIn = (all: readonly PastRow[] = []) =>
        all.find((row) => row.walletAddress === walletAddress)?.rank ?? null;
      return [{ id, rankBefore: rankIn(this.#moments[n - 1]?.rows), rankAfter: rankIn(rows) }];
    });
    const ids = new Set(events.map(({ id }) => id));
    const pushed = due.filter(({ id }) => ids.has(id));
    return [
      ...differences(`the events from ${since} to ${rev}`, events, pushed),
      ...differences(`those left out of ${since} to ${rev}`, leftOut, due.length - pushed.length),
    ];
  }

  #momentAt(at: number): Moment | undefined {
    return this.#moments.findLast((moment) => moment.at <= at);
  }
}
