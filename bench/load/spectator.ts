/**
 * One of a crowd's spectators on a bare TCP connection: watches all nations, and checks everything that it
 * receives against the protocol's rules for one connection [PRO13, PRO14]. It keeps no rows of its own: the rev
 * that its chain has reached says whether it has what the others have.
 */
import { connect, type Socket } from 'node:net';
import { watchAckSchema, type Tick, type WatchingMessage } from '../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import {
  clientFrame,
  headerAt,
  PONG,
  upgradeRequest,
} from '../../server/live/testing/raw-websocket.ts';
import type { Heard, KnownMessages } from './known-messages.ts';

/** What the spectators of a process share. */
export interface Crowd {
  readonly port: number;
  readonly messages: KnownMessages;
  /** A message that fits what its receiver had before, of this many bytes. */
  onHeard(spectator: Spectator, heard: Heard, bytes: number): void;
  /** Anything that the protocol rules out, in words. */
  onWrong(what: string): void;
}

/** Called once, with one of these outcomes; later calls do nothing. */
interface Opening {
  onWatching(): void;
  onFailed(error: Error): void;
}

const HEAD_END = '\r\n\r\n';
const PING = '2'.charCodeAt(0);
const MESSAGE = '4'.charCodeAt(0);
const EVENT = '2'.charCodeAt(0);
const CONNECT = clientFrame(`40${JSON.stringify({ version: PROTOCOL_VERSION })}`);
const WATCH = clientFrame(`421${JSON.stringify(['watch', { nations: 'all' }])}`);
const WATCH_ACK = '431';
/** Shared by all sockets: its contents are not kept. */
const SHARED = Buffer.allocUnsafe(256 * 1024);

export class Spectator {
  /** That its rows would have: of the acknowledgement, then of the last tick. */
  rev: Rev | null = null;
  watching: WatchingMessage | null = null;
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
      this.#read(chunk, start, end);
      at = end;
    }
  }

  #read(chunk: Buffer, start: number, end: number): void {
    if (chunk[start] === MESSAGE && chunk[start + 1] === EVENT) {
      try {
        this.#hear(this.#crowd.messages.at(chunk, start, end), end - start);
      } catch (error) {
        this.#crowd.onWrong(String(error));
      }
      return;
    }
    if (chunk[start] === PING && end === start + 1) {
      this.#tcp.write(PONG);
      return;
    }
    const text = chunk.toString('utf8', start, end);
    if (text.startsWith('0')) this.#tcp.write(CONNECT);
    else if (text.startsWith('40')) this.#tcp.write(WATCH);
    else if (text.startsWith(WATCH_ACK)) this.#acknowledged(text.slice(WATCH_ACK.length));
    else this.#crowd.onWrong(`an unexpected packet: ${text.slice(0, 60)}`);
  }

  #acknowledged(json: string): void {
    const body: unknown = JSON.parse(json);
    const ack = watchAckSchema.parse(Array.isArray(body) ? body[0] : null);
    if (!ack.ok) {
      this.#opening.onFailed(new Error(`a watch was refused: ${ack.error}`));
      return;
    }
    this.rev = ack.rev;
    this.#epoch = ack.epoch;
    this.#state = 'watching';
    this.#opening.onWatching();
  }

  #hear(heard: Heard, bytes: number): void {
    const wrong = this.#objection(heard);
    if (wrong !== null) this.#crowd.onWrong(wrong);
    if (heard.message === null) return;
    if (heard.name === 'watching') this.watching = heard.message;
    else if (heard.message.since === null) this.#hold(heard.message.nations);
    else {
      this.#isFollowing = true;
      // What was committed before the acknowledgement is in the snapshot, and a week alone is outside of the chain [PRO37].
      if (this.rev !== null && heard.message.rev <= this.rev) return;
      this.rev = heard.message.rev;
      this.#hold(heard.message.nations);
      this.events += heard.events;
    }
    if (wrong === null) this.#crowd.onHeard(this, heard, bytes);
  }

  #hold(nations: Tick['nations']): void {
    for (const { nationId, gdp } of nations) this.#totals.set(nationId, gdp);
  }

  /** Why this message can't follow the ones before it; null if it can. */
  #objection(heard: Heard): string | null {
    if (heard.message === null) return `an unexpected message: ${heard.name}`;
    if (heard.name === 'watching') return null;
    const { message } = heard;
    const { since, rev } = message;
    const mine = this.rev;
    if (mine === null) return 'a tick came before the acknowledgement';
    if (since === null) {
      const isRight = message.epoch === this.#epoch && rev === mine;
      return isRight ? null : 'a snapshot of another moment than the acknowledgement';
    }
    // What was committed before the acknowledgement may arrive once more.
    const isNext = this.#isFollowing ? since === mine : since <= mine;
    if (!isNext) return 'a gap: a tick does not begin where the one before it ended';
    if (rev < since || (rev === since && !message.season)) return 'a tick went back';
    return rev <= mine || this.#addsUp(message) ? null : 'a total that its events do not add up to';
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
