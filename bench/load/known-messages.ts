/**
 * The messages of a crowd's sockets, parsed once however many sockets receive them: a server sends the same
 * bytes to all of them. Every byte is compared, so a damaged copy is never taken for a known message.
 */
import {
  SERVER_MESSAGES,
  type GdpMessage,
  type LeaderboardMessage,
  type WatchingMessage,
} from '../../common/protocol/live.ts';

export type Heard =
  | { readonly name: 'leaderboard'; readonly message: LeaderboardMessage }
  | {
      readonly name: 'gdp';
      readonly message: GdpMessage;
      /** When each of its causes was decided, in ms since 1970. */
      readonly causesAtMs: readonly number[];
      /** Its causes, those left out included. */
      readonly causes: number;
      /** What its causes add to the total, in dollars; null if some were left out. */
      readonly delta: number | null;
    }
  | { readonly name: 'watching'; readonly message: WatchingMessage }
  | { readonly name: string; readonly message: null };

/** A round has up to nine messages, and a slow socket may be some rounds behind the others. */
const KEPT = 64;
/** Engine.IO's and Socket.IO's types before an event's JSON. */
const EVENT = '42';

export class KnownMessages {
  readonly #recent: { readonly bytes: Buffer; readonly heard: Heard }[] = [];
  #next = 0;

  /** @throws Error if it isn't an event as the protocol defines it. */
  at(chunk: Buffer, start: number, end: number): Heard {
    const length = end - start;
    for (const { bytes, heard } of this.#recent) {
      if (bytes.length === length && bytes.compare(chunk, start, end) === 0) return heard;
    }
    const bytes = Buffer.from(chunk.subarray(start, end));
    const heard = parsed(bytes.toString());
    this.#recent[this.#next % KEPT] = { bytes, heard };
    this.#next += 1;
    return heard;
  }
}

function parsed(text: string): Heard {
  if (!text.startsWith(EVENT)) throw new Error(`not an event: ${text.slice(0, 60)}`);
  const event: unknown = JSON.parse(text.slice(EVENT.length));
  const [name, body]: unknown[] = Array.isArray(event) ? event : [];
  switch (name) {
    case 'leaderboard':
      return { name, message: SERVER_MESSAGES.leaderboard.parse(body) };
    case 'gdp': {
      const message = SERVER_MESSAGES.gdp.parse(body);
      const { causes, causesLeftOut = 0 } = message;
      return {
        name,
        message,
        causesAtMs: causes.flatMap(({ at }) => (at === undefined ? [] : [Date.parse(at)])),
        causes: causes.length + causesLeftOut,
        delta: causesLeftOut > 0 ? null : causes.reduce((sum, { delta }) => sum + delta, 0),
      };
    }
    case 'watching':
      return { name, message: SERVER_MESSAGES.watching.parse(body) };
    default:
      return { name: String(name), message: null };
  }
}
