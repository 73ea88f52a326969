/**
 * An independent client of the live protocol, written by docs/protocol.md: it watches every nation,
 * merges the ticks into the list it fetched, fetches the list again if there is a gap, and compares
 * its rows with each tick's digest.
 */
import { createHash } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { sleep } from '../../../server/lib/machine.ts';
import { FACTS, NATION_IDS, type NationId } from '../model/facts.ts';
import type { Heard } from '../model/history.ts';
import { rowSchema, stagesSchema, type Row, type WorkAnswer } from '../model/wire.ts';
import type { Answer, Complain } from './deployment.ts';
import { ask } from './http.ts';

const placed = { epoch: z.string(), rev: z.string() };
const presidentSchema = z.object({ walletAddress: z.string(), staked: z.number() }).nullable();
const tickRowSchema = rowSchema.omit({
  rank: true,
  nationId: true,
  nationName: true,
  presidentWallet: true,
  presidentStakedCount: true,
});
const tickSchema = z.object({
  room: z.literal('all'),
  since: z.string().nullable(),
  rev: z.string(),
  epoch: z.string().optional(),
  digest: z.string(),
  nations: z.array(
    z.object({
      nationId: z.enum(['usa', 'italy', 'argentina', 'china']),
      gdp: z.number(),
      players: z.number(),
      president: presidentSchema.optional(),
      changed: z.array(tickRowSchema),
      left: z.array(z.string()),
      work: stagesSchema.optional(),
    }),
  ),
  events: z.array(
    z.object({ id: z.string(), rankBefore: z.number().nullable(), rankAfter: z.number() }),
  ),
  eventsLeftOut: z.number().default(0),
});
const ownSchema = z.object({ ...placed, row: rowSchema.nullable() });
const ackSchema = z.object({ ok: z.literal(true), ...placed });
const watchingSchema = z.object({ total: z.number() });
type Tick = z.output<typeof tickSchema>;
type President = z.output<typeof presidentSchema>;

/** Beyond this many ticks waiting for a list, the oldest is dropped. */
const MAX_BUFFERED = 64;
const FETCH_PAUSE_MS = 50;

interface Total {
  readonly rev: string;
  readonly gdp: number;
  readonly players: number;
}

/** How it reaches the game. */
interface Line {
  readonly socket: Socket;
  readonly ask: (path: string) => Promise<Answer | null>;
  /** How many rows, from the top, ticks keep current. */
  readonly rows: number;
}

/** To one process, over TCP. */
function lineTo(url: string): Line {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 400,
    timeout: 4000,
  });
  return { socket, ask: (path) => ask(url, path), rows: 1000 };
}

export class LiveClient {
  readonly wallet: string | null;
  /** True while another data set is no surprise [PRO7]. */
  mayBeReplaced = false;
  readonly #ask: Line['ask'];
  readonly #mostRows: number;
  readonly #complain: Complain;
  readonly #socket: Socket;
  #epoch: string | null = null;
  #rows = new Map<string, Row>();
  /** The rev of the last message on this connection. */
  #last = '';
  /** The rev of the rows; null before the first list. */
  #mine: string | null = null;
  readonly #presidents = new Map<NationId, President>();
  #buffer: Tick[] = [];
  #wantsList = true;
  #isFetching = false;
  #isClosed = false;
  #own: { readonly rev: string; readonly row: Row | null } | null = null;
  readonly #totals = new Map<NationId, Total>();
  readonly #works = new Map<NationId, { readonly rev: string; readonly work: unknown }>();
  #heard: Heard[] = [];
  #watching: number | null = null;
  #merged = 0;
  #fetched = 0;
  #watches = 0;

  /**
   * @param at the URL of the process that it connects to, or another way to reach the game.
   * @param wallet whose own row it watches.
   */
  constructor(at: string | Line, wallet: string | null, complain: Complain) {
    const { socket, ask: asks, rows } = typeof at === 'string' ? lineTo(at) : at;
    this.#socket = socket;
    this.#ask = asks;
    this.#mostRows = rows;
    this.wallet = wallet;
    this.#complain = complain;
    this.#socket.on('connect', () => {
      this.#last = '';
      void this.#watch();
    });
    this.#on('tick', tickSchema, (tick) => this.#onTick(tick));
    this.#on('resync', z.object(placed), ({ epoch, rev }) => {
      this.#inEpoch(epoch);
      this.#inOrder(rev);
      this.#want();
    });
    this.#on('player', ownSchema, ({ epoch, rev, row }) => {
      this.#inEpoch(epoch);
      this.#inOrder(rev);
      if (!this.#own || this.#own.rev <= rev) this.#own = { rev, row };
    });
    this.#on('watching', watchingSchema, ({ total }) => (this.#watching = total));
  }

  /**
   * How many ticks were merged, lists fetched, and watches acknowledged: one for each connection.
   */
  get counts() {
    return { merged: this.#merged, fetched: this.#fetched, watches: this.#watches };
  }

  /** How many watch, as it was last sent [WAT1]. */
  get watching(): number | null {
    return this.#watching;
  }

  /** What it was sent of commits up to a rev, since the last call. */
  takeHeard(upTo: string): Heard[] {
    const heard = this.#heard.filter(({ rev }) => rev <= upTo);
    this.#heard = this.#heard.filter(({ rev }) => rev > upTo);
    return heard;
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  /** The ranking as this client has it, best first. */
  rows(): Row[] {
    return [...this.#rows.values()]
      .toSorted(byRank)
      .map((row, place) => ({ ...row, rank: place + 1 }));
  }

  /** Everything else it knows that does not match a list, and the works if they are given. */
  otherDifferences(rows: readonly Row[], works: readonly WorkAnswer[] = []): string[] {
    const complaints: string[] = [];
    for (const [nation, { gdp, players }] of this.#totals) {
      const own = rows.filter((row) => row.nationId === nation);
      const total = own.reduce((sum, row) => sum + row.gdp, 0);
      if (gdp !== total || players !== own.length) {
        complaints.push(
          `${nation} was sent as ${gdp} of ${players} players, it is ${total} of ${own.length}`,
        );
      }
    }
    for (const { nationId, ...right } of works) {
      const own = this.#works.get(nationId)?.work;
      const [is, should] = [JSON.stringify(own), JSON.stringify(right)];
      if (is !== should)
        complaints.push(`${nationId}: its work was sent as ${is}, it is ${should}`);
    }
    const listed = rows.find((row) => row.walletAddress === this.wallet) ?? null;
    if (this.#own && JSON.stringify(this.#own.row) !== JSON.stringify(listed)) {
      complaints.push(
        `its own row is ${JSON.stringify(this.#own.row)}, the list has ${JSON.stringify(listed)}`,
      );
    }
    return complaints;
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.close();
  }

  #on<S extends z.ZodType>(name: string, schema: S, handle: (message: z.output<S>) => void): void {
    this.#socket.on(name, (body: unknown) => {
      const message = schema.safeParse(body);
      if (message.success) handle(message.data);
      else this.#complain(`a ${name} message does not match its schema: ${JSON.stringify(body)}`);
    });
  }

  async #watch(): Promise<void> {
    // All four by name are `all` [PRO11].
    const command =
      this.wallet === null
        ? { nations: NATION_IDS }
        : { nations: 'all', walletAddress: this.wallet };
    try {
      const answer: unknown = await this.#socket.emitWithAck('watch', command);
      const ack = ackSchema.safeParse(answer);
      // A process that is shutting down refuses; the next connection watches again.
      if (!ack.success) this.#socket.disconnect().connect();
      else {
        this.#inEpoch(ack.data.epoch);
        this.#watches += 1;
      }
      this.#want();
    } catch {
      if (!this.#isClosed) this.#socket.disconnect().connect();
    }
  }

  #inEpoch(epoch: string): void {
    if (this.#epoch === epoch) return;
    if (this.#epoch !== null && !this.mayBeReplaced) this.#complain('the data set was replaced');
    this.#epoch = epoch;
    this.#last = '';
    this.#mine = null;
    this.#own = null;
    this.#rows.clear();
    this.#buffer = [];
    this.#heard = [];
    this.#totals.clear();
    this.#works.clear();
  }

  /** [PRO13] On one connection. */
  #inOrder(rev: string): void {
    if (rev < this.#last) this.#complain(`a message of ${rev} came after one of ${this.#last}`);
    this.#last = rev;
  }

  #onTick(tick: Tick): void {
    const { since, rev, nations, events, eventsLeftOut } = tick;
    if ((since === null) !== (tick.epoch !== undefined)) {
      this.#complain(`a tick names an epoch without being a snapshot, or is one without`);
    }
    if (tick.epoch !== undefined) this.#inEpoch(tick.epoch);
    this.#inOrder(rev);
    if (new Set(nations.map(({ nationId }) => nationId)).size < nations.length) {
      this.#complain(`the tick of ${rev} names a nation twice`);
    }
    for (const { nationId, gdp, players, work } of nations) {
      const before = this.#totals.get(nationId);
      if (!before || before.rev <= rev) this.#totals.set(nationId, { rev, gdp, players });
      const known = this.#works.get(nationId);
      if (work && (!known || known.rev <= rev)) this.#works.set(nationId, { rev, work });
    }
    if (since === null) return;
    this.#heard.push({ since, rev, events, leftOut: eventsLeftOut });
    this.#merge(since, tick);
  }

  /**
   * [PRO14] A tick with `since ≤ mine < rev` fits; a later one waits for a list, an earlier one is
   * already in it.
   */
  #merge(since: string, tick: Tick): void {
    const { rev, nations, digest } = tick;
    if (this.#mine !== null && rev <= this.#mine) return;
    if (this.#mine === null || this.#mine < since) {
      this.#buffer = [...this.#buffer, tick].slice(-MAX_BUFFERED);
      this.#want();
      return;
    }
    for (const { nationId, president, changed, left } of nations) {
      for (const wallet of left) this.#rows.delete(wallet);
      if (president !== undefined) this.#presidents.set(nationId, president);
      const { name: nationName } = FACTS.nations[nationId];
      // The fields in the order of a list's row, whose text this one's is compared with.
      for (const { walletAddress, ...row } of changed) {
        const place = { rank: 0, nationId, nationName, walletAddress };
        this.#rows.set(walletAddress, { ...place, ...row, ...this.#presidentOf(nationId) });
      }
      for (const [wallet, row] of this.#rows) {
        if (row.nationId === nationId)
          this.#rows.set(wallet, { ...row, ...this.#presidentOf(nationId) });
      }
    }
    this.#mine = rev;
    this.#merged += 1;
    const own = digestOf([...this.#rows.values()]);
    if (own !== digest) {
      this.#complain(`at ${rev} its digest is ${own}, the tick's is ${digest} [DIG1]`);
      this.#mine = null;
      this.#want();
    }
  }

  #presidentOf(nationId: NationId): Pick<Row, 'presidentWallet' | 'presidentStakedCount'> {
    const president = this.#presidents.get(nationId) ?? null;
    return {
      presidentWallet: president && president.walletAddress,
      presidentStakedCount: president ? president.staked : 0,
    };
  }

  #onList(rev: string, rows: readonly Row[]): void {
    if (this.#mine === null || this.#mine < rev) {
      const first = rows.slice(0, this.#mostRows);
      this.#rows = new Map(first.map((row) => [row.walletAddress, row]));
      this.#presidents.clear();
      for (const { nationId, presidentWallet, presidentStakedCount } of rows) {
        const president = presidentWallet && {
          walletAddress: presidentWallet,
          staked: presidentStakedCount,
        };
        this.#presidents.set(nationId, president || null);
      }
      this.#mine = rev;
    }
    const buffered = this.#buffer.toSorted((a, b) => (a.rev < b.rev ? -1 : 1));
    this.#buffer = [];
    for (const tick of buffered) this.#merge(tick.since ?? '', tick);
  }

  #want(): void {
    this.#wantsList = true;
    if (!this.#isFetching) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true;
    while (this.#wantsList && !this.#isClosed) {
      this.#wantsList = false;
      const answer = await this.#ask('/api/leaderboard');
      const rev = answer?.headers['x-board-rev'];
      // A late answer of the data set before says nothing [PRO7].
      const isOwn = answer?.headers['x-board-epoch'] === this.#epoch;
      if (answer?.status === 200 && rev && isOwn) {
        this.#fetched += 1;
        this.#onList(rev, z.array(rowSchema).parse(JSON.parse(answer.text)));
      } else this.#wantsList = true;
      if (this.#wantsList) await sleep(FETCH_PAUSE_MS);
    }
    this.#isFetching = false;
  }
}

/** [LB1] */
function byRank(a: Row, b: Row): number {
  if (a.gdp !== b.gdp) return b.gdp - a.gdp;
  if (a.gdpOrder !== b.gdpOrder) return a.gdpOrder - b.gdpOrder;
  return a.walletAddress.toLowerCase() < b.walletAddress.toLowerCase() ? -1 : 1;
}

/** [DIG1] Of all rows that ticks keep current. */
function digestOf(rows: readonly Row[]): string {
  const sums: [number, number] = [0, 0];
  for (const row of rows) {
    const { wood, oil, food, technology } = row.resources;
    const { walletAddress, nationId, gdp, gdpOrder, culturalOrder, denaHoldings } = row;
    const text = [walletAddress, nationId, gdp, gdpOrder, culturalOrder, denaHoldings, wood, oil, food, technology].join('\t'); // prettier-ignore
    const hash = createHash('sha256').update(text).digest();
    sums[0] = (sums[0] + hash.readUInt32BE(0)) % 2 ** 32;
    sums[1] = (sums[1] + hash.readUInt32BE(4)) % 2 ** 32;
  }
  return sums.map((sum) => sum.toString(16).padStart(8, '0')).join('');
}
