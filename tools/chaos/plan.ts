/**
 * The faults of each round and their times, drawn from the seed. The same seed gives the same plan; what a
 * fault hits depends on the machine's timing.
 */
import { between, oneOf, randomOf, weighted, type Random } from './random.ts';

const SERVER_FAULTS = ['kill', 'term', 'pause', 'pause-kill', 'kill-starting', 'clock'] as const;
const DISK_FAULTS = ['disk-full'] as const;
const LOSS_FAULTS = ['store-lost'] as const;
/** What providers get wrong, the simulated world shows (`tools/world/`). */
const CHAIN_FAULTS = ['transfer', 'reorganisation'] as const;
const CLIENT_FAULTS = ['slow-socket'] as const;
const MONGO_FAULTS = ['mongo-kill', 'mongo-pause', 'mongo-step-down'] as const;

const FAULT_KINDS = [
  ...SERVER_FAULTS,
  ...DISK_FAULTS,
  ...LOSS_FAULTS,
  ...CHAIN_FAULTS,
  ...CLIENT_FAULTS,
  ...MONGO_FAULTS,
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** From the start of the round. */
  readonly atMs: number;
  readonly lastsMs: number;
  /** From 0 to 1: which process, node or wallet it hits, and how. */
  readonly where: number;
  readonly how: number;
}

export interface Round {
  readonly fireMs: number;
  readonly faults: readonly Fault[];
  /**
   * Whether a week passes after the round, with every process down: locks end, and resources reach their cap.
   */
  readonly isWeek: boolean;
}

interface PlanOptions {
  readonly seed: number;
  readonly hasMongo: boolean;
  readonly hasDisk: boolean;
  /** Whether a store may be lost for good. */
  readonly hasLoss: boolean;
}

const FIRE_MS = [5000, 9000] as const;
/** Between two faults. */
const PAUSE_MS = [80, 700] as const;

export function planRound(round: number, { seed, hasMongo, hasDisk, hasLoss }: PlanOptions): Round {
  const random = randomOf(seed, `round ${round}`);
  const fireMs = between(random, ...FIRE_MS);
  // A start takes seconds: if every round were full of kills, the wallets would hardly play.
  const harm = round % 2 === 0 ? 1 : 0.15;
  const weights: Record<FaultKind, number> = {
    kill: 5 * harm,
    term: 2 * harm,
    pause: 3,
    'pause-kill': 2 * harm,
    'kill-starting': 2 * harm,
    clock: 3,
    'disk-full': hasDisk ? 3 : 0,
    'store-lost': hasLoss ? 0.7 : 0,
    transfer: 8,
    reorganisation: 4,
    'slow-socket': 3,
    'mongo-kill': hasMongo ? 0.6 : 0,
    'mongo-pause': hasMongo ? 0.4 : 0,
    'mongo-step-down': hasMongo ? 0.6 : 0,
  };
  const faults: Fault[] = [];
  for (
    let atMs = between(random, ...PAUSE_MS);
    atMs < fireMs;
    atMs += between(random, ...PAUSE_MS)
  ) {
    const kind = weighted(random, FAULT_KINDS, weights);
    const [where, how] = [random(), random()];
    faults.push({ kind, atMs, lastsMs: lengthOf(kind, random), where, how });
  }
  return { fireMs, faults, isWeek: round % 4 === 3 };
}

function lengthOf(kind: FaultKind, random: Random): number {
  if (kind === 'pause' || kind === 'pause-kill') {
    return oneOf(random, [between(random, 20, 300), between(random, 300, 2500)]);
  }
  return between(random, 300, 2500);
}
