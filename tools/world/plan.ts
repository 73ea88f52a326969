/**
 * What happens in a simulated game, drawn from its seed before it begins: operations of players and
 * faults, in bouts with quiet between them. A step that is left out changes nothing about the
 * others, so that a failure can be shrunk.
 */
import { NODE_FAULTS } from './chain.ts';
import { between, oneOf, randomOf, weighted, type Random } from './random.ts';

/** What may happen as a week ends, beside the faults of any other time. */
const MIDNIGHT_FAULTS = ['kill-holder', 'nothing-reachable'] as const;

const KINDS = [
  'operation',
  'twin',
  'burst',
  'presidency',
  'kill',
  'term',
  'pause',
  'clock',
  'transfer',
  'reorganisation',
  ...NODE_FAULTS,
  'store-slow',
  'store-refuses',
  'store-mute',
  'store-away',
  'partition',
  'step-down',
  'feed-lost',
  'break-off',
  'era',
  'rules',
  ...MIDNIGHT_FAULTS,
  'jump',
] as const;
type StepKind = (typeof KINDS)[number];

export interface Step {
  /** Its place in the plan, by which a replay names it. */
  readonly n: number;
  readonly bout: number;
  /** From the beginning of its bout. */
  readonly atMs: number;
  readonly kind: StepKind;
  readonly lastsMs: number;
  /** From 0 to 1: whom it hits, and how. */
  readonly where: number;
  readonly how: number;
}

interface Bout {
  readonly lastsMs: number;
  /**
   * How long nothing runs after it: at least so long, and then until so long after a Monday's
   * beginning, if not null.
   */
  readonly leapMs: number;
  readonly pastMondayMs: number | null;
}

export interface Plan {
  readonly storeKind: 'embedded' | 'mongo';
  readonly servers: number;
  /** A round over all who stake takes this long; in long ones no logs may be missing for good. */
  readonly compareMs: number;
  readonly bouts: readonly Bout[];
  /** After the second bout the game is restored as it was after the first. */
  readonly isRestored: boolean;
  /** How many acts change the rules before anybody joins. */
  readonly earlyActs: number;
  readonly steps: readonly Step[];
}

const BOUTS = 3;
const BOUT_MS = [3000, 7000] as const;
const PAUSE_MS = [10, 140] as const;
const LAST_LOSS_MS = 1500;
const QUIET_FORKS = 3;
const FORK_MS = 3000;
const SHORT_ROUND_MS = 20_000;
/** As shipped. */
const LONG_ROUND_MS = 300_000;
/** In a bout in which there are some. */
const MOST_ACTS = 6;
const DAY_MS = 24 * 60 * 60_000;
/** When bouts begin that see a week end, from its end: it ends in them, or at rest after them. */
const MONDAY_MS = [-3300, 2000] as const;
const EARLY_MS = [-25_000, -3300] as const;
/** Presidents that change then, and when, from the week's end. */
const CHANGES = 4;
const CHANGE_MS = [-2500, 5000] as const;
/** What fails then. */
const AT_MIDNIGHT = [...MIDNIGHT_FAULTS, 'pause', 'clock', 'era', 'store-slow'] as const;
const AT_MIDNIGHT_MONGO = [...AT_MIDNIGHT, 'partition', 'step-down', 'store-mute'] as const;
const MIDNIGHT_MS = [-1500, 800] as const;
/** How many weeks a leap may take longer. */
const MORE_WEEKS = 9;

export function planOf(seed: number, days: number): Plan {
  const random = randomOf(seed, 'plan');
  const storeKind = random() < 0.35 ? 'embedded' : 'mongo';
  const servers = storeKind === 'embedded' ? 1 : between(random, 2, 3);
  const steps: Omit<Step, 'n'>[] = [];
  // Between bouts hours pass, or days: locks end [LCK1], and resources reach their cap [ACC1].
  const leaps = Array.from({ length: BOUTS }, () => random() ** 2);
  const leapsSum = leaps.reduce((sum, leap) => sum + leap, 0);
  const weeks = randomOf(seed, 'weeks');
  const mondays = leaps.map(() => {
    const chance = weeks();
    return chance < 0.55
      ? between(weeks, ...MONDAY_MS)
      : chance < 0.75
        ? between(weeks, ...EARLY_MS)
        : null;
  });
  const changes = randomOf(seed, 'rules');
  const earlyActs = changes() < 0.3 ? between(changes, 1, 2) : 0;
  const bouts = leaps.map((leap, bout): Bout => {
    const begins = mondays[bout - 1] ?? null;
    // Of those that begin early, half see it at rest.
    if (begins !== null && (begins >= MONDAY_MS[0] || weeks() < 0.5)) {
      steps.push(...midnightSteps(weeks, { storeKind, bout, begins }));
    }
    const isJumped = storeKind === 'embedded' && weeks() < 0.4;
    if (isJumped) {
      const atMs = between(weeks, 0, BOUT_MS[1]);
      steps.push({ bout, atMs, kind: 'jump', lastsMs: 0, where: 0, how: weeks() });
    }
    if (changes() < 0.7) steps.push(...rulesSteps(changes, bout));
    // In a slow one a command's time runs out while the fault that stops it lasts.
    const pace = random() < 0.3 ? 2.5 : 1;
    const lastsMs = between(random, ...BOUT_MS) * pace;
    const weights = weightsOf(storeKind, random);
    let atMs = between(random, ...PAUSE_MS);
    for (; atMs < lastsMs; atMs += Math.round(between(random, ...PAUSE_MS) * pace)) {
      const kind = weighted(random, KINDS, weights);
      const [where, how, long] = [random(), random(), random()];
      const shortMs = 20 + 2500 * long * long;
      steps.push({ bout, atMs, kind, lastsMs: shortMs, where, how });
    }
    // Last of all a process reads again what it knew: a new version is rolled out, or its feed is
    // lost for a while. Or blocks are replaced, while nobody plays on who would be compared for it.
    const [where, how, long] = [random(), random(), random()];
    const last = { bout, atMs: lastsMs, where, how };
    if (how < 0.4) steps.push({ ...last, kind: 'term', lastsMs: 100 * long });
    else if (how > 0.7) steps.push({ ...last, kind: 'feed-lost', lastsMs: LAST_LOSS_MS });
    else steps.push(...quietForks(randomOf(seed, `quiet ${bout}`), last));
    const lastMs = how < 0.4 ? 0 : how > 0.7 ? LAST_LOSS_MS : (QUIET_FORKS + 1) * FORK_MS;
    const more = weeks() < 0.25 ? between(weeks, 1, MORE_WEEKS) : 0;
    const leapMs = Math.round((days * DAY_MS * leap) / leapsSum) + more * 7 * DAY_MS;
    return { lastsMs: lastsMs + lastMs, leapMs, pastMondayMs: mondays[bout] ?? null };
  });
  const numbered = steps.map((step, n) => ({ ...step, n }));
  numbered.sort((one, other) => one.bout - other.bout || one.atMs - other.atMs);
  const compareMs = random() < 0.35 ? SHORT_ROUND_MS : LONG_ROUND_MS;
  const isRestored = randomOf(seed, 'restore')() < 0.3;
  return { storeKind, servers, compareMs, bouts, isRestored, earlyActs, steps: numbered };
}

/** Operators change the rules. */
function rulesSteps(random: Random, bout: number): Omit<Step, 'n'>[] {
  return Array.from({ length: between(random, 1, MOST_ACTS) }, () => {
    const atMs = between(random, 0, BOUT_MS[1]);
    return { bout, atMs, kind: 'rules', lastsMs: 0, where: random(), how: random() };
  });
}

/** Presidents change as the week ends, and something fails. */
function midnightSteps(
  random: Random,
  of: { readonly storeKind: Plan['storeKind']; readonly bout: number; readonly begins: number },
): Omit<Step, 'n'>[] {
  const { storeKind, bout, begins } = of;
  const step = (kind: StepKind, [from, to]: readonly [number, number], lastsMs: number) => {
    const atMs = Math.max(0, between(random, from, to) - begins);
    return { bout, atMs, kind, lastsMs, where: random(), how: random() };
  };
  const faults = storeKind === 'embedded' ? AT_MIDNIGHT : AT_MIDNIGHT_MONGO;
  const fault = random() < 0.6 ? oneOf(random, faults) : null;
  return [
    ...Array.from({ length: CHANGES }, () => step('presidency', CHANGE_MS, 0)),
    ...(fault ? [step(fault, MIDNIGHT_MS, between(random, 500, 4000))] : []),
  ];
}

function quietForks(
  random: Random,
  { bout, atMs }: Pick<Step, 'bout' | 'atMs'>,
): Omit<Step, 'n'>[] {
  return Array.from({ length: QUIET_FORKS }, (_, fork) => ({
    bout,
    atMs: atMs + (fork + 1) * FORK_MS,
    kind: 'reorganisation',
    where: random(),
    how: random(),
    lastsMs: (FORK_MS / 2) * random(),
  }));
}

/**
 * Each bout has faults of some kinds and not of others: where everything fails at once, little is
 * played.
 */
function weightsOf(storeKind: Plan['storeKind'], random: Random): Record<StepKind, number> {
  const some = (weight: number) => (random() < 0.5 ? weight : 0);
  // In a third of the bouts nothing makes a follower compare everybody, so that what it misses
  // stays missed.
  const fresh = random() < 0.35 ? 0 : 1.3;
  const mongo = storeKind === 'mongo' ? 1 : 0;
  return {
    operation: 30,
    twin: 4,
    burst: 4,
    presidency: some(2),
    kill: fresh * some(1.2),
    term: fresh * some(0.6),
    pause: some(2),
    clock: some(1.5),
    transfer: some(8),
    reorganisation: some(5),
    'node-down': some(2),
    'node-hanging': some(1),
    'node-limited': some(1),
    'node-slow': some(1),
    'node-lagging': some(3),
    'node-lying': some(8),
    'chain-away': some(1),
    'store-slow': some(3),
    'store-refuses': some(2),
    'store-mute': mongo * some(0.6),
    'store-away': fresh * some(0.5),
    partition: fresh * mongo * some(1.5),
    'step-down': fresh * mongo * some(1.5),
    'feed-lost': fresh * some(2.5),
    'break-off': some(6),
    era: some(2),
    // Drawn beside the others.
    'kill-holder': 0,
    'nothing-reachable': 0,
    jump: 0,
    rules: 0,
  };
}

export function describeStep({ n, bout, atMs, kind, lastsMs, where, how }: Step): string {
  const chance = `${where.toFixed(3)} ${how.toFixed(3)}`;
  return `  ${n}: bout ${bout}, ${atMs} ms: ${kind} (${chance}) for ${Math.round(lastsMs)} ms`;
}
