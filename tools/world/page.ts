/**
 * A page: the real merge behind a connection that breaks and polls that come late. It complains as soon as it shows
 * what the game's board never was.
 */
import { z } from 'zod';
import { PageBoard, type FetchedList } from '../../client-kit/live/testing/page-board.ts';
import { leaderboardEntrySchema } from '../../common/protocol/leaderboard.ts';
import {
  playerMessageSchema,
  resyncMessageSchema,
  tickSchema,
  watchAckSchema,
  watchingMessageSchema,
  type PlayerMessage,
  type Tick,
  type WatchingMessage,
} from '../../common/protocol/live.ts';
import type { Address } from '../../common/values/address.ts';
import { epochSchema, revSchema, type Rev } from '../../common/values/ids.ts';
import type { Answer, Complain } from './client/place.ts';
import { between, oneOf, type Random } from './random.ts';
import type { Ear, Wire } from './live-front.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { SimulatedServer } from './server.ts';
import { WINDOW_ROWS, type Truth } from './truth.ts';

const POLL_MS = 10_000;
/** The pause before a fetch that the merge wants, and before a lost connection is tried again. */
const WANTED_MS = [50, 400] as const;
const RECONNECT_MS = [200, 2000] as const;

function packetOf(text: string) {
  const content: unknown = JSON.parse(text.slice(1));
  if (text.startsWith('3')) return { is: 'ack', body: acceptedSchema.parse(content) } as const;
  const [name, body] = eventSchema.parse(content);
  switch (name) {
    case 'tick':
      return { is: name, body: tickSchema.parse(body) } as const;
    case 'player':
      return { is: name, body: playerMessageSchema.parse(body) } as const;
    case 'resync':
      return { is: name, body: resyncMessageSchema.parse(body) } as const;
    case 'watching':
      return { is: name, body: watchingMessageSchema.parse(body) } as const;
  }
}

const acceptedSchema = watchAckSchema.options[0];
const eventSchema = z.tuple([z.enum(['tick', 'player', 'resync', 'watching']), z.unknown()]);

/** Fifty pages read the same texts: each is parsed once. */
const known = new Map<string, unknown>();
const MOST_KNOWN = 200;

function read<T>(text: string, parse: (text: string) => T): T {
  if (!known.has(text)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, parse(text));
  }
  // It was put there by the same parser: lists and packets begin with different letters.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return known.get(text) as T;
}

const listSchema = z.array(leaderboardEntrySchema);

interface PageParts {
  readonly scheduler: Scheduler;
  readonly servers: readonly [SimulatedServer, ...SimulatedServer[]];
  readonly truth: Truth;
  readonly wallet: Address;
  readonly random: Random;
  readonly complain: Complain;
  /** How many pages there are: all of them watch. */
  readonly pages: number;
}

export class Page implements Ear {
  readonly owner: Owner;
  readonly #parts: PageParts;
  readonly #board = new PageBoard();
  readonly #heard = new Set<Rev>();
  #lookedAt: FetchedList | null = null;
  #wire: Wire | null = null;
  #own: PlayerMessage | null = null;
  #watching: WatchingMessage | null = null;
  #misreadsUntilMs = 0;
  /** True if its connection has told it of totals that it could not read. */
  #hasMisread = false;
  #isFetching = false;
  #isConnecting = false;

  constructor(name: string, parts: PageParts) {
    this.#parts = parts;
    this.owner = parts.scheduler.owner(name);
  }

  open(): void {
    this.#connectIn(between(this.#parts.random, 0, 3000));
    this.#pollIn(between(this.#parts.random, 0, POLL_MS));
  }

  /** Its connection breaks; it looks for another one. */
  breakOff(): void {
    this.#wire?.breakOff();
  }

  /** Nobody reads its connection for a while. */
  stall(ms: number): void {
    const wire = this.#wire;
    wire?.stall();
    this.#later(ms, () => wire?.resume());
  }

  /** For a while it can't read ticks, as a page that is older than its server. */
  misread(ms: number): void {
    this.#misreadsUntilMs = this.#parts.scheduler.nowMs + ms;
  }

  onPacket(text: string): void {
    const packet = read(text, packetOf);
    switch (packet.is) {
      case 'ack':
        this.#board.onAck(packet.body);
        this.#heard.clear();
        break;
      case 'tick':
        this.#onTick(packet.body);
        break;
      case 'resync':
        this.#board.onResync(packet.body);
        this.#heard.clear();
        break;
      case 'player':
        this.#takeOwn(packet.body);
        break;
      case 'watching':
        this.#watching = packet.body;
        break;
    }
    this.#look();
  }

  onLost(): void {
    this.#wire = null;
    if (this.#hasMisread) this.#board.totals.clear();
    this.#hasMisread = false;
    this.#connectIn(between(this.#parts.random, ...RECONNECT_MS));
  }

  /** What it shows at rest that the game is not, in words. */
  differences(): string[] {
    const { truth, wallet } = this.#parts;
    const { shown, totals } = this.#board;
    const isRight = shown?.rev !== undefined && truth.isWindow(truth.board.rev, shown.rows);
    const own = JSON.stringify(this.#own?.row ?? null);
    const ownRight = JSON.stringify(truth.board.entry(wallet));
    return [
      ...(this.#wire ? [] : ['it is not connected']),
      ...(isRight
        ? []
        : [
            `it shows ${JSON.stringify(shown?.rows)}; the list is ${truth.windowAt(truth.board.rev)}`,
          ]),
      ...(own === ownRight ? [] : [`its own row is ${own}; it should be ${ownRight}`]),
      ...(this.#hasMisread ? [] : truth.wrongTotals(totals)),
      ...(this.#watching?.total === this.#parts.pages
        ? []
        : [`${this.#watching?.total} watch; it should be ${this.#parts.pages} [WAT1]`]),
    ].map((words) => `${this.owner.name}: ${words}`);
  }

  #takeOwn(told: PlayerMessage): void {
    if (told.epoch !== this.#own?.epoch || told.rev >= this.#own.rev) this.#own = told;
  }

  #onTick(tick: Tick): void {
    if (this.#parts.scheduler.nowMs < this.#misreadsUntilMs) {
      this.#hasMisread = true;
      this.#board.onUnreadable();
      return;
    }
    const { refutations } = this.#board;
    this.#board.onTick(tick);
    if (this.#board.refutations > refutations)
      this.#complain(`has other rows at ${tick.rev} than their digest says`);
    this.#takeEvents(tick);
  }

  /** Each event comes once, with the ranks of its moment, and none is left out that is due. */
  #takeEvents({ events, since, rev, eventsLeftOut = 0 }: Tick): void {
    const { truth } = this.#parts;
    for (const { id, rankBefore, rankAfter } of events) {
      if (this.#heard.has(id)) this.#complain(`heard ${id} twice`);
      this.#heard.add(id);
      const right = truth.moved.get(id);
      if (right?.rankBefore !== rankBefore || right.rankAfter !== rankAfter) {
        this.#complain(
          `heard of ${id}: from ${rankBefore} to ${rankAfter}; it was ${JSON.stringify(right)}`,
        );
      }
    }
    if (since === null) return;
    const due = truth.movedBetween(since, rev);
    if (due !== events.length + eventsLeftOut) {
      this.#complain(`heard ${events.length} of the ${due} events from ${since} to ${rev}`);
    }
  }

  /** At every moment it shows the board as it was at one rev. */
  #look(): void {
    const { shown } = this.#board;
    if (shown && shown !== this.#lookedAt) {
      this.#lookedAt = shown;
      const { truth } = this.#parts;
      if (!truth.isWindow(shown.rev, shown.rows)) {
        const right = truth.windowAt(shown.rev);
        this.#complain(
          `shows ${JSON.stringify(shown.rows)} at ${shown.rev}; the board was ${right}`,
        );
      }
    }
    if (this.#board.wantsList && !this.#isFetching) {
      this.#isFetching = true;
      this.#later(between(this.#parts.random, ...WANTED_MS), () => void this.#fetch());
    }
  }

  #pollIn(ms: number): void {
    this.#later(ms, () => {
      if (!this.#isFetching) void this.#fetch();
      this.#pollIn(POLL_MS + between(this.#parts.random, 0, 500));
    });
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true;
    const flight = this.#board.ask();
    const { random, servers } = this.#parts;
    const server = oneOf(random, servers);
    const answer = await server.ask('/api/leaderboard');
    if (answer?.status === 200) flight.answer = listOf(answer);
    this.#board.onFlight(flight);
    this.#isFetching = false;
    this.#look();
  }

  #connectIn(ms: number): void {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    this.#later(ms, () => {
      this.#isConnecting = false;
      const { random, servers, wallet } = this.#parts;
      this.#wire = oneOf(random, servers).connect(this, wallet, random);
      if (!this.#wire) this.#connectIn(between(random, ...RECONNECT_MS));
    });
  }

  #later(ms: number, run: () => void): void {
    this.#parts.scheduler.post(this.owner, ms, run, true);
  }

  #complain(words: string): void {
    this.#parts.complain(`${this.owner.name} ${words}`);
  }
}

function listOf(answer: Answer): FetchedList {
  return {
    epoch: epochSchema.parse(answer.headers['x-board-epoch']),
    rev: revSchema.parse(answer.headers['x-board-rev']),
    totalCount: Number(answer.headers['x-total-count']),
    rows: read(answer.text, (text) => listSchema.parse(JSON.parse(text)).slice(0, WINDOW_ROWS)),
  };
}
