/**
 * What `npm test` may cost. What is counted exactly may not be exceeded; processor time, which
 * differs from machine to machine, is compared in units of a fixed loop and fails from one and a
 * half times the budget on. Raising a number is a line in a commit, with its reason. How long a run
 * takes is printed and not judged.
 */
import { createHash } from 'node:crypto';
import { cpuUsage } from 'node:process';

interface Counts {
  readonly tests: number;
  /** Started by tests, as processes of their own. */
  readonly programs: number;
  readonly mongods: number;
  /** Of waiting where nothing can be observed (counts.ts), in seconds. */
  readonly waitedS: number;
}

export interface Cost extends Counts {
  /** Of the part and of all that it started; null where the system doesn't say. */
  readonly processorS: number | null;
}

type Budgets = Readonly<Record<string, Partial<Counts> & { readonly processorS: number }>>;

/**
 * By part. Of the programs, five open the game of each released version. Processor seconds are
 * those of the machine on which the loop takes `REFERENCE_MS`.
 */
export const BUDGETS = {
  quick: { programs: 0, mongods: 0, waitedS: 0.4, processorS: 80 },
  integration: { programs: 95, mongods: 1, waitedS: 2.3, processorS: 310 },
  browsers: { tests: 49, processorS: 310 },
} satisfies Budgets;

const REFERENCE_MS = 100;
const SAMPLE_MS = 5000;
export const TOLERANCE = 1.5;

const COUNTS: readonly (readonly [keyof Counts, string])[] = [
  ['tests', 'tests'],
  ['programs', 'programs started'],
  ['mongods', 'MongoDB servers started'],
  ['waitedS', 's of waiting'],
];

/**
 * How much slower this machine is than the one that the budgets are written for, while a part runs:
 * other work on it makes each second of processor time worth less.
 */
export class Pace {
  readonly #times = [loopMs()];
  readonly #timer = setInterval(() => this.#times.push(loopMs()), SAMPLE_MS);

  /** @returns 2 if the same work takes twice the processor time. */
  end(): number {
    clearInterval(this.#timer);
    const sum = this.#times.reduce((total, ms) => total + ms, 0);
    return sum / this.#times.length / REFERENCE_MS;
  }
}

/** What servers and tests do most, with objects, texts, numbers and hashes: its processor time. */
function loopMs(): number {
  const from = cpuUsage();
  const rows = Array.from({ length: 60_000 }, (_, n) => ({ n, gdp: (n * 7919) % 10_007 }));
  const text = JSON.stringify(rows.toSorted((x, y) => x.gdp - y.gdp || x.n - y.n));
  const found = new Map(rows.map((row) => [`row ${row.gdp} of ${row.n}`, row]));
  for (let n = 0; n < 10; n += 1) createHash('sha256').update(text).digest();
  if (JSON.parse(text).length !== found.size) throw new Error('the loop lost a row');
  const { user, system } = cpuUsage(from);
  return (user + system) / 1000;
}

interface Verdict {
  /** What it cost, beside its budget. */
  readonly line: string;
  /** What is above it. */
  readonly over: readonly string[];
}

/** @param slow of the machine while it ran (`Pace`). */
export function judge(part: string, cost: Cost, slow: number): Verdict {
  const budgets: Budgets = BUDGETS;
  const budget = budgets[part];
  if (!budget) return { line: '', over: [] };
  const shown: string[] = [];
  const over: string[] = [];
  for (const [name, words] of COUNTS) {
    const most = budget[name];
    if (most === undefined) continue;
    shown.push(`${cost[name]} of ${most} ${words}`);
    if (cost[name] > most) over.push(`${part}: ${cost[name]} ${words} instead of ${most}`);
  }
  if (cost.processorS !== null) {
    const seconds = Math.round(cost.processorS / slow);
    const words = `${seconds} of ${budget.processorS} s of processor time`;
    shown.push(words);
    if (seconds > TOLERANCE * budget.processorS) over.push(`${part}: ${words}`);
  }
  return { line: shown.join(', '), over };
}
