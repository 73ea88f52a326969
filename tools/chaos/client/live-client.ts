/**
 * An independent client of the live protocol: it watches every nation, merges the pushes into the list it
 * fetched, and fetches the list again if there is a gap.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { NATION_IDS, type NationId } from '../model/facts.ts';
import { rowSchema, type Row } from '../model/wire.ts';
import { ask, headerOf } from './http.ts';
import type { Complain, Process } from './place.ts';

const placed = { epoch: z.string(), rev: z.string() };
const nationId = z.enum(['usa', 'italy', 'argentina', 'china']);
const president = { presidentWallet: z.string().nullable(), presidentStakedCount: z.number() };
const messageSchema = z.object({
  ...placed,
  since: z.string(),
  nationId,
  changed: z.array(rowSchema),
  left: z.array(z.string()),
  ...president,
});
const totalSchema = z.object({ ...placed, nationId, gdp: z.number(), players: z.number() });
const ownSchema = z.object({ ...placed, row: rowSchema.nullable() });
const ackSchema = z.object({ ok: z.literal(true), ...placed });
type Message = z.output<typeof messageSchema>;

/** Beyond this many messages waiting for a list, the oldest is dropped. */
const MOST_KEPT = 64;
const FETCH_PAUSE_MS = 50;

/** A `ws` WebSocket, as socket.io-client holds it in Node. */
interface Pausable {
  pause(): void;
  resume(): void;
}

function isPausable(ws: unknown): ws is Pausable {
  return typeof ws === 'object' && ws !== null && 'pause' in ws && 'resume' in ws;
}

export class LiveClient {
  readonly wallet: string | null;
  readonly #process: Process;
  readonly #complain: Complain;
  readonly #socket: Socket;
  #epoch: string | null = null;
  #rows = new Map<string, Row>();
  #mine = new Map<NationId, string>();
  #kept: Message[] = [];
  #wantsList = true;
  #isFetching = false;
  #isClosed = false;
  #own: { readonly rev: string; readonly row: Row | null } | null = null;
  readonly #totals = new Map<NationId, z.output<typeof totalSchema>>();
  #merged = 0;
  #fetched = 0;
  #paused: Pausable | null = null;

  /** @param process it connects to and fetches from. @param wallet whose own row it watches. */
  constructor(process: Process, wallet: string | null, complain: Complain) {
    this.#process = process;
    this.wallet = wallet;
    this.#complain = complain;
    this.#socket = io(process.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 400,
      timeout: 4000,
    });
    this.#socket.on('connect', () => void this.#watch());
    this.#on('leaderboard', messageSchema, (message) => this.#onRows(message));
    this.#on('resync', z.object(placed), ({ epoch }) => {
      this.#inEpoch(epoch);
      this.#want();
    });
    this.#on('gdp', totalSchema, (total) => {
      this.#inEpoch(total.epoch);
      const before = this.#totals.get(total.nationId);
      if (!before || before.rev <= total.rev) this.#totals.set(total.nationId, total);
    });
    this.#on('player', ownSchema, ({ epoch, rev, row }) => {
      this.#inEpoch(epoch);
      if (!this.#own || this.#own.rev <= rev) this.#own = { rev, row };
    });
  }

  /** How many messages were merged, and how many lists fetched. */
  get counts(): { readonly merged: number; readonly fetched: number } {
    return { merged: this.#merged, fetched: this.#fetched };
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

  /** Everything else it knows that does not match a list. */
  otherDifferences(rows: readonly Row[]): string[] {
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
    const listed = rows.find((row) => row.walletAddress === this.wallet) ?? null;
    if (this.#own && JSON.stringify(this.#own.row) !== JSON.stringify(listed)) {
      complaints.push(
        `its own row is ${JSON.stringify(this.#own.row)}, the list has ${JSON.stringify(listed)}`,
      );
    }
    return complaints;
  }

  /** Stops reading, like a client on a bad connection. */
  pause(): void {
    // Absent while it is not connected.
    const engine: Socket['io']['engine'] | undefined = this.#socket.io.engine;
    if (!engine || this.#paused || !('ws' in engine.transport)) return;
    const { ws } = engine.transport;
    if (!isPausable(ws)) return;
    ws.pause();
    this.#paused = ws;
  }

  resume(): void {
    this.#paused?.resume();
    this.#paused = null;
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
    const wish = {
      nations: 'all',
      ...(this.wallet !== null && { walletAddress: this.wallet }),
    };
    try {
      const answer: unknown = await this.#socket.timeout(5000).emitWithAck('watch', wish);
      const ack = ackSchema.safeParse(answer);
      // A process that is shutting down refuses; the next connection watches again.
      if (!ack.success) this.#socket.disconnect().connect();
      else this.#inEpoch(ack.data.epoch);
      this.#want();
    } catch {
      if (!this.#isClosed) this.#socket.disconnect().connect();
    }
  }

  #inEpoch(epoch: string): void {
    if (this.#epoch === epoch) return;
    if (this.#epoch !== null) this.#complain('the data set was replaced');
    this.#epoch = epoch;
  }

  /**
   * A message with `since ≤ mine < rev` fits; a later one waits for a list, an earlier one is already in it.
   */
  #onRows(message: Message): void {
    this.#inEpoch(message.epoch);
    const mine = this.#mine.get(message.nationId);
    if (mine !== undefined && message.rev <= mine) return;
    if (mine === undefined || mine < message.since) {
      this.#kept = [...this.#kept, message].slice(-MOST_KEPT);
      this.#want();
      return;
    }
    for (const wallet of message.left) this.#rows.delete(wallet);
    for (const row of message.changed) this.#rows.set(row.walletAddress, row);
    const { presidentWallet, presidentStakedCount } = message;
    for (const [wallet, row] of this.#rows) {
      if (row.nationId !== message.nationId) continue;
      this.#rows.set(wallet, { ...row, presidentWallet, presidentStakedCount });
    }
    this.#mine.set(message.nationId, message.rev);
    this.#merged += 1;
  }

  #onList(rev: string, rows: readonly Row[]): void {
    for (const nation of NATION_IDS) {
      const mine = this.#mine.get(nation);
      if (mine !== undefined && mine >= rev) continue;
      for (const [wallet, row] of this.#rows) {
        if (row.nationId === nation) this.#rows.delete(wallet);
      }
      for (const row of rows) if (row.nationId === nation) this.#rows.set(row.walletAddress, row);
      this.#mine.set(nation, rev);
    }
    const kept = this.#kept.toSorted((a, b) => (a.rev < b.rev ? -1 : 1));
    this.#kept = [];
    for (const message of kept) this.#onRows(message);
  }

  #want(): void {
    this.#wantsList = true;
    if (!this.#isFetching) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true;
    while (this.#wantsList && !this.#isClosed) {
      this.#wantsList = false;
      const answer = await ask(this.#process.url, '/api/leaderboard');
      const rev = answer && headerOf(answer, 'x-board-rev');
      if (answer?.status === 200 && rev) {
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
