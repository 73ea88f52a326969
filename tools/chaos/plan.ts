/**
 * The faults of each round and their times, drawn from the seed: what only real processes, disks, databases and
 * connections show. Whatever can be simulated, `tools/world/` does. What a fault hits depends on the machine's timing.
 */
import { between, oneOf, randomOf, weighted, type Random } from '../world/random.ts';

/** What this machine and this run can break. */
interface Breakable {
  readonly mongo: boolean;
  readonly smallDisk: boolean;
  readonly syncing: boolean;
  readonly writes: boolean;
}

const FAULT_KINDS = [
  'kill',
  'term',
  'pause-kill',
  'kill-starting',
  'pause',
  'cut',
  'slow-net',
  'transfer',
  'reorganisation',
  'power-cut',
  'slow-disk',
  'disk-full',
  'store-lost',
  'mongo-kill',
  'mongo-pause',
  'mongo-step-down',
] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

const WEIGHTS: Readonly<Record<FaultKind, number>> = {
  kill: 5,
  term: 2,
  'pause-kill': 2,
  'kill-starting': 2,
  pause: 3,
  cut: 4,
  'slow-net': 3,
  transfer: 8,
  reorganisation: 4,
  'power-cut': 4,
  'slow-disk': 2,
  'disk-full': 3,
  'store-lost': 0.7,
  'mongo-kill': 0.6,
  'mongo-pause': 0.4,
  'mongo-step-down': 0.6,
};
/** After each of these a start takes seconds. */
const ENDINGS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'kill',
  'term',
  'pause-kill',
  'kill-starting',
  'power-cut',
  'store-lost',
]);

export interface Fault {
  readonly kind: FaultKind;
  /** From the start of the round. */
  readonly atMs: number;
  readonly lastsMs: number;
  /** From 0 to 1: which process or wallet it hits, and how. */
  readonly where: number;
  readonly how: number;
}

export interface Round {
  readonly fireMs: number;
  readonly faults: readonly Fault[];
}

const FIRE_MS = [5000, 9000] as const;
/** Between two faults. */
const PAUSE_MS = [80, 700] as const;

export function planRound(round: number, seed: number, can: Breakable): Round {
  const random = randomOf(seed, `round ${round}`);
  const fireMs = between(random, ...FIRE_MS);
  // If every round were full of kills, the wallets would hardly play.
  const harm = round % 2 === 0 ? 1 : 0.15;
  const weights = { ...WEIGHTS };
  for (const kind of FAULT_KINDS) {
    if (!isPossible(kind, can)) weights[kind] = 0;
    else if (ENDINGS.has(kind)) weights[kind] *= harm;
  }
  const faults: Fault[] = [];
  let atMs = between(random, ...PAUSE_MS);
  for (; atMs < fireMs; atMs += between(random, ...PAUSE_MS)) {
    const kind = weighted(random, FAULT_KINDS, weights);
    const [where, how] = [random(), random()];
    faults.push({ kind, atMs, lastsMs: lengthOf(kind, random), where, how });
  }
  return { fireMs, faults };
}

function isPossible(kind: FaultKind, { mongo, smallDisk, syncing, writes }: Breakable): boolean {
  if (kind.startsWith('mongo-')) return mongo;
  if (kind === 'power-cut' || kind === 'slow-disk') return syncing;
  if (kind === 'disk-full') return smallDisk;
  return kind !== 'store-lost' || writes;
}

function lengthOf(kind: FaultKind, random: Random): number {
  if (kind === 'pause' || kind === 'pause-kill') {
    return oneOf(random, [between(random, 20, 300), between(random, 300, 2500)]);
  }
  return between(random, 300, 2500);
}
