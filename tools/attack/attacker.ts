/**
 * The attackers' process. It runs at low priority, because a real attacker has a machine of its own: it only
 * gets what the server and the bystander leave of the two cores.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CONNECT, PONG } from '../../server/live/testing/raw-websocket.ts';
import { serveParent } from '../processes.ts';
import { placeSchema, runAttack, Scene } from './attack.ts';
import { openWebSocket, type RawConnection } from './connections.ts';
import { ATTACKS } from './registry.ts';

const orderSchema = z.object({ name: z.string(), place: placeSchema });
const crowdSchema = z.object({ place: placeSchema, sockets: z.int(), addresses: z.int() });

/** Reconnects like socket.io-client: after a second, give or take half of it, then after longer delays. */
const RECONNECT_MS = 1000;
const LONGEST_RECONNECT_MS = 5000;
const PONG_EVERY_MS = 20_000;
/** How many of a crowd's sockets connect at the same time. */
const AT_ONCE = 200;

const held = new Set<RawConnection>();
let refused = 0;
const openings: Promise<unknown>[] = [];

/** The nth socket of a crowd, which opens again whenever it is closed. */
async function keep(scene: Scene, n: number, caller: number): Promise<never> {
  let waitMs = RECONNECT_MS;
  for (;;) {
    const before = openings[n % AT_ONCE] ?? Promise.resolve();
    const opening = before.then(() => openWebSocket(scene, { caller }));
    openings[n % AT_ONCE] = opening;
    const connection = await opening;
    if (connection === null) refused += 1;
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

serveParent({
  async attack(body) {
    const { name, place } = orderSchema.parse(body);
    const attack = ATTACKS[name];
    return attack && runAttack(attack, place);
  },

  /** Opens a crowd's sockets and keeps them open. */
  hold(body) {
    const { place, sockets, addresses } = crowdSchema.parse(body);
    const scene = new Scene(place);
    for (let n = 0; n < sockets; n += 1) void keep(scene, n, n % addresses);
    setInterval(() => {
      for (const connection of held) connection.write(PONG);
    }, PONG_EVERY_MS);
  },

  held: () => ({ open: [...held].filter(({ isClosed }) => !isClosed).length, refused }),
});
