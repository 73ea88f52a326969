/** Runs the attacks one after the other on one built server, and measures their effect on it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Child } from '../processes.ts';
import { Game } from '../rig/game.ts';
import { ATTACKERS_PRIORITY, reportSchema, type Report } from './attack.ts';
import { ATTACKS } from './registry.ts';
import { linesOf, observedSchema, type Measured, type Observed } from './report.ts';
import { seed, SEEDED_OWNERS, SEEDED_WEI } from './seeds.ts';

/** How a row's time is divided: quiet, the attack, quiet. */
const QUIET_PART = 0.25;
const ATTACK_PART = 0.5;
/** The minimum for each part, however many rows there are. */
const LEAST_MS = 300;
const SAMPLE_MS = 200;
/** An attack that runs longer than this is aborted. */
const OVERTIME_MS = 90_000;
/** How soon an attacked server must serve a new client again. */
const RECOVERY_MS = 30_000;
/** Before the first row: until the process has reached its size under load. */
const WARM_UP = [
  'read /api/leaderboard',
  'pages',
  'read /api/player-nation/{walletAddress}',
  'read /api/dena/stakes/{walletAddress}',
];
const WARM_UP_MS = 3000;

/** @param options.ms for all rows together, not counting the warm-up. */
export async function runAttacks(options: {
  readonly names: readonly string[];
  readonly ms: number;
  readonly say: (line: string) => void;
}): Promise<Measured[]> {
  const { names, ms, say } = options;
  const game = await Game.start({ servers: 0 });
  const siege = new Siege(game, await startChild('bystander.ts', 0), say);
  try {
    for (const { wallet } of SEEDED_OWNERS) game.give(wallet, { denaWei: SEEDED_WEI });
    await seed(game.dataDir);
    await game.addServer();
    await siege.recover();
    for (const name of WARM_UP) await siege.attack(name, WARM_UP_MS);
    const all: Measured[] = [];
    for (const name of names) {
      say(`${name}: ${ATTACKS[name]?.does}`);
      const measured = await siege.measure(name, ms / names.length);
      for (const line of linesOf(measured)) say(line);
      all.push(measured);
    }
    return all;
  } finally {
    await siege.end();
    await game.close();
  }
}

export function startAttacker(): Promise<Child> {
  return startChild('attacker.ts', ATTACKERS_PRIORITY);
}

function startChild(file: string, priority: number): Promise<Child> {
  return Child.start(join(import.meta.dirname, file), { priority });
}

class Siege {
  readonly #game: Game;
  readonly #bystander: Child;
  readonly #say: (line: string) => void;
  #attacker: Child | null = null;
  #rows = 0;

  constructor(game: Game, bystander: Child, say: (line: string) => void) {
    this.#game = game;
    this.#bystander = bystander;
    this.#say = say;
  }

  async measure(name: string, rowMs: number): Promise<Measured> {
    const quietMs = Math.max(LEAST_MS, rowMs * QUIET_PART);
    const attackMs = Math.max(LEAST_MS, rowMs * ATTACK_PART);
    const { server } = this.#game;
    const quiet = await this.#observed(() => sleep(quietMs));
    const before = await server.settledVitals();
    await server.forgetLags();
    let report: Report = { complaints: ['the attack did not finish'], note: '' };
    const rssMb = [before.rssMb];
    const sampling = setInterval(() => {
      // It may be gone.
      server.vitals().then(
        (vitals) => rssMb.push(vitals.rssMb),
        () => undefined,
      );
    }, SAMPLE_MS);
    const restarts = ATTACKS[name]?.restarts ?? false;
    const restart = restarts && setTimeout(() => void this.#game.restart(), attackMs / 2);
    const during = await this.#observed(async () => {
      report = await this.attack(name, attackMs);
    });
    clearInterval(sampling);
    if (restart) clearTimeout(restart);
    const lags = await server.vitals().catch(() => null);
    const after = await this.#observed(() => sleep(quietMs));
    const rested = await server.settledVitals().catch(() => null);
    const isAlive = this.#game.server.isAlive();
    const complaint = await this.recover();
    return {
      name,
      note: report.note,
      complaints: [...report.complaints, ...(complaint === null ? [] : [complaint])],
      isAlive,
      restarts,
      quiet,
      during,
      after,
      rssMb: { before: before.rssMb, peak: Math.max(...rssMb) },
      heapMb: { before: before.heapMb, after: rested?.heapMb ?? before.heapMb },
      lag: { p99Ms: lags?.lagP99Ms ?? 0, maxMs: lags?.lagMaxMs ?? 0 },
    };
  }

  /**
   * Brings in a new bystander, with a new wallet, on a working server.
   * @returns null; or a complaint, if the old server did not serve it and had to be restarted.
   */
  async recover(): Promise<string | null> {
    const { server } = this.#game;
    const deadline = performance.now() + RECOVERY_MS;
    while (server.isAlive() && performance.now() < deadline) {
      try {
        await this.#arrive();
        return null;
      } catch {
        // The server may still recover.
        await sleep(500);
      }
    }
    const wasAlive = server.isAlive();
    this.#say(`The server is restarted. Its last output:\n${server.output().slice(-2000)}`);
    await this.#game.restart(0, 'SIGKILL');
    await this.#arrive();
    return wasAlive ? `it served no new client for ${RECOVERY_MS / 1000} s` : 'it was gone';
  }

  async attack(name: string, ms: number): Promise<Report> {
    this.#attacker ??= await startAttacker();
    this.#rows += 1;
    const place = { ...this.#place(), ms, row: this.#rows };
    const late = new AbortController();
    try {
      const attacking = this.#attacker.call('attack', reportSchema, { name, place });
      const overtime = sleep(ms + OVERTIME_MS, null, { signal: late.signal });
      const report = await Promise.race([attacking, overtime]);
      if (report) return report;
      throw new Error('it did not finish');
    } catch (error) {
      // The next attack gets a new attacker.
      await this.#attacker.end();
      this.#attacker = null;
      return { complaints: [`the attack aborted: ${String(error)}`], note: '' };
    } finally {
      late.abort();
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.#attacker?.end(), this.#bystander.end()]);
  }

  async #arrive(): Promise<void> {
    await this.#bystander.call('arrive', z.unknown(), this.#place());
  }

  #place(): { readonly url: string; readonly rpcUrl: string } {
    return { url: this.#game.server.url, rpcUrl: this.#game.node.url };
  }

  async #observed(meanwhile: () => Promise<unknown>): Promise<Observed> {
    await this.#bystander.call('begin', z.unknown());
    await meanwhile();
    return this.#bystander.call('finish', observedSchema);
  }
}
