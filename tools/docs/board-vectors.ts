/**
 * docs/vectors/board.json: a short game as the server's own board and messages tell it, in the order in which a network
 * may deliver them, and the ranking that a client shows after each message.
 */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { epochSchema, revSchema, type Epoch, type Rev } from '../../common/values/ids.ts';
import { NOTHING_CONTRIBUTED } from '../../common/values/works.ts';
import { Board } from '../../server/leaderboard/board.ts';
import { LiveWindow } from '../../server/leaderboard/window.ts';
import { snapshot, tick } from '../../server/live/outbound/messages.ts';

/** Few, so that players leave. */
const FIRST_ROWS = 4;
const BEGUN_AT = Date.UTC(2026, 0, 1);
const ORDER = 8_796_093_022_208;

/** By their numbers the last two are in this order; by their letters' codes, B is before a. */
const WALLETS = {
  ada: address('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
  ben: address('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'),
  cem: address('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'),
  dan: address('0x90F79bf6EB2c4f870365E785982E1f101E93b906'),
  eve: address('0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'),
  fay: address('0xBcd4042DE499D14e55001CcbB24a551F3b954096'),
};
type Who = keyof typeof WALLETS;
const NATION_OF = {
  ada: 'italy',
  ben: 'usa',
  cem: 'italy',
  dan: 'china',
  eve: 'argentina',
  fay: 'argentina',
} as const;

function revAt(n: number): Rev {
  return revSchema.parse(n.toString(16).padStart(16, '0'));
}

type SentTick = ReturnType<typeof tick>;
interface SentList {
  readonly epoch: Epoch;
  readonly rev: Rev;
  readonly totalCount: number;
  readonly rows: readonly LeaderboardEntry[];
}

/** A process of the server, and what it sends to the room `all`. */
class Game {
  readonly #board = new Board();
  readonly #rows = new Map<Who, BoardRow>();
  /** Two processes, which send their ticks at different moments. */
  #windows: { readonly window: LiveWindow; since: Rev }[] = [];
  readonly #lists = new Map<Rev, SentList>();
  #commits = 0;

  async begin(epoch: string): Promise<this> {
    const players = (async function* () {})();
    await this.#board.load({ epoch: epochSchema.parse(epoch), rev: revAt(0), players });
    this.#windows = [0, 1].map(() => ({
      window: new LiveWindow(this.#board, FIRST_ROWS),
      since: revAt(0),
    }));
    return this;
  }

  /** A player's commit: what differs in its row. A GDP is reached at `order`, by default after all others. */
  commit(who: Who, { order, ...changes }: Partial<BoardRow> & { readonly order?: number }): void {
    this.#commits += 1;
    const at = BEGUN_AT + this.#commits * 1000;
    const before = this.#rows.get(who);
    const gdpOrder = order ?? ORDER + this.#commits;
    const row: BoardRow = {
      wallet: WALLETS[who],
      nationId: NATION_OF[who],
      name: null,
      gdp: 0,
      denaBalanceWei: 0n,
      denaHoldingsWei: 0n,
      resources: NOTHING_CONTRIBUTED,
      culturalCount: 0,
      ...before,
      ...changes,
      ...(changes.gdp === undefined
        ? { gdpSince: before?.gdpSince ?? at, gdpOrder: before?.gdpOrder ?? gdpOrder }
        : { gdpSince: at, gdpOrder }),
      ...(changes.culturalCount === undefined
        ? {
            culturalSince: before?.culturalSince ?? at,
            culturalOrder: before?.culturalOrder ?? gdpOrder,
          }
        : { culturalSince: at, culturalOrder: ORDER + this.#commits }),
    };
    this.#rows.set(who, row);
    // As of a kind that this version doesn't know: so no events are sent, which say nothing of the rows.
    this.#board.apply({ kind: 'unknown', at, rev: revAt(this.#commits), row });
    const { epoch, rev, count } = this.#board;
    const rows = this.#board.page(FIRST_ROWS, 0);
    this.#lists.set(rev, { epoch, rev, totalCount: count, rows });
  }

  /** The next tick, by one of the two processes. */
  tick(process: 0 | 1 = 0): SentTick {
    const of = this.#windows[process];
    if (!of) throw new Error('the game has not begun');
    const { window, since } = of;
    of.since = this.#board.rev;
    return tick(this.#board, 'all', window.take(), { since, digest: window.digest() });
  }

  snapshot(): SentTick {
    const window = new LiveWindow(this.#board, FIRST_ROWS);
    window.close();
    const { nations, ...rest } = snapshot(this.#board, 'all', window.digest());
    return { ...rest, nations: nations.map(({ work: _work, ...nation }) => nation) };
  }

  /** GET /api/leaderboard, as it was after this many commits. */
  list(n = this.#commits): SentList {
    const list = this.#lists.get(revAt(n));
    if (list) return list;
    throw new Error(`nothing was committed at ${n}`);
  }

  get place() {
    return { epoch: this.#board.epoch, rev: this.#board.rev };
  }
}

interface BoardStep {
  readonly why: string;
  /** What arrives. */
  readonly message:
    | { readonly type: 'acknowledged'; readonly epoch: Epoch; readonly rev: Rev }
    | { readonly type: 'resync'; readonly epoch: Epoch; readonly rev: Rev }
    | { readonly type: 'unreadable' }
    | { readonly type: 'tick'; readonly tick: SentTick }
    | ({
        readonly type: 'list';
        /** After which step it was asked for; absent: after the one before. */
        readonly askedAfter?: number;
      } & SentList);
  readonly expected: {
    /** Of what is shown; null: nothing can be shown yet. */
    readonly rev: Rev | null;
    /** What is shown; absent: as before. */
    readonly rows?: readonly LeaderboardEntry[] | null;
    /** Whether the list has to be fetched, after this. */
    readonly wantsList: boolean;
    /** Present if `corrected` is to be sent. */
    readonly corrected?: true;
  };
}

const DENA = 10n ** 18n;
const WANTED = { wantsList: true } as const;

async function boardSteps(): Promise<readonly BoardStep[]> {
  const steps: BoardStep[] = [];
  let last: BoardStep['expected']['rows'];
  const game = await new Game().begin('5f0c1e2a-first');
  const step = (
    why: string,
    message: BoardStep['message'],
    shown: SentList | null,
    also: { readonly wantsList?: true; readonly corrected?: true } = {},
  ) => {
    const { wantsList = false, ...rest } = also;
    const rows = shown?.rows ?? null;
    const isAsBefore = JSON.stringify(rows) === JSON.stringify(last);
    const expected = {
      rev: shown?.rev ?? null,
      ...(isAsBefore ? {} : { rows }),
      wantsList,
      ...rest,
    };
    last = rows;
    steps.push({ why, message, expected });
  };
  const ticked = (of: SentTick) => ({ type: 'tick', tick: of }) as const;
  const listed = (of: SentList, askedAfter?: number) =>
    ({ type: 'list', ...(askedAfter === undefined ? {} : { askedAfter }), ...of }) as const;
  /** A commit, and its tick. */
  const moved = (...of: Parameters<Game['commit']>) => {
    game.commit(...of);
    return ticked(game.tick());
  };

  game.commit('ada', { gdp: 18_000, name: 'ada.eth' });
  game.commit('ben', { gdp: 25_000 });
  game.commit('cem', { gdp: 19_200, culturalCount: 1 });
  game.commit('dan', { gdp: 22_000, denaHoldingsWei: 1250n * DENA + DENA / 2n });
  game.commit('eve', { gdp: 15_000 });
  game.commit('fay', { gdp: 15_000 });
  game.tick(0);
  game.tick(1);
  const first = game.list();
  step(
    '[PRO17] the watch is acknowledged: the list is fetched',
    { type: 'acknowledged', ...game.place },
    null,
    WANTED,
  );
  step(
    '[PRO14] a snapshot has no rows, and says who is president',
    ticked(game.snapshot()),
    null,
    WANTED,
  );
  const early = moved('ada', { gdp: 23_000 });
  step('[PRO16] a tick that comes before the list is kept', early, null, WANTED);
  step('[PRO16] the list is from before that tick, which fits now', listed(first), game.list());
  step('[PRO15] ranks follow from [LB1]', moved('dan', { gdp: 26_000 }), game.list());
  step(
    '[LB1] a tie: who reached the GDP later stands below',
    moved('ben', { gdp: 23_000 }),
    game.list(),
  );
  step('[PRO14] a tick that mine has reached is dropped', early, game.list());
  game.tick(1);
  step(
    '[LB3, PRO15] a player comes in from below, and another leaves the first rows',
    moved('eve', { gdp: 24_000, order: ORDER + 50 }),
    game.list(),
  );
  game.commit('fay', { gdp: 24_000, order: ORDER + 50 });
  step(
    '[LB1, PRO14] a tick of another process, whose since is before mine; GDP and order are the same, so the lower number of the address comes first',
    ticked(game.tick(1)),
    game.list(),
  );
  game.tick();
  step(
    '[PRE1, PRO15] a new president stands in all rows of the nation',
    moved('eve', { culturalCount: 3 }),
    game.list(),
  );
  step(
    '[PRE1, PRO15] president is null: the nation has none any more; nobody of these rows was it',
    moved('cem', { culturalCount: 0 }),
    game.list(),
  );
  step(
    '[DIG1] only a name changes, which is not in the digest',
    moved('eve', { name: 'eve.eth' }),
    game.list(),
  );

  const complete = game.list();
  game.commit('ben', { gdp: 27_000, denaHoldingsWei: 1n });
  const [lost, between] = [ticked(game.tick()), game.list()];
  const afterGap = moved('fay', { gdp: 28_000 });
  step('[PRO16] a tick got lost: the next one doesn’t fit', afterGap, complete, WANTED);
  step(
    '[PRO16] a list of a process that lags: the gap remains',
    listed(complete),
    complete,
    WANTED,
  );
  step('[PRO16] a list that closes the gap: the kept tick follows', listed(between), game.list());
  step('[PRO14] the tick that got lost comes late', lost, game.list());
  step('[PRO8] so does a list', listed(game.list(12)), game.list());

  const late = moved('ada', { gdp: 29_000 });
  game.commit('dan', { resources: { wood: 50, oil: 0, food: 20, technology: 3 } });
  step('[PRO16] a list that is newer replaces all rows', listed(game.list()), game.list());
  step('[PRO14] a tick that the list has in it is dropped', late, game.list());
  step(
    '[PRO14] a tick that begins before the list, and ends after it',
    moved('fay', { gdp: 18_000 }),
    game.list(),
  );

  const resynced = game.list();
  game.commit('cem', { gdp: 30_000 });
  game.tick();
  step('[PRO18] messages were left out', { type: 'resync', ...game.place }, resynced, WANTED);
  step('[PRO18] a list from before that', listed(resynced), resynced, WANTED);
  step('[PRO18] a list that has come so far', listed(game.list()), game.list());

  const right = game.list();
  game.commit('eve', { gdp: 31_000 });
  const whole = game.tick();
  const cut = { ...whole, nations: whole.nations.map((nation) => ({ ...nation, changed: [] })) };
  step(
    '[PRO36] a row is missing from a tick, so the digest differs: what agreed last stays',
    ticked(cut),
    right,
    WANTED,
  );
  step(
    '[PRO36] nothing is applied to rows that are wrong',
    moved('ben', { gdp: 32_000 }),
    right,
    WANTED,
  );
  step('[PRO36] a list replaces them', listed(game.list()), game.list(), { corrected: true });
  step('[PRO36] the next digest agrees', moved('dan', { gdp: 33_000 }), game.list());

  const agreed = game.list();
  game.commit('ada', { gdp: 34_000 });
  const wrong = { ...game.tick(), digest: 'f'.repeat(16) };
  step('[PRO36] a digest that is itself wrong', ticked(wrong), agreed, WANTED);
  step(
    '[PRO36] it refutes the list as well, which is shown all the same',
    listed(game.list()),
    game.list(),
    { ...WANTED, corrected: true },
  );
  step('[PRO36] the next one agrees', moved('cem', { gdp: 35_000 }), game.list());
  step('[PRO16] a message that can’t be parsed', { type: 'unreadable' }, game.list(), WANTED);
  step('[PRO16] the next list settles that', listed(game.list()), game.list());

  const asked = steps.length - 1;
  game.commit('fay', { gdp: 40_000 });
  const restored = await new Game().begin('c3b7d9f4-second');
  restored.commit('ben', { gdp: 25_000 });
  restored.commit('ada', { gdp: 18_000 });
  step(
    '[PRO7] another data set, with lower revs: what is held is discarded',
    ticked(restored.snapshot()),
    null,
    WANTED,
  );
  step('[PRO7] a list of the old one is ignored', listed(game.list(), asked), null, WANTED);
  step('[PRO7] a list of the new one', listed(restored.list()), restored.list());
  step(
    '[PRO17] after a reconnection the acknowledged rev is mine: nothing is fetched',
    { type: 'acknowledged', ...restored.place },
    restored.list(),
  );
  return steps;
}

/** docs/vectors/board.json, with a line for each message and each outcome. */
export async function boardVectors(): Promise<string> {
  const about = `Made by npm run docs; docs/protocol.md says how to use it. The first rows are ${FIRST_ROWS} here, not 1000. Ticks are without events, snapshots without works.`;
  const steps = (await boardSteps()).map((step) => {
    const parts = Object.entries(step).map(([name, part]) => `"${name}": ${JSON.stringify(part)}`);
    return `    {\n      ${parts.join(',\n      ')}\n    }`;
  });
  const all = `"about": ${JSON.stringify(about)},\n  "firstRows": ${FIRST_ROWS}`;
  return `{\n  ${all},\n  "steps": [\n${steps.join(',\n')}\n  ]\n}\n`;
}
