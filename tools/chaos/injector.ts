/** Injects the faults of a round, each when it is due, and waits until all of them are over. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveClient } from './client/live-client.ts';
import type { Complain } from './client/place.ts';
import type { GameProcess } from './faults/game-process.ts';
import type { Fault, Round } from './plan.ts';
import type { Counts } from './report.ts';
import type { World } from './world.ts';

/** The largest clock jump, forwards or back. */
const JUMP_MS = 20_000;
/** The approximate duration of a start. */
const STARTING_MS = 1500;

export async function inject(
  { faults }: Round,
  world: World,
  listeners: readonly LiveClient[],
  counts: Counts,
  complain: Complain,
): Promise<void> {
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  for (const fault of faults) {
    const waitMs = startedAt + fault.atMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    counts.fault(fault.kind);
    underWay.push(
      hit(fault, world, listeners).catch((error: unknown) => {
        complain(`${fault.kind}: ${error instanceof Error ? error.message : String(error)}`);
      }),
    );
  }
  await Promise.all(underWay);
}

async function hit(fault: Fault, world: World, listeners: readonly LiveClient[]): Promise<void> {
  const { kind, lastsMs, where, how } = fault;
  const process = at(world.processes, where);
  switch (kind) {
    case 'kill':
    case 'term':
    case 'kill-starting':
    case 'pause':
    case 'pause-kill':
    case 'store-lost':
      await process.inTurn(() => hitProcess(process, fault));
      break;
    case 'clock':
      process.setClock(process.shiftMs + Math.round((how * 2 - 1) ** 3 * JUMP_MS));
      await sleep(lastsMs);
      break;
    case 'disk-full':
      world.fillDisk();
      await sleep(lastsMs);
      world.freeDisk();
      break;
    case 'transfer':
      world.chain.transfer(fault);
      break;
    case 'reorganisation':
      world.chain.reorganise(fault);
      break;
    case 'slow-socket': {
      const listener = at(listeners, where);
      listener.pause();
      await sleep(lastsMs * 2);
      listener.resume();
      break;
    }
    case 'mongo-kill':
    case 'mongo-pause':
    case 'mongo-step-down':
      await world.mongo?.hit(fault);
      break;
  }
}

async function hitProcess(process: GameProcess, { kind, lastsMs, how }: Fault): Promise<void> {
  if (kind === 'pause') await process.pause(lastsMs);
  else if (kind === 'store-lost') await process.loseStore();
  else {
    if (kind === 'term') await process.term();
    else if (kind === 'pause-kill') await process.pause(lastsMs, true);
    else await process.kill();
    await process.start(kind === 'kill-starting' ? how * STARTING_MS : null);
  }
}

function at<T>(list: readonly T[], where: number): T {
  const one = list[Math.floor(where * list.length)];
  if (one === undefined) throw new Error('there is nothing to hit');
  return one;
}
