/**
 * The push: one stake to many spectators' boards, from the commit on, beside Socket.IO's own way to
 * send it.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import { compared, alternate, type Comparison } from './measure.ts';

/** Upper bound on deliveries per contender and run, which limits its stakes. */
const DELIVERIES = 60_000;
const EMIT = 'Socket.IO, io.to(room).emit';

export async function benchPush(sockets: number): Promise<Comparison[]> {
  const stages = [
    await openStage('denaria', 'Denaria', sockets),
    await openStage('socket.io', EMIT, sockets),
  ];
  try {
    const measured = await alternate(
      stages.map(({ name, run }, n) => ({ name, isPeer: n > 0, run })),
    );
    const title = `A stake to ${sockets.toLocaleString('en-US')} spectators’ boards, deliveries`;
    return [
      compared(title, ['rate', '/s'], measured),
      // Socket.IO sends for us: what is ours must cost nothing on top.
      compared('Per second of the server’s processor time', ['cpuRate', '/s'], measured, [
        { peer: EMIT, ratio: 1 },
      ]),
    ];
  } finally {
    for (const stage of stages) await stage.end();
  }
}

/** A server of one kind with its crowd, each in its own process. */
async function openStage(kind: string, name: string, sockets: number) {
  const server = await Child.start(join(import.meta.dirname, 'servers/push-server.ts'));
  const crowd = await Child.start(join(import.meta.dirname, 'load/crowd.ts'));
  const port = await server.call('start', z.int(), kind);
  await crowd.call('open', z.unknown(), { port, count: sockets, addresses: ['127.0.0.1'] });
  const stakes = Math.max(2, Math.round(DELIVERIES / sockets));
  const run = async () => {
    await crowd.call('begin', z.unknown());
    const cpuBefore = await server.cpuMs();
    const startedAt = performance.now();
    await Promise.all([
      server.call('commit', z.unknown(), stakes),
      crowd.call('received', z.unknown(), stakes),
    ]);
    const ms = performance.now() - startedAt;
    const cpuMs = (await server.cpuMs()) - cpuBefore;
    const deliveries = stakes * sockets * 1000;
    return { rate: deliveries / ms, cpuRate: deliveries / cpuMs };
  };
  // Until the code path is compiled.
  await run();
  return { name, run, end: () => Promise.all([server.end(), crowd.end()]) };
}
