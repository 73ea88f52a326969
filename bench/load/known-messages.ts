/**
 * The messages of a crowd's sockets, parsed once however many sockets receive them: a server sends the same
 * bytes to all of them. Every byte is compared, so a damaged copy is never taken for a known message.
 */
import { SERVER_MESSAGES, type Tick, type WatchingMessage } from '../../common/protocol/live.ts';

export type Heard =
  | {
      readonly name: 'tick';
      readonly message: Tick;
      /** When each of its events was decided, in ms since 1970. */
      readonly eventsAtMs: readonly number[];
      /** Its events, those left out included. */
      readonly events: number;
    }
  | { readonly name: 'watching'; readonly message: WatchingMessage }
  | { readonly name: string; readonly message: null };

/** A round has up to two messages, and a slow socket may be some rounds behind the others. */
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
    case 'tick': {
      const message = SERVER_MESSAGES.tick.parse(body);
      const { events, eventsLeftOut = 0 } = message;
      const eventsAtMs = events.map(({ at }) => Date.parse(at));
      return { name, message, eventsAtMs, events: events.length + eventsLeftOut };
    }
    case 'watching':
      return { name, message: SERVER_MESSAGES.watching.parse(body) };
    default:
      return { name: String(name), message: null };
  }
}
