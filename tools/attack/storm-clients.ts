/** In an attacker's process: many sockets behind few addresses that reconnect by themselves when closed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createBoundedQueue } from '../../server/lib/bounded-queue.ts';
import { CONNECT, PONG } from '../../server/live/testing/raw-websocket.ts';
import { Scene } from './attack.ts';
import { openWebSocket, type RawConnection } from './raw.ts';

const orderSchema = z.object({
  url: z.url(),
  rpcUrl: z.url(),
  /** Numbers of the addresses these sockets use. */
  addresses: z.array(z.int()),
  sockets: z.int(),
});

export const heldSchema = z.object({ open: z.int(), refused: z.int() });

/** Reconnects like socket.io-client: after a second, give or take half of it, then after longer delays. */
const RECONNECT_MS = 1000;
const LONGEST_RECONNECT_MS = 5000;
const PONG_EVERY_MS = 20_000;
/** How many of a process's sockets connect at the same time. */
const AT_ONCE = 200;
/** Long enough for every socket to get its turn. */
const LONGEST_TURN_MS = 600_000;

/** `hold` opens the sockets and keeps them open; `held` returns how many are open. */
export function holdSockets(): Readonly<Record<string, (body: unknown) => unknown>> {
  const held = new Set<RawConnection>();
  let refused = 0;
  const opening = createBoundedQueue({ atOnce: AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  return {
    hold(body) {
      const { url, rpcUrl, addresses, sockets } = orderSchema.parse(body);
      const scene = new Scene({ url, rpcUrl, ms: 0, row: 0 });
      for (let n = 0; n < sockets; n += 1) {
        void keep(scene, addresses[n % addresses.length] ?? 0);
      }
      setInterval(() => {
        for (const connection of held) connection.write(PONG);
      }, PONG_EVERY_MS);
    },
    held: () => ({ open: [...held].filter(({ isClosed }) => !isClosed).length, refused }),
  };

  async function keep(scene: Scene, caller: number): Promise<void> {
    let waitMs = RECONNECT_MS;
    for (;;) {
      const connection = await opening.run(
        () => openWebSocket(scene, { caller, onRefused: () => (refused += 1) }),
        LONGEST_TURN_MS,
      );
      if (connection) {
        waitMs = RECONNECT_MS;
        held.add(connection);
        connection.write(CONNECT);
        await connection.closed;
        held.delete(connection);
      }
      await sleep(waitMs * (0.5 + Math.random()));
      waitMs = Math.min(LONGEST_RECONNECT_MS, waitMs * 2);
    }
  }
}
