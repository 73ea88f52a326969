/** One who watches a simulated game. */
import { io } from 'socket.io-client';
import type { Complain } from './client/deployment.ts';
import { LiveClient } from './client/live-client.ts';
import type { Network } from './network.ts';
import { between, oneOf, randomOf } from './random.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { FIRST_ROWS, type SimulatedServer } from './server.ts';

/** Socket.IO's timers are Node's, not the game's. */
const NEVER_MS = 2 ** 31 - 1;
/** The pause before a viewer connects again. */
const RECONNECT_MS = [200, 2000] as const;

export interface Viewer {
  readonly owner: Process;
  readonly client: LiveClient;
}

interface ViewerParts {
  readonly seed: number;
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly servers: readonly [SimulatedServer, ...SimulatedServer[]];
  readonly complain: Complain;
}

/** It watches at any process, and fetches from any. */
export function viewerOf(parts: ViewerParts, n: number, wallet: string | null): Viewer {
  const { seed, scheduler, network, servers } = parts;
  const owner = scheduler.newProcess(`viewer-${n + 1}`);
  const random = randomOf(seed, owner.name);
  const socket = io('http://localhost', {
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    reconnection: false,
    timeout: NEVER_MS,
    // Node's, which the types don't know.
    agent: network.agent(() => oneOf(random, servers)) as unknown as string, // oxlint-disable-line typescript/no-unsafe-type-assertion
  });
  let isComing = false;
  const connect = () => {
    if (isComing) return;
    isComing = true;
    const come = () => {
      isComing = false;
      if (socket.connected) return;
      // Where a connection closes before its first packet, only a timeout would notice.
      socket.disconnect().connect();
      socket.io.engine.once('close', connect);
    };
    scheduler.post(owner, between(random, ...RECONNECT_MS), come, true);
  };
  socket.on('disconnect', connect).on('connect_error', connect);
  socket.onAny((...message) => scheduler.note(JSON.stringify(message)));
  connect();
  const ask = (path: string) => oneOf(random, servers).ask(path);
  const complain = (words: string) => parts.complain(`${owner.name}: ${words}`);
  return { owner, client: new LiveClient({ socket, ask, rows: FIRST_ROWS }, wallet, complain) };
}
