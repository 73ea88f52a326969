/**
 * The only socket: connects, watches, parses. `LiveGame` interprets the messages; a message that
 * does not match its schema goes no further than this file.
 */
import type { Socket } from 'socket.io-client';
import type { z } from 'zod';
import {
  SERVER_MESSAGES,
  watchAckSchema,
  type ServerMessages,
  type Watch,
  type WatchAck,
} from '../../common/protocol/live.ts';
import type { SocketRefusalCode } from '../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import type { Address } from '../../common/values/address.ts';

type MessageName = keyof ServerMessages;
const SCHEMAS: { readonly [Name in MessageName]: z.ZodType<ServerMessages[Name]> } =
  SERVER_MESSAGES;
const MESSAGE_NAMES = Object.keys(SERVER_MESSAGES).filter(
  (name): name is MessageName => name in SERVER_MESSAGES,
);
type Acknowledged = Extract<WatchAck, { ok: true }>;

/** @param what a sentence that ends with a colon. */
export type OnTrouble = (what: string, cause: unknown) => void;

interface LiveSocketListener {
  /** The watch is active: the first acknowledgement of each connection. */
  readonly onUp: (ack: Acknowledged) => void;
  readonly onDown: () => void;
  /** The server no longer serves this client: it does not watch again until `wake`. */
  readonly onTooOld: () => void;
  /** A message with this name did not match its schema and was dropped. */
  readonly onMalformed: (name: MessageName) => void;
  /** Something failed, and is tried again if that can help. */
  readonly onTrouble: OnTrouble;
  readonly on: { readonly [Name in MessageName]: (message: ServerMessages[Name]) => void };
}

interface LiveSocketOptions {
  readonly origin: string;
  /**
   * [WAT1] The name under which this browser's tabs count as one watcher: 16 hexadecimal digits.
   */
  readonly browser: string | undefined;
}

const ACK_TIMEOUT_MS = 5000;
const LOAD_AGAIN_MS = 5000;

/**
 * The delay between retries that the library does not make itself; with jitter, so that clients do
 * not retry together.
 */
function retryMs(): number {
  return 1000 + Math.random() * 2000;
}

export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #listener: LiveSocketListener;
  #socket: Socket | null = null;
  #isOpen = false;
  #walletAddress: Address | null = null;
  /** Whether this connection's watch was acknowledged. */
  #isWatching = false;
  /**
   * Whether the server refused this client as too old: only a newer one helps, or a server
   * rollback.
   */
  #isTooOld = false;
  /** Raised with every watch and every disconnect: answers to earlier watches are ignored. */
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | null = null;

  constructor(options: LiveSocketOptions, listener: LiveSocketListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /**
   * Connects, and keeps connecting until closed. Loads the library on first use, again until it can
   * be had.
   */
  async open(): Promise<void> {
    this.#isOpen = true;
    const library = await import('socket.io-client').catch((error: unknown) => {
      this.#listener.onTrouble('The live connection could not be loaded:', error);
      return null;
    });
    if (!this.#isOpen || this.#socket) return;
    if (!library) {
      // Opened again meanwhile: a second timer would outlive `close`.
      this.#clearRetry();
      this.#retry = setTimeout(() => void this.open(), LOAD_AGAIN_MS);
      return;
    }
    const { origin, browser } = this.#options;
    const socket = library.io(origin, {
      path: '/socket.io',
      auth: { version: PROTOCOL_VERSION, ...(browser === undefined ? {} : { browser }) },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 10_000,
      randomizationFactor: 0.5,
    });
    this.#socket = socket;
    socket.on('connect', () => void this.#watch());
    socket.on('disconnect', () => {
      this.#lost();
      this.#reconnectIfIdle(socket);
    });
    socket.on('connect_error', () => this.#reconnectIfIdle(socket));
    const { on } = this.#listener;
    for (const name of MESSAGE_NAMES) this.#listen(socket, name, on[name]);
  }

  close(): void {
    this.#isOpen = false;
    this.#clearRetry();
    this.#socket?.off();
    this.#socket?.disconnect();
    this.#socket = null;
    this.#lost();
  }

  /** Watches another wallet's own row in place of the earlier one's, or none. */
  setWallet(walletAddress: Address | null): void {
    const before = this.#walletAddress;
    if (before === walletAddress) return;
    this.#walletAddress = walletAddress;
    if (!this.#socket?.connected) return;
    if (walletAddress !== null) {
      void this.#watch();
    } else if (before !== null) {
      const watch: Watch = { nations: [], walletAddress: before };
      this.#socket.emit('unwatch', watch);
    }
  }

  /** [DIG1] Says that rows which a digest refuted were put right. */
  corrected(): void {
    this.#socket?.emit('corrected');
  }

  /** The page is visible again, or the network is back: connects now, or probes the connection. */
  wake(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#isTooOld = false;
    if (socket.connected) void this.#probe(socket);
    else socket.disconnect().connect();
  }

  #listen<Name extends MessageName>(
    socket: Socket,
    name: Name,
    handle: LiveSocketListener['on'][Name],
  ): void {
    const event: string = name;
    socket.on(event, (payload: unknown) => {
      const parsed = SCHEMAS[name].safeParse(payload);
      if (parsed.success) handle(parsed.data);
      else {
        this.#listener.onTrouble(
          `A live message could not be read (${name}):`,
          parsed.error.message,
        );
        this.#listener.onMalformed(name);
      }
    });
  }

  async #watch(): Promise<void> {
    const socket = this.#socket;
    if (!socket) return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#clearRetry();
    const ack = await this.#ask(socket);
    if (attempt !== this.#attempt || !socket.connected) return;
    if (!ack?.ok) {
      this.#listener.onTrouble('The server did not accept the watch:', ack?.error ?? 'no answer');
      if (isTooOld(ack)) this.#giveUp(socket);
      else this.#retry = setTimeout(() => void this.#watch(), retryMs());
      return;
    }
    // A second watch on one connection rejoins rooms that this client never left: nothing was
    // missed.
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#listener.onUp(ack);
  }

  async #ask(socket: Socket): Promise<WatchAck | null> {
    const watch: Watch = {
      nations: 'all',
      ...(this.#walletAddress === null ? {} : { walletAddress: this.#walletAddress }),
    };
    try {
      const answer: unknown = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('watch', watch);
      return watchAckSchema.parse(answer);
    } catch (error) {
      this.#listener.onTrouble('The watch was not acknowledged:', error);
      return null;
    }
  }

  /** After a sleep a connection may be dead without either side knowing; sending reveals it. */
  async #probe(socket: Socket): Promise<void> {
    const nothing: Watch = { nations: [] };
    try {
      await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('unwatch', nothing);
    } catch (error) {
      if (socket !== this.#socket || !socket.connected) return;
      this.#listener.onTrouble('The live connection does not answer; reconnecting:', error);
      socket.disconnect().connect();
    }
  }

  /** Another watch would be refused again; the listener is notified, and polls continue. */
  #giveUp(socket: Socket): void {
    this.#isTooOld = true;
    socket.disconnect();
    this.#listener.onTooOld();
  }

  /** If the server itself disconnected this client, the library does not reconnect. */
  #reconnectIfIdle(socket: Socket): void {
    if (socket.active || !this.#isOpen || this.#isTooOld) return;
    this.#clearRetry();
    this.#retry = setTimeout(() => socket.connect(), retryMs());
  }

  #lost(): void {
    this.#attempt += 1;
    if (!this.#isWatching) return;
    this.#isWatching = false;
    this.#listener.onDown();
  }

  #clearRetry(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
  }
}

function isTooOld(ack: WatchAck | null): boolean {
  const code: SocketRefusalCode = 'page-too-old';
  return ack !== null && !ack.ok && ack.code === code;
}
