/**
 * The types of this server's sockets: the messages they receive, the ones they send, and the data kept for
 * each.
 */
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientMessages, SentAck, SentMessages } from '../../../common/protocol/live.ts';
import type { TokenBucket } from '../../lib/token-bucket.ts';

/** Replies to the sender; does nothing if the sender asked for no reply. */
export type Reply = (ack: SentAck) => void;

type ClientEvents = {
  [Name in keyof ClientMessages]: (body: ClientMessages[Name], reply: Reply) => void;
};

type ServerEvents = {
  [Name in keyof SentMessages]: (message: SentMessages[Name]) => void;
};

interface SocketData {
  readonly bucket: TokenBucket;
  /** The client's protocol version. */
  readonly version: number;
  /** What limits count the client by. */
  readonly address: string;
  /** [WAT1] Null if it names none. */
  readonly browser: string | null;
}

export type LiveIo = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
