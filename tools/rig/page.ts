/** A page's live connection: it reconnects as a page does, and notes for how long it had no live changes. */
import { io } from 'socket.io-client';
import { watchAckSchema } from '../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';

/** As in client/src/live/live-socket.ts. */
const BACKOFF = { reconnectionDelay: 1000, reconnectionDelayMax: 10_000, randomizationFactor: 0.5 };
const ACK_MS = 5000;

export interface Page {
  /** Whether its watch is acknowledged. */
  isLive(): boolean;
  /** How long it took, each time that it lost its server, until it was live again. */
  darkMs(): readonly number[];
  close(): void;
}

export function openPage(origin: string): Page {
  const darkMs: number[] = [];
  let isLive = false;
  let lostAt: number | null = null;
  const socket = io(origin, {
    auth: { version: PROTOCOL_VERSION },
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { origin },
    ...BACKOFF,
  });
  socket.on('connect', () => void watch());
  socket.on('disconnect', () => {
    if (isLive) lostAt = performance.now();
    isLive = false;
  });

  async function watch(): Promise<void> {
    const isAcknowledged = await socket
      .timeout(ACK_MS)
      .emitWithAck('watch', { nations: 'all' })
      .then((answer: unknown) => watchAckSchema.parse(answer).ok)
      // The connection is gone, and the next one watches again.
      .catch(() => false);
    if (!isAcknowledged || !socket.connected) return;
    isLive = true;
    if (lostAt !== null) darkMs.push(performance.now() - lostAt);
    lostAt = null;
  }

  return { isLive: () => isLive, darkMs: () => darkMs, close: () => void socket.close() };
}
