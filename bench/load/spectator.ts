/**
 * One of a crowd's spectators on a bare TCP connection: watches all nations, and checks everything
 * that it receives against the protocol's rules for one connection [PRO13, PRO14]. It keeps no
 * rows: the rev that its chain has reached says whether it has what the others have.
 */
import { connect, type Socket } from 'node:net';
import { SERVER_MESSAGES, watchAckSchema, type Tick } from '../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import {
  clientFrame,
  headerAt,
  PONG,
  upgradeRequest,
} from '../../server/live/testing/raw-websocket.ts';

/** What the spectators of a process share. */
export interface Crowd {
  port: number;
  /**
   * A tick that is new to its receiver, and when each of its events was decided, in ms since 1970.
   */
  onTick(spectator: Spectator, decidedAtMs: readonly number[]): void;
  /** Anything that the protocol rules out, in words. */
  onWrong(what: string): void;
}

/** Called once, with one of these outcomes; later calls do nothing. */
interface Opening {
  onWatching(): void;
  onFailed(error: Error): void;
}

type Message =
  | { readonly name: 'tick'; readonly tick: Tick; readonly decidedAtMs: readonly number[] }
  | { readonly name: 'watching'; readonly total: number };

const HEAD_END = '\r\n\r\n';
/**
 * Engine.IO's ping; then its type of a message with Socket.IO's: an event, an acknowledgement, a
 * greeting.
 */
const PING = '2';
const EVENT = '42';
const WATCH_ACK = '431';
const CONNECTED = '40';
const CONNECT = clientFrame(`40${JSON.stringify({ version: PROTOCOL_VERSION })}`);
const WATCH = clientFrame(`421${JSON.stringify(['watch', { nations: 'all' }])}`);
/** Shared by all sockets: its contents are not saved. */
const SHARED = Buffer.allocUnsafe(256 * 1024);

/** A round has up to two messages, and a slow socket may be some rounds behind the others. */
const MOST_KNOWN = 64;
/** A server sends the same bytes to all sockets: they are parsed once. */
const known = new Map<string, Message>();

/** @throws Error if it isn't one that the protocol defines for spectators. */
function messageOf(text: string): Message {
  const before = known.get(text);
  if (before) return before;
  const [name, body] = JSON.parse(Buffer.from(text.slice(EVENT.length), 'latin1').toString());
  if (name !== 'tick' && name !== 'watching') throw new Error(`an unexpected message: ${name}`);
  if (known.size === MOST_KNOWN) known.clear();
  const message = name === 'tick' ? tickOf(body) : watchingOf(body);
  known.set(text, message);
  return message;
}

function tickOf(body: unknown): Message {
  const tick = SERVER_MESSAGES.tick.parse(body);
  return { name: 'tick', tick, decidedAtMs: tick.events.map(({ at }) => Date.parse(at)) };
}

function watchingOf(body: unknown): Message {
  return { name: 'watching', total: SERVER_MESSAGES.watching.parse(body).total };
}

export class Spectator {
  /** That its rows would have: of the acknowledgement, then of the last tick. */
  rev: Rev | null = null;
  /** How many people watch, as it was told. */
  watching = 0;
  /** Commits that it was told of. */
  events = 0;
  /** Each nation's GDP. */
  readonly #totals = new Map<NationId, number>();
  readonly #crowd: Crowd;
  readonly #tcp: Socket;
  readonly #opening: Opening;
  #state: 'opening' | 'greeted' | 'watching' | 'cut' = 'opening';
  /** False as long as no tick of its chain has come. */
  #isFollowing = false;
  #epoch = '';
  /** The beginning of a frame, or of the answer to the upgrade. */
  #rest: Buffer | null = null;

  /** @param forwardedFor the address that a proxy would name. */
  constructor(crowd: Crowd, forwardedFor: string, opening: Opening) {
    this.#crowd = crowd;
    this.#opening = opening;
    this.#tcp = connect({
      port: crowd.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: SHARED,
        callback: (length) => {
          this.#take(SHARED.subarray(0, length));
          return true;
        },
      },
    });
    // The close event follows.
    this.#tcp.on('error', (error) => opening.onFailed(error));
    this.#tcp.on('close', () => {
      if (this.#state === 'cut') return;
      if (this.#state === 'watching') crowd.onWrong('a socket was closed');
      else opening.onFailed(new Error('a socket was closed before it watched'));
    });
    const line = `X-Forwarded-For: ${forwardedFor}`;
    this.#tcp.write(upgradeRequest(crowd.port, undefined, [line]));
  }

  /** As a network does that goes away: nobody is told. */
  cut(): void {
    this.#state = 'cut';
    this.#tcp.resetAndDestroy();
  }

  #take(bytes: Buffer): void {
    const chunk = this.#rest === null ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = null;
    let at = 0;
    if (this.#state === 'opening') {
      const end = chunk.indexOf(HEAD_END);
      if (end === -1) {
        this.#rest = Buffer.from(chunk);
        return;
      }
      const head = chunk.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 101 ')) {
        this.cut();
        this.#opening.onFailed(new Error(`an upgrade was answered ${head}`));
        return;
      }
      this.#state = 'greeted';
      at = end + HEAD_END.length;
    }
    while (at < chunk.length) {
      const header = headerAt(chunk, at);
      const start = at + (header?.bytes ?? 0);
      const end = header ? start + header.length : Number.POSITIVE_INFINITY;
      if (end > chunk.length) {
        this.#rest = Buffer.from(chunk.subarray(at));
        return;
      }
      this.#read(chunk.toString('latin1', start, end));
      at = end;
    }
  }

  #read(text: string): void {
    try {
      if (text.startsWith(EVENT)) this.#receive(messageOf(text));
      else if (text === PING) this.#tcp.write(PONG);
      else if (text.startsWith('0')) this.#tcp.write(CONNECT);
      else if (text.startsWith(CONNECTED)) this.#tcp.write(WATCH);
      else if (text.startsWith(WATCH_ACK)) this.#acknowledged(text.slice(WATCH_ACK.length));
      else throw new Error(`an unexpected packet: ${text.slice(0, 60)}`);
    } catch (error) {
      this.#crowd.onWrong(String(error));
    }
  }

  #acknowledged(json: string): void {
    const ack = watchAckSchema.parse(JSON.parse(json)[0]);
    if (!ack.ok) {
      this.cut();
      this.#opening.onFailed(new Error(`a watch was refused: ${ack.error}`));
      return;
    }
    this.rev = ack.rev;
    this.#epoch = ack.epoch;
    this.#state = 'watching';
    this.#opening.onWatching();
  }

  #receive(message: Message): void {
    if (message.name === 'watching') {
      this.watching = message.total;
      return;
    }
    const { tick, decidedAtMs } = message;
    const wrong = this.#objection(tick);
    if (wrong !== null) this.#crowd.onWrong(wrong);
    if (tick.since !== null) {
      this.#isFollowing = true;
      // What was committed before the acknowledgement is in the snapshot, and a week alone is
      // outside of the chain [PRO37].
      if (this.rev !== null && tick.rev <= this.rev) return;
      this.rev = tick.rev;
      this.events += tick.events.length + (tick.eventsLeftOut ?? 0);
    }
    for (const { nationId, gdp } of tick.nations) this.#totals.set(nationId, gdp);
    if (tick.since !== null) this.#crowd.onTick(this, decidedAtMs);
  }

  /** Why this tick can't follow the ones before it; null if it can. */
  #objection(tick: Tick): string | null {
    const { since, rev } = tick;
    const mine = this.rev;
    if (mine === null) return 'a tick came before the acknowledgement';
    if (since === null) {
      const isRight = tick.epoch === this.#epoch && rev === mine;
      return isRight ? null : 'a snapshot of another moment than the acknowledgement';
    }
    // What was committed before the acknowledgement may arrive once more.
    const isNext = this.#isFollowing ? since === mine : since <= mine;
    if (!isNext) return 'a gap: a tick does not begin where the one before it ended';
    if (rev < since || (rev === since && !tick.season)) return 'a tick went back';
    // Of one that began before the acknowledgement, some events are in the snapshot.
    const mustAddUp = since >= mine && rev > mine;
    return !mustAddUp || this.#addsUp(tick) ? null : 'a total that its events do not add up to';
  }

  #addsUp({ nations, events, eventsLeftOut }: Tick): boolean {
    if (eventsLeftOut !== undefined) return true;
    return nations.every(
      ({ nationId, gdp }) =>
        events
          .filter((event) => event.nationId === nationId)
          .reduce(
            (sum, { gdpBefore, gdpAfter }) => sum + gdpAfter - gdpBefore,
            this.#totals.get(nationId) ?? Number.NaN,
          ) === gdp,
    );
  }
}
